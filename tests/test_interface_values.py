"""The values that a person makes at a prompt: one of a wrong kind is one sentence when it is made, not far inside."""

import copy
import inspect
import operator
import pickle

import numpy as np
import pytest

import explorer
from explorer import ExplorerError, LayerStack, Occurrence, ScalarMix, Uses

STATIC = "word2vec-ko"
NONE_OF_THEM = [
    None, 5, -1, 1.5, True, "", "\0", "\ud800", b"x", [], (), {}, [1, 2], [None], {"a": 1}, {1, 2}, float("nan"),
    object(), int, np.zeros(3), np.zeros((0, 3)), np.float64(2), range(3), (value for value in "ab"),
]  # fmt: skip


@pytest.fixture(scope="module")
def pears():
    return explorer.uses("배")[:6]


@pytest.fixture(scope="module")
def stack(pears):
    return explorer.encode(pears, STATIC)


def good(pears, stack):
    """Arguments with which every public name works."""
    uses, one = {"occurrences": pears}, {"encoder": STATIC}
    return {
        "Occurrence": {"text": "배가 온다", "start": 0, "end": 1, "word": "배"},
        "ScalarMix": {"logits": (0.0, 1.0)}, "Uses": uses, "LayerStack": {
            "vectors": stack.vectors, "layers": stack.layers, **uses, "encoder": stack.encoder, "spill": stack.spill,
        },
        "bracketed": {"sentences": "[배]가"}, "find": {"text": "배가 온다", "word": "배"}, "uses": {"word": "배"},
        "sense_table": {"word": "배"}, "word_table": {}, "encoder_table": {}, "read": {"path": "absent.tsv"},
        "open_encoder": one, "encode": uses | one, "mix": {"stack": stack}, "project": uses | one,
        "similarity": uses | one, "nearest": uses | one | {"item": 0}, "nearest_words": {"word": "배"},
        "measure": {**uses, "encoders": STATIC, "permutations": 5}, "draw": uses | one,
        "draw_layers": {**uses, "encoders": STATIC}, "wic": {"pairs": "absent.tsv", "encoders": STATIC},
        "probe": one, "save": {"figure": explorer.draw(pears, STATIC), "path": "picture.csv", "replace": True},
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(explorer.__all__) - {"Encoder", "ExplorerError"}))
def test_whatever_is_given_a_public_name_answers_or_says_one_sentence(pears, stack, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    door, arguments = getattr(explorer, name), good(pears, stack)[name]
    parameters = ["occurrences"] if name == "Uses" else inspect.signature(door).parameters
    for parameter in parameters:
        for value in NONE_OF_THEM:
            try:
                door(**{**arguments, parameter: value})
            except ExplorerError as error:
                assert str(error) and "\n" not in str(error) and len(str(error)) < 1500
            except ValueError as error:
                assert name == "LayerStack" and "do not fit" in str(error), (parameter, value)


@pytest.mark.parametrize("value", [value for value in NONE_OF_THEM if not isinstance(value, (list, tuple, dict))])
def test_methods_say_one_sentence_too(pears, stack, value):
    calls = {
        "sentence": lambda: Occurrence.from_bracketed(value),
        "mix": lambda: ScalarMix((0.0,))(value),
        "uses": lambda: explorer.open_encoder(STATIC).encode([value]),
        "sum": lambda: operator.add(pears, [value]),
        "others": lambda: operator.add(pears, (None,)),
    }
    for call in calls.values():
        with pytest.raises(ExplorerError):
            call()
    if not isinstance(value, str) and value is not None:
        for call in (
            lambda: pears[0].labelled(value), lambda: pears.where(word=value),
            lambda: Occurrence.from_bracketed("[배]가", value),
        ):  # fmt: skip
            with pytest.raises(ExplorerError):
                call()


@pytest.mark.parametrize("indices", [None, 5, [6], [-7], ["a"], [0.0], "ab", [None]])
def test_a_stack_has_no_use_that_is_not_there(stack, indices):
    with pytest.raises(ExplorerError, match="indices"):
        stack.take(indices)


@pytest.mark.parametrize("wrong", [{"layers": ("a", "b")}, {"spill": ()}, {"encoder": None}, {"layers": ["0"]}])
def test_a_stack_whose_parts_do_not_fit_is_none(stack, wrong):
    parts = {name: getattr(stack, name) for name in ("vectors", "layers", "occurrences", "encoder", "spill")}
    with pytest.raises((ExplorerError, ValueError)):
        LayerStack(**{**parts, **wrong})


def test_what_is_right_stays_what_it_was(pears):
    for copied in (pickle.loads(pickle.dumps(pears)), copy.deepcopy(pears), Uses(list(pears)), Uses(u for u in pears)):
        assert copied == pears and isinstance(copied, Uses)
    assert Uses() == () and pears + list(pears) == Uses((*pears, *pears))
    use = Occurrence("배가 온다", np.int64(0), np.int32(1), "배")
    assert (type(use.start), type(use.end)) == (int, int) and use == Occurrence("배가 온다", 0, 1, "배")
    assert ScalarMix([1, 2]) == ScalarMix(np.array([1.0, 2.0])) == ScalarMix((1.0, 2.0))
    assert hash(ScalarMix([1, 2])) == hash(ScalarMix((1.0, 2.0)))
