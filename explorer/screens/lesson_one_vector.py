"""Step 1 of the lesson: one vector for all uses of a word, and FastText for a word never seen."""

import streamlit as st

from explorer.analysis.lesson_static import EXAMPLES, OneVector, Unseen, one_vector, unseen_word, word_cosines
from explorer.encoders.static import StaticEncoder
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.figures.lesson import named_bars
from explorer.occurrences import normalise
from explorer.screens import session
from explorer.screens.charts import chart
from explorer.screens.lesson_question import ask, compare_answer, names
from explorer.screens.lesson_sentences import (
    glossed,
    marked,
    sentences,
    three_sentences,
    translations,
    uses,
    words_plain,
)

WORD2VEC, FASTTEXT = "word2vec-ko", "fasttext-ko"
OPTIONS = ("same", "middle", "zero")
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


@st.cache_data(show_spinner=False, max_entries=200)
def _unseen(word: str) -> Unseen:
    return unseen_word(_static(FASTTEXT), word)


def step_one_vector(step: int) -> None:
    """One vector for all uses of a word; FastText for a word never seen."""
    say = session.say()
    st.html(sentences([marked(o) for o in three_sentences()], translations(three_sentences())))
    show = names(step, OPTIONS)
    if (given := ask(step, OPTIONS, show)) is None:
        _examples()
        return
    found = _one()
    compare_answer(given, ["same" if found.cosine > 0.999 else "middle" if found.cosine > 0.25 else "zero"], show)
    name = session.encoder_name(WORD2VEC)
    st.markdown(say("lesson.one_vector.answer", encoder=name, cosine=found.cosine, n=found.n, distinct=found.distinct))
    _near(uses()[0].word, found.near, "near-static", WORD2VEC)
    _unseen_words()


def _examples() -> None:
    """Cosines of some pairs of other words, so that a guess has a scale."""
    say = session.say()
    values = list(word_cosines(_static(WORD2VEC), EXAMPLES))
    called = [" – ".join(glossed(pair)) for pair in EXAMPLES]
    title = say("lesson.one_vector.examples", encoder=session.encoder_name(WORD2VEC))
    read = ", ".join(f"{name} {value:.2f}" for name, value in zip(called, values, strict=True))
    _bars(title, called, values, "pair-examples", say("lesson.one_vector.alt_examples", values=read), WORD2VEC)


def _near(word: str, near: tuple[tuple[str, float], ...], key: str, encoder_id: str) -> None:
    say = session.say()
    called, values = glossed([each for each, _ in near]), [value for _, value in near]
    title = say("lesson.one_vector.figure", word=session.plain(word))
    alt = say("lesson.one_vector.alt", word=word, words=", ".join(called))
    _bars(title, called, values, key, alt, encoder_id)


def _bars(title: str, called: list[str], values: list[float], key: str, alt: str, encoder_id: str) -> None:
    axis = session.say()("lesson.one_vector.axis")
    st.markdown(f"**{title}**")
    figure = named_bars(called, values, theme=session.theme(), x_title=axis)
    identity = session.encoder(encoder_id).identity
    facts = FigureFacts(alt, ((identity.id, identity.fingerprint),), metric=axis)
    chart(figure, key=key, alt=alt, facts=facts)


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
    _near(word, made.near, "near-fasttext", FASTTEXT)
