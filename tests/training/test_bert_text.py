"""BERT's text: runs cut into examples, pairs of segments, masks and word pieces."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.errors import ExplorerError
from explorer.surface import marked, surface_tokens
from explorer.training.bert.masking import RATE, mask
from explorer.training.bert.text import LONGEST, Text, batches, draw_examples, eojeols, set_aside
from explorer.training.bert.vocabulary import CLS, MASK, SEP, SPECIAL, learn_pieces
from tests.training.tiny_bert import PIECES, RUNS, TOKENIZER, read


@pytest.fixture(scope="module")
def text() -> Text:
    return read()


def test_fifteen_in_a_hundred_are_chosen_and_hidden_in_three_ways():
    pieces = np.random.default_rng(0).integers(len(SPECIAL), 8500, (400, 128))
    hidden = mask(pieces, 8500, np.random.default_rng(1))
    n = hidden.chosen.sum()
    assert n / pieces.size == pytest.approx(RATE, abs=0.006)
    masked = (hidden.pieces == MASK)[hidden.chosen].mean()
    kept = (hidden.pieces == pieces)[hidden.chosen].mean()
    assert masked == pytest.approx(0.8, abs=0.02) and kept == pytest.approx(0.1, abs=0.015)
    assert 1 - masked - kept == pytest.approx(0.1, abs=0.015)
    assert (hidden.pieces == pieces)[~hidden.chosen].all()


def test_marks_are_never_hidden_nor_put_in_the_place_of_a_piece():
    pieces = np.full((200, 64), CLS)
    assert not mask(pieces, 100, np.random.default_rng(0)).chosen.any()
    hidden = mask(np.full((200, 64), 50), 100, np.random.default_rng(0)).pieces
    assert set(np.unique(hidden[hidden < len(SPECIAL)])) == {MASK}


def test_half_of_the_second_segments_follow(text):
    follows = np.concatenate([draw_examples(text, np.random.default_rng(s), pairs=True).follows for s in range(40)])
    paired = follows[follows >= 0]
    assert len(paired) > 500
    assert paired.mean() == pytest.approx(0.5, abs=0.06)


def test_segments_that_follow_touch_and_the_others_do_not(text):
    examples = draw_examples(text, np.random.default_rng(0), pairs=True)
    touching = examples.first[:, 1] == examples.second[:, 0]
    assert touching[examples.follows == 1].all()
    assert not touching[examples.follows == 0].any()


def test_no_stretch_crosses_the_end_of_a_run(text):
    examples = draw_examples(text, np.random.default_rng(0), pairs=False)
    line = np.searchsorted(text.starts, examples.first[:, 0], side="right") - 1
    last = np.searchsorted(text.starts, examples.first[:, 1] - 1, side="right") - 1
    assert (text.run[line] == text.run[last]).all()
    assert (np.diff(examples.first, axis=1) > 0).all()


def test_every_line_is_read_as_often_as_it_weighs():
    for running in ((), ("own",)):
        heavy = read(running=running, weights={"own": 2.0})
        examples = draw_examples(heavy, np.random.default_rng(0), pairs=False)
        assert np.diff(examples.first, axis=1).sum() == 2 * len(heavy.pieces) == heavy.tokens


def test_examples_are_bert_s_and_of_one_length(text):
    rng = np.random.default_rng(0)
    examples = draw_examples(text, rng, pairs=True)
    for batch in batches(text, examples, 256, rng):
        assert (batch.pieces[:, 0] == CLS).all() and (batch.pieces[:, -1] == SEP).all()
        assert batch.pieces.shape[1] <= LONGEST
        assert ((batch.pieces == SEP).sum(axis=1) == np.where(batch.follows >= 0, 2, 1)).all()
        assert (batch.segments.max(axis=1) == (batch.follows >= 0)).all()
        assert (np.diff(batch.segments, axis=1) >= 0).all()


def test_a_long_line_is_cut_to_the_model():
    long = read([" ".join(["▁배"] * 500)] * 4)
    for pairs in (False, True):
        assert LONGEST - 1 <= draw_examples(long, np.random.default_rng(0), pairs=pairs).lengths.max() <= LONGEST


def test_what_is_set_aside_is_never_learnt_from():
    lines = [f"{line}\n" for i in range(3000) for line in (f"▁줄 ▁{i}", "▁다음", "")]
    kept = [x for x in set_aside(lines, kept=True) if x.strip()]
    learnt = [x for x in set_aside(lines, kept=False) if x.strip()]
    assert len(kept) + len(learnt) == 6000
    assert len(kept) == pytest.approx(60, abs=30)
    assert not {x for x in kept if "줄" in x} & set(learnt)


def test_no_piece_straddles_two_morphemes():
    tokens = {token.removeprefix("▁") for line in RUNS for token in line.split()}
    for piece in PIECES[len(SPECIAL) :]:
        assert any(piece.removeprefix("##") in token for token in tokens)
    assert TOKENIZER.tokenize("배가 은행에") == ["배", "##가", "은행", "##에"]


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(["배가", "눈이", "온다.", "은행,", "밤에", "2026", "A"]), min_size=1).map(" ".join))
def test_a_line_of_tokens_is_put_together_again(sentence):
    assert eojeols(" ".join(marked(sentence, surface_tokens(sentence)))) == sentence


def test_text_without_a_character_is_one_sentence():
    with pytest.raises(ExplorerError):
        learn_pieces(["", " "], 100, 1)
    with pytest.raises(ExplorerError):
        read([])
