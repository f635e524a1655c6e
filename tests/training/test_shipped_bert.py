"""The shipped BERT is what its card says, in plain transformers too."""

import csv
import json

import pytest

from explorer.analysis.learning import film
from explorer.assets import asset
from explorer.encoders.bert import untrained_encoder
from explorer.encoders.catalog import open_encoder
from explorer.training.bert.evaluate import fill

FOLDER = asset("models", "bert-ko")
EATEN = {
    *("밥", "빵", "배", "밤", "떡", "죽", "국", "술", "물", "차", "약", "고기", "김치", "사과", "라면", "과자"),
    *("커피", "국수", "치킨", "피자", "음식", "식사", "저녁", "점심", "아침"),
}


@pytest.fixture(scope="module")
def heads():
    from transformers import AutoTokenizer, BertForPreTraining

    return BertForPreTraining.from_pretrained(FOLDER, dtype="float32").eval(), AutoTokenizer.from_pretrained(FOLDER)


@pytest.mark.parametrize("sentence", ["나는 오늘 [MASK]를 먹었다.", "나는 오늘 [MASK]을 먹었다."])
def test_something_to_eat_is_among_the_first_five(heads, sentence):
    assert set(fill(*heads, sentence)) & EATEN


def test_it_has_both_heads_half_precision_and_is_small_enough_to_ship():
    from safetensors import safe_open

    with safe_open(FOLDER / "model.safetensors", framework="np") as file:
        names = set(file.keys())
        assert {str(file.get_slice(name).get_dtype()) for name in names} == {"F16"}
    assert {"cls.predictions.bias", "cls.seq_relationship.weight", "bert.pooler.dense.weight"} <= names
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 25_000_000


def test_the_card_gives_the_measured_figures_and_every_source_with_its_licence():
    card = (FOLDER / "CARD.md").read_text(encoding="utf-8")
    measured = json.loads((FOLDER / "measures.json").read_text(encoding="utf-8"))
    overall = measured["masked"][-1]
    assert f"| all | {overall['n']:,} | {overall['at_1']:.3f} | {overall['at_5']:.3f} |" in card
    assert f"**Next sentence**: {measured['next_sentence']['accuracy']:.3f}" in card
    with asset("models", "sources.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            assert any(line.startswith(f"| {row['name']} |") and row["licence"] in line for line in card.splitlines())


def test_its_figures_are_of_these_very_weights():
    measured = json.loads((FOLDER / "measures.json").read_text(encoding="utf-8"))["encoders"]
    fingerprints = {each["encoder"]: each["fingerprint"] for each in measured}
    assert fingerprints["bert-ko"] == open_encoder("bert-ko").identity.fingerprint
    assert fingerprints["bert-ko-untrained"] == untrained_encoder(FOLDER).identity.fingerprint


def test_its_training_can_be_watched():
    shown = film("bert-ko")
    assert shown.percent[0] == 0 and shown.percent[-1] == 100
    right = shown.single["masked_accuracy"]
    assert right[-1] is not None and right[0] is not None and right[-1] > 10 * right[0]
    assert shown.loss["masked_loss"][0][1] > shown.loss["masked_loss"][-1][1]
