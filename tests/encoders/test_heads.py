"""A model seen from inside gives the numbers of plain transformers, and what it cannot show it says."""

import numpy as np
import pytest

from explorer.encoders.blanks import PieceRow, continued, with_mask
from explorer.encoders.heads import candidates, open_heads
from explorer.errors import ExplorerError
from tests.encoders.tiny import DIM, save_bert, save_gpt2
from tests.encoders.tiny_heads import HEADS, LAYERS, save_headed


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return save_headed(tmp_path_factory.mktemp("headed"))


@pytest.fixture(scope="module")
def model(folder):
    return open_heads(str(folder))


def test_the_numbers_are_those_of_plain_transformers(folder, model):
    import torch
    from transformers import BertForPreTraining, BertTokenizerFast

    plain = BertForPreTraining.from_pretrained(folder, attn_implementation="eager").eval()
    read = BertTokenizerFast.from_pretrained(folder)("배가 고파서", "밥을 먹었다", return_tensors="pt")
    with torch.inference_mode():
        out = plain(**read, output_attentions=True, output_hidden_states=True)
    pieces = model.read("배가 고파서", "밥을 먹었다")
    assert list(pieces.ids) == read["input_ids"][0].tolist()
    assert list(pieces.types) == read["token_type_ids"][0].tolist()
    run = model.run(pieces)
    assert np.allclose(run.logits, out.prediction_logits[0], atol=1e-5)
    assert np.allclose(run.hidden[-1], out.hidden_states[-1][0], atol=1e-5)
    assert np.allclose(run.attention[0], out.attentions[0][0], atol=1e-6)
    assert run.follows == pytest.approx(float(out.seq_relationship_logits[0].softmax(-1)[0]), abs=1e-5)
    assert run.attention.shape == (LAYERS, HEADS, len(pieces), len(pieces))


def test_the_input_is_the_sum_of_its_three_vectors(model):
    pieces = model.read("배가 고파서", "밥을 먹었다")
    parts = model.input_sum(pieces)
    assert parts.token.shape == (len(pieces), DIM)
    assert np.allclose(parts.total, parts.token + parts.segment + parts.position, atol=1e-6)
    assert np.allclose(parts.normed, model.run(pieces).hidden[0], atol=1e-5)
    assert parts.difference < 1e-5
    segments = {tuple(np.round(row, 5)) for row in parts.segment}
    assert len(segments) == 2 and not np.allclose(parts.position[0], parts.position[1])


def test_what_is_not_visible_changes_nothing(model):
    pieces = model.read("나는 [MASK]를 먹었다")
    blank = pieces.ids.index(model.mask_id)
    before = np.arange(len(pieces)) <= blank
    hidden = model.run(pieces, before).logits[blank]
    other = pieces.put({i: (7, "x") for i in range(blank + 1, len(pieces))})
    assert np.allclose(model.run(other, before).logits[blank], hidden, atol=1e-5)
    assert not np.allclose(model.run(other).logits[blank], model.run(pieces).logits[blank], atol=1e-3)


@pytest.mark.parametrize("text", ["나는 [MASK]를 먹었다", "나는 [mask]를 먹었다"])
def test_a_particle_on_a_blank_continues_its_word(model, text):
    assert model.read(text).names == ("[CLS]", "나", "##는", "[MASK]", "##를", "먹었", "##다", "[SEP]")


def test_a_blank_alone_and_two_blanks(model):
    assert model.read("[MASK] [MASK].").names == ("[CLS]", "[MASK]", "[MASK]", ".", "[SEP]")
    assert with_mask("a[MASK]b[Mask]", "<mask>") == "a<mask>b<mask>"
    rows = [PieceRow("<mask>", 1, 0, 0, (0, 6)), PieceRow("를", 2, 0, 0, (6, 7))]
    assert continued(rows, ["[MASK]를"], 1, lambda _: None) == rows  # a vocabulary without ##


def test_too_much_or_nothing_is_said(model):
    for nothing in ("  ", "\u200b", "\ufffd"):
        with pytest.raises(ExplorerError) as error:
            model.read("배가", nothing)
        assert error.value.key == "empty_sentence"
    with pytest.raises(ExplorerError) as error:
        model.read("배" * 70)
    assert error.value.key == "inside_too_long"


def test_a_model_without_the_head_is_refused(tmp_path, folder):
    for place in (str(save_bert(tmp_path / "bare")), str(save_gpt2(tmp_path / "gpt")), "e5-small", "elmo-ko"):
        with pytest.raises(ExplorerError) as error:
            open_heads(place)
        assert error.value.key == "inside_no_heads"


def test_a_model_with_one_head_foretells_no_next_sentence(tmp_path, folder):
    from transformers import AutoTokenizer, BertForMaskedLM

    BertForMaskedLM.from_pretrained(folder).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(folder).save_pretrained(tmp_path)
    model = open_heads(str(tmp_path))
    assert not model.has_next_sentence
    assert model.run(model.read("배가 떠 있다", "밥을")).follows is None


def test_the_model_trained_here_comes_first_and_an_absent_one_says_what_to_do():
    assert candidates()[0] == "bert-ko"
    with pytest.raises(ExplorerError) as error:
        open_heads("no/such/model")
    assert error.value.key in ("model_not_fetched", "encoder_unknown")
