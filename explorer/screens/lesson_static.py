"""Step 2 of the lesson: where a word's one vector lies among its senses."""

import streamlit as st

from explorer.analysis.lesson_static import SenseAverage, sense_average
from explorer.export.facts import FigureFacts
from explorer.figures.lesson import named_bars, sense_plane
from explorer.figures.style import INK, Mark
from explorer.screens import parts, session
from explorer.screens.charts import chart
from explorer.screens.lesson_parts import curve_legend
from explorer.screens.lesson_question import ask, compare_answer
from explorer.screens.lesson_sentences import uses

WORD2VEC, BAG = "word2vec-ko", "bag-of-context"


@st.cache_data(show_spinner=False)
def _average() -> SenseAverage:
    return sense_average(session.store(), session.encoder(WORD2VEC), session.encoder(BAG), uses())


def step_average(step: int) -> None:
    """The word's vector among the mean contexts of its senses."""
    say = session.say()
    found = _average()
    items, drawn = parts.points_and_marks(found.occurrences, "sense")
    glosses = {sense: parts.label_name(sense) for sense in found.senses}
    legend = st.container()
    options = (*found.senses, "all")
    show = {**glosses, "all": say("lesson.average.all")}.__getitem__
    picture, beside = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with beside:
        given = ask(step, options, show)
    word = uses()[0].word
    theme, star = session.theme(), say("lesson.average.word", word=word)
    middle = Mark(INK[theme].faint, "hexagon", "⬢")
    with legend:
        shown = [(glosses[sense], drawn[sense]) for sense in found.senses] + [(show("all"), middle)]
        shown += [(star, Mark(INK[theme].text, "star", "★"))] if given else []
        curve_legend(shown, note=say("lesson.average.legend"))
    with picture:
        figure = sense_plane(
            found.contexts, items, found.centres, found.middle, found.word, drawn, list(glosses.values()), theme=theme,
            axis_names=(say("compare.axis", k=1), say("compare.axis", k=2)), middle_mark=middle,
            middle_name=show("all"), word_name=star if given else None,
        )  # fmt: skip
        alt = say("lesson.average.alt", n=len(found.occurrences))
        facts = FigureFacts(
            f"{word} · {say('lesson.average.title')}", projection="PCA", data=word, n=len(found.occurrences),
            encoders=((WORD2VEC, session.encoder(WORD2VEC).identity.fingerprint),),
        )  # fmt: skip
        alt = f"{alt} {say('lesson.average.alt_star', word=star)}" if given else alt
        chart(figure, key="sense-plane", alt=alt, facts=facts)
    if given is None:
        return
    nearest = found.senses[found.nearest]
    which = "above" if found.share > 0.95 else "below" if found.share < 0.05 else "near"
    compare_answer(given, {"above": ["all"], "below": [nearest], "near": ["all", nearest]}[which], show)
    best = found.cosines[found.nearest]
    st.markdown(
        say(
            f"lesson.average.answer_{which}", word=word, mean=found.mean, best=best, nearest=glosses[nearest],
            draws=1000, share=found.share,
        )
    )  # fmt: skip
    rest = [value for i, value in enumerate(found.cosines) if i != found.nearest]
    st.markdown(
        say("lesson.average.answer_rest", low=min(rest), high=max(rest), explained=found.explained, inside=found.inside)
    )
    names, values = [*glosses.values(), say("lesson.average.all")], [*found.cosines, found.mean]
    colours = [drawn[sense].colour for sense in found.senses] + [middle.colour]
    figure = named_bars(
        names, values, theme=session.theme(), x_title=say("lesson.average.axis"), colours=colours,
        strong=len(names) - 1,
    )  # fmt: skip
    read = ", ".join(f"{name} {value:.2f}" for name, value in zip(names, values, strict=True))
    chart(figure, key="sense-cosines", alt=say("lesson.average.alt_bars", word=word, values=read))
