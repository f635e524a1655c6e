"""What a person at a prompt gets wrong: one sentence that names the argument and says what it must be."""

import numpy as np
import pytest

import explorer
from explorer import ExplorerError

STATIC = "word2vec-ko"


@pytest.fixture(scope="module")
def pears():
    return explorer.uses("배")


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("by", lambda uses: explorer.measure(uses, STATIC, by="senses")),
        ("centring", lambda uses: explorer.project(uses, STATIC, centring=None)),
        ("pooling", lambda uses: explorer.encode(uses, STATIC, pooling="max")),
        ("size", lambda uses: explorer.save(explorer.draw(uses, STATIC), "a.html", size="poster")),
        ("theme", lambda uses: explorer.draw(uses, STATIC, theme="pink")),
        ("language", lambda uses: explorer.word_table("fr")),
        ("measure", lambda uses: explorer.draw_layers(uses, STATIC, measure="auc")),
        ("task", lambda uses: explorer.probe(STATIC, "part of speech")),
        ("settings", lambda uses: explorer.probe(STATIC, settings={"repeats": 1})),
        ("upos", lambda uses: explorer.find("배가 크다", "배", "noun")),
        ("word", lambda uses: explorer.uses(["배"])),
        ("text", lambda uses: explorer.find(["배가 크다", float("nan")], "배")),
        ("sentences", lambda uses: explorer.bracketed(None)),
        ("occurrences", lambda uses: explorer.encode("배가 크다", STATIC)),
        ("occurrences", lambda uses: explorer.encode(uses.table(), STATIC)),
        ("occurrences", lambda uses: explorer.encode(uses[0], STATIC)),
        ("encoder", lambda uses: explorer.encode(uses, None)),
        ("encoder", lambda uses: explorer.open_encoder(5)),
        ("encoders", lambda uses: explorer.measure(uses, [])),
        ("encoders", lambda uses: explorer.draw_layers(uses, (STATIC, 5))),
        ("layer", lambda uses: explorer.similarity(uses, STATIC, layer="top")),
        ("item", lambda uses: explorer.nearest(uses, 999, STATIC)),
        ("item", lambda uses: explorer.nearest(uses, uses[0], STATIC)),
        ("count", lambda uses: explorer.nearest_words("배", count=-1)),
        ("seed", lambda uses: explorer.measure(uses, STATIC, seed=-1)),
        ("permutations", lambda uses: explorer.measure(uses, STATIC, permutations=True)),
        ("path", lambda uses: explorer.read("\0")),
        ("pairs", lambda uses: explorer.wic(uses, STATIC)),
        ("stack", lambda uses: explorer.mix(np.zeros((1, 2, 3)))),
        ("gamma", lambda uses: explorer.mix(explorer.encode(uses[:2], STATIC), gamma=float("nan"))),
        ("figure", lambda uses: explorer.save({"data": []}, "a.html")),
    ],
)
def test_a_wrong_argument_is_named_with_what_it_must_be(pears, name, call):
    with pytest.raises(ExplorerError) as caught:
        call(pears)
    assert caught.value.key == "argument" and caught.value.values["name"] == name
    assert str(caught.value).startswith(f"{name} is ") and "\n" not in str(caught.value)


def test_weights_that_are_none_and_figures_of_nothing_are_said(pears):
    with pytest.raises(ExplorerError, match="weights of a mix"):
        explorer.mix(explorer.encode(pears[:2], STATIC), {"a": 1})
    with pytest.raises(ExplorerError, match="no figure"):
        explorer.draw([], STATIC)


def test_uses_may_come_from_a_generator_numbers_from_numpy_and_an_encoder_opened(pears):
    assert explorer.encode((use for use in pears[:3]), STATIC).vectors.shape[1] == 3
    assert len(explorer.nearest(pears, np.int64(-1), STATIC, count=np.int32(2))) == 2
    opened = explorer.open_encoder(STATIC)
    assert explorer.probe(opened).equals(explorer.probe(STATIC))
