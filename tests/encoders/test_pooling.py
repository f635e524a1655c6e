from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.encoders.pooling import Piece, Target, pool, target_pieces, window

SPECIAL = Piece(0, 0, special=True)


@st.composite
def sentences(draw):
    """A text cut into pieces between two special tokens, as a SentencePiece tokenizer would, and a target in it."""
    text = draw(st.text("배가 은행", min_size=1, max_size=40))
    cuts = sorted({0, len(text), *draw(st.sets(st.integers(0, len(text)), max_size=12))})
    pieces = [Piece(a, b, blank=not text[a:b].strip()) for a, b in pairwise(cuts)]
    start = draw(st.integers(0, len(text) - 1))
    end = draw(st.integers(start + 1, len(text)))
    return text, start, end, [SPECIAL, *pieces, SPECIAL]


@given(sentences())
def test_the_pieces_cover_the_target_and_none_could_be_left_out(sentence):
    text, start, end, pieces = sentence
    target = target_pieces(text, start, end, pieces)
    letters = {i for i in range(start, end) if text[i] != " "}
    if target is None:
        assert not any(i in letters and p.start <= i < p.end for p in pieces for i in range(p.start, p.end))
        return
    covered = [set(range(pieces[i].start, pieces[i].end)) for i in target.pieces]
    assert letters <= set().union(*covered)
    assert all(piece & set(range(start, end)) for piece in covered)
    assert 0 not in target.pieces
    assert len(pieces) - 1 not in target.pieces


@given(sentences())
def test_spill_is_what_the_pieces_hold_beyond_the_target(sentence):
    text, start, end, pieces = sentence
    target = target_pieces(text, start, end, pieces)
    if target is not None:
        covered = {i for piece in target.pieces for i in range(pieces[piece].start, pieces[piece].end)}
        beyond = "".join(text[i] for i in sorted(covered) if not start <= i < end and text[i] != " ")
        assert target.spill == beyond


def test_a_piece_that_swallows_the_particle_is_named():
    pieces = [SPECIAL, Piece(0, 2), Piece(2, 4), SPECIAL]  # 길이 | 는
    assert target_pieces("길이 는", 0, 1, pieces) == Target((1,), "이")


def test_a_blank_piece_is_left_out_and_one_that_carries_its_space_counts():
    text = "흰 눈"
    assert target_pieces(text, 1, 3, [Piece(0, 1), Piece(1, 2, blank=True), Piece(2, 3)]) == Target((2,), "")
    assert target_pieces(text, 2, 3, [Piece(0, 1), Piece(1, 3)]) == Target((1,), "")
    assert target_pieces(text, 1, 2, [Piece(0, 1), Piece(1, 2, blank=True), Piece(2, 3)]) is None


def test_all_bytes_of_a_character_count():
    assert target_pieces("배", 0, 1, [Piece(0, 1)] * 3) == Target((0, 1, 2), "")


@given(st.integers(1, 60), st.integers(3, 40), st.data())
def test_a_window_keeps_the_target_the_ends_and_its_size(count, limit, data):
    pieces = [SPECIAL, *(Piece(i, i + 1) for i in range(count)), SPECIAL]
    first = data.draw(st.integers(1, count))
    last = data.draw(st.integers(first, count))
    target = Target(tuple(range(first, last + 1)), "")
    kept = window(pieces, target, limit)
    if last - first + 1 > limit - 2:
        assert kept is None or len(pieces) <= limit
        return
    assert kept is not None
    assert len(kept) == min(limit, len(pieces))
    assert {0, len(pieces) - 1, *target.pieces} <= set(kept)
    inner = kept[1:-1]
    assert list(inner) == list(range(inner[0], inner[-1] + 1)), "a window has no holes"
    left, right = first - inner[0], inner[-1] - last
    if inner[0] > 1 and inner[-1] < count:  # neither end of the sentence is in reach
        assert abs(left - right) <= 1, "the target stands in the middle"


def test_pooling_means_what_it_says():
    hidden = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
    assert np.array_equal(pool(hidden, (1, 2, 3), "first"), hidden[:, 1])
    assert np.array_equal(pool(hidden, (1, 2, 3), "last"), hidden[:, 3])
    assert pool(hidden, (1, 3), "mean") == pytest.approx((hidden[:, 1] + hidden[:, 3]) / 2)
    assert pool(hidden, (1, 3), "mean").dtype == np.float32
