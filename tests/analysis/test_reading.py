"""What is said of a report follows from its numbers, and nothing is called clear that is not."""

import pytest

from explorer.analysis.reading import best_statement, caveats, good_layers, order, order_statement, reading
from explorer.analysis.statements import spans
from explorer.language import LANGUAGES, speaker
from tests.analysis.reports import cumulative, layer, mix, report


def keys(of):
    return [statement.key for statement in reading(of)]


def test_a_peak_is_named_with_all_layers_that_cannot_be_told_from_it():
    early = report([0.80, 0.87, 0.86, 0.70], worse=(0, 3))
    assert good_layers(early) == (1, 2)
    said = reading(early)
    assert [s.key for s in said[:3]] == ["plateau", "rises", "falls"]
    assert said[0].values["layers"] == "1–2"


def test_without_a_clear_difference_no_layer_is_called_the_best():
    assert keys(report([0.80, 0.81, 0.82]))[0] == "flat"


def test_rising_to_the_last_layer_is_said_only_where_the_first_is_clearly_worse():
    assert keys(report([0.5, 0.6, 0.7], worse=(0, 1)))[:2] == ["peak", "rises_to_last"]
    assert "rises_to_last" not in keys(report([0.69, 0.6, 0.7], worse=(1,)))


def test_each_baseline_is_called_above_near_or_below():
    near = report([0.6, 0.8], worse=(0,), baselines=(layer("bag of context", 0.79),))
    said = {s.key: s.beside for s in reading(near)}
    assert said["baselines_above"] == (("majority", 0.5),)
    assert said["baselines_near"] == (("bag of context", 0.79),)
    poor = report([0.40, 0.41])
    assert "baselines_below" in keys(poor)


def test_chance_selectivity_mix_and_notes_are_read_too():
    last = layer("1", 0.6, null_band=(0.4, 0.62), control=0.5, selectivity=0.1, selectivity_interval=(-0.02, 0.2))
    of = report(
        [0.5, 0.6], layers=(layer("0", 0.5), last), mix=mix([0.2, 0.8], 0.7, 0.9), cumulative=cumulative([0.5, 0.6]),
        notes=("few_units",),
    )  # fmt: skip
    assert {"null_within", "not_selective", "mix_upper", "expected", "note_few_units"} <= set(keys(of))
    assert "mix_even" in keys(report([0.5, 0.6], mix=mix([0.5, 0.5], 0.4, 0.6)))


def test_what_is_not_beaten_stands_beside_a_claim():
    near = report([0.6, 0.8], worse=(0,), baselines=(layer("context", 0.79),))
    assert [s.key for s in caveats(near)] == ["baselines_near"]
    assert not caveats(report([0.6, 0.8], worse=(0,)))


def test_undefined_is_said():
    assert keys(report([0.5, 0.6], best_layer=None)) == ["undefined"]


def test_an_order_is_claimed_only_where_the_best_layers_do_not_overlap():
    early, late = report([0.9, 0.8, 0.7], worse=(1, 2)), report([0.5, 0.6, 0.7], worse=(0, 1))
    flat = report([0.80, 0.81, 0.80])
    assert order(early, late) == "textbook"
    assert order(late, early) == "reverse"
    assert order(early, flat) == "none"
    assert order(early, report([0.7])) == "undefined" and order_statement(early, report([0.7])) is None


@pytest.mark.parametrize(
    ("layers", "written"), [((0,), "0"), ((3, 1, 2), "1–3"), ((0, 2, 3, 7), "0, 2–3, 7"), ((), "")]
)
def test_layers_are_written_as_runs(layers, written):
    assert spans(layers) == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_statement_has_a_text_with_its_values(language):
    words = speaker(language)
    every = report(
        [0.80, 0.87, 0.86, 0.70], worse=(0, 3), mix=mix([0.4, 0.3, 0.2, 0.1], 0.8, 1.2),
        cumulative=cumulative([0.8, 0.87, 0.88, 0.88]), baselines=(layer("bag of context", 0.6), layer("other", 0.99)),
        notes=("few_units", "few_items", "few_seeds", "one_split", "not_converged", "edge_of_strengths"),
    )  # fmt: skip
    flat, single = report([0.80, 0.81]), report([0.8])
    for statement in (*reading(every), *reading(flat), *reading(single), *reading(report([0.5], best_layer=None))):
        assert statement.say(words, encoder="E", task="T")
    early, late = report([0.9, 0.8], worse=(1,)), report([0.5, 0.7], worse=(0,))
    for pair in ((early, late), (late, early), (early, report([0.8, 0.81]))):
        assert "E" in order_statement(*pair).say(words, encoder="E", form="F", meaning="M")
    assert "0.87" in best_statement(every).say(words, task="T") and "1–2" in best_statement(every).say(words, task="T")
