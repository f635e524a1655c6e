"""Steps 1 and 2 of the lesson: one vector a word, and where it lies among the senses."""

import streamlit as st

from explorer.analysis.lesson_static import OneVector, SenseAverage, Unseen, one_vector, sense_average, unseen_word
from explorer.encoders.static import StaticEncoder
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.figures.lesson import named_bars, sense_plane
from explorer.figures.style import INK, Mark
from explorer.occurrences import normalise
from explorer.screens import parts, session
from explorer.screens.charts import chart
from explorer.screens.lesson_parts import curve_legend, marked, sentences, three_sentences, uses, words_plain
from explorer.screens.lesson_question import ask, compare_answer

WORD2VEC, FASTTEXT, BAG = "word2vec-ko", "fasttext-ko", "bag-of-context"
_LONGEST = 40
_NGRAMS = 12


def _static(encoder_id: str) -> StaticEncoder:
    encoder = session.encoder(encoder_id)
    if not isinstance(encoder, StaticEncoder):
        raise ExplorerError("model_absent", encoder=encoder_id, folder=encoder_id)
    return encoder


@st.cache_data(show_spinner=False)
def _one() -> OneVector:
    return one_vector(session.store(), _static(WORD2VEC), uses())


@st.cache_data(show_spinner=False)
def _average() -> SenseAverage:
    return sense_average(session.store(), session.encoder(WORD2VEC), session.encoder(BAG), uses())


@st.cache_data(show_spinner=False, max_entries=200)
def _unseen(word: str) -> Unseen:
    return unseen_word(_static(FASTTEXT), word)


def step_one_vector(step: int) -> None:
    """One vector for all uses of a word; FastText for a word never seen."""
    say = session.say()
    st.html(sentences([marked(o) for o in three_sentences()]))
    options = ("same", "middle", "zero")
    show = {option: say(f"lesson.one_vector.option.{option}") for option in options}.__getitem__
    if (given := ask(step, say("lesson.one_vector.question"), options, show)) is None:
        return
    found = _one()
    compare_answer(given, ["same" if found.cosine > 0.999 else "middle" if found.cosine > 0.25 else "zero"], show)
    name = session.encoder_name(WORD2VEC)
    st.markdown(say("lesson.one_vector.answer", encoder=name, cosine=found.cosine, n=found.n, distinct=found.distinct))
    _near(uses()[0].word, found.near, "near-static")
    _unseen_words()


def _near(word: str, near: tuple[tuple[str, float], ...], key: str) -> None:
    say = session.say()
    st.markdown(f"**{say('lesson.one_vector.figure', word=session.plain(word))}**")
    names, values = [each for each, _ in near], [value for _, value in near]
    figure = named_bars(names, values, theme=session.theme(), x_title=say("lesson.one_vector.axis"))
    chart(figure, key=key, alt=say("lesson.one_vector.alt", word=word, words=", ".join(names)))


@st.fragment
def _unseen_words() -> None:
    say = session.say()
    st.subheader(say("lesson.one_vector.unseen"))
    known = _static(WORD2VEC).words
    st.markdown(say("lesson.one_vector.unseen_text", count=len(getattr(known, "keys", ()))))
    typed = st.text_input(
        say("lesson.one_vector.box"), say("lesson.one_vector.example"), max_chars=_LONGEST, key="unseen-word"
    )
    word = normalise(typed).replace(" ", "")
    if not word:
        return
    shown = session.plain(word)
    which = "known" if word in known else "unknown"
    st.markdown(say(f"lesson.one_vector.{which}_word2vec", encoder=session.encoder_name(WORD2VEC), word=shown))
    made = _unseen(word)
    name = session.encoder_name(FASTTEXT)
    if not made.near:
        st.markdown(say("lesson.one_vector.no_pieces", encoder=name))
        return
    some = words_plain(made.ngrams[:_NGRAMS]) + (" …" if len(made.ngrams) > _NGRAMS else "")
    which = "known" if made.seen else "unknown"
    values = {"pieces": some} if not made.seen else {"word": shown}
    st.markdown(say(f"lesson.one_vector.{which}_fasttext", encoder=name, count=len(made.ngrams), **values))
    _near(word, made.near, "near-fasttext")


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
        given = ask(step, say("lesson.average.question"), options, show)
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
    st.markdown(say("lesson.average.answer_rest", low=min(rest), high=max(rest), explained=found.explained))
    names, values = [*glosses.values(), say("lesson.average.all")], [*found.cosines, found.mean]
    colours = [drawn[sense].colour for sense in found.senses] + [middle.colour]
    figure = named_bars(
        names, values, theme=session.theme(), x_title=say("lesson.average.axis"), colours=colours,
        strong=len(names) - 1,
    )  # fmt: skip
    read = ", ".join(f"{name} {value:.2f}" for name, value in zip(names, values, strict=True))
    chart(figure, key="sense-cosines", alt=say("lesson.average.alt_bars", word=word, values=read))
