"""Typed sentences beside the bundled senses, on vectors that are ready-made: no model is needed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.analysis.context import Word, context_words, replaced
from explorer.analysis.pairs import pair_cosines
from explorer.analysis.sandbox import choices, paths, settled, unlike
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.lexicon import bundled
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

STORE = VectorStore()
KNOWN = bundled.occurrences("ko", "bae")


def of(sense: str) -> list[Occurrence]:
    return [o for o in KNOWN if o.sense == sense]


def test_a_deep_layer_chooses_the_sense_that_a_sentence_has_more_often_than_the_input():
    typed = [o for o in KNOWN if o.sense and bundled.all_senses()[o.sense].scored][::4]
    found = choices(STORE, open_encoder("elmo-ko"), typed, KNOWN)
    right = [np.mean([found.nearest(k, i) == o.sense for i, o in enumerate(typed)]) for k in (0, -1)]
    assert right[1] > max(0.6, right[0])
    assert found.n < len(KNOWN) and found.right[-1] > found.right[0]
    told = [found.told(-1, i) for i in range(len(typed))]
    assert any(told) and not all(told)
    sure = [found.evidence(-1, i) for i, is_told in enumerate(told) if is_told]
    assert all(e.low > 0.5 and e.right / e.n > 0.5 for e in sure)
    for layer in found.known:
        assert [b.right / b.n for b in layer] == sorted(b.right / b.n for b in layer)


def test_a_sentence_typed_again_is_held_out_with_its_partners():
    rest = unlike(KNOWN, [KNOWN[0]])
    number = KNOWN[0].id.rpartition(".")[2]
    assert {o.id for o in KNOWN} - {o.id for o in rest} == {o.id for o in KNOWN if o.id.endswith(f".{number}")}
    assert unlike(KNOWN, [Occurrence.from_bracketed("새 [배]가 온다")]) == KNOWN
    clear = settled(STORE, open_encoder("elmo-ko"), KNOWN)
    assert 0 < len(clear) < len(KNOWN)
    for use in clear[:3]:  # chosen again when it is typed
        again = choices(STORE, open_encoder("elmo-ko"), [use], KNOWN)
        assert again.nearest(-1, 0) == use.sense and again.told(-1, 0)


def test_one_sense_is_no_choice():
    with pytest.raises(ExplorerError, match="two senses"):
        choices(STORE, open_encoder("elmo-ko"), KNOWN[:1], of("bae.pear"))


def test_the_static_space_has_cosine_one_and_a_deep_one_a_spread():
    pears = of("bae.pear")[:3]
    static = pair_cosines(STORE, open_encoder("word2vec-ko"), pears, KNOWN, centring="none")
    assert static.pairs == ((0, 1), (0, 2), (1, 2)) and np.allclose(static.cosines, 1)
    deep = pair_cosines(STORE, open_encoder("elmo-ko"), pears, KNOWN)
    assert deep.one_sense and deep.two_senses and deep.one_sense.high[-1] < 1
    assert deep.one_sense.median[-1] > deep.two_senses.median[-1]
    assert deep.matched and deep.matched.n == 20 * 6  # a set has one sentence of each of four senses
    assert deep.matched.median[0] >= deep.two_senses.median[0]
    assert pair_cosines(STORE, open_encoder("elmo-ko"), pears, ()).one_sense is None


def test_a_variant_moves_no_known_use():
    one = paths(STORE, open_encoder("elmo-ko"), KNOWN[:1], KNOWN)
    two = paths(STORE, open_encoder("elmo-ko"), KNOWN[:2], KNOWN)
    assert np.allclose(one[-1].points[: len(KNOWN)], two[-1].points[: len(KNOWN)])


words = st.text("가나다배사과 ", min_size=1, max_size=6).map(str.strip).filter(bool)


@given(st.lists(words, max_size=4), st.lists(words, max_size=4), st.sampled_from(["", "커다란", "아주 큰"]))
def test_the_target_stays_the_target_whatever_word_is_replaced(before, after, by):
    text = " ".join([*before, "[배]를", *after])
    occurrence = Occurrence.from_bracketed(text)
    for word in context_words(occurrence):
        changed = replaced(occurrence, word, by)
        assert changed.form == "배"
        assert "  " not in changed.text and changed.text == changed.text.strip()
        assert len(changed.text.split()) == len(occurrence.text.split()) - 1 + len(by.split())


def test_the_word_that_holds_the_target_is_no_context():
    assert context_words(Occurrence.from_bracketed("큰 [배]가, 온다")) == (Word("큰", 0, 1), Word("온다", 6, 8))
