import json
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.analysis.learning import film
from explorer.assets import asset
from explorer.encoders.catalog import open_encoder
from explorer.encoders.elmo import weights_encoder
from explorer.encoders.elmo_model import ElmoConfig, new_model
from explorer.training import moment_probes
from explorer.training.elmo import moments
from explorer.training.elmo.checkpoint import save_weights
from explorer.training.elmo.evaluate import perplexity
from explorer.training.elmo.measures import Measures, PairScore, best_threshold, remembered
from explorer.training.elmo.stream import Vocabulary, count_words
from explorer.training.quality import Score

SENTENCES = [["▁배", "가", "▁고프", "다", "."], ["▁배", "를", "▁타", "고", "▁섬", "에", "▁간다", "."]] * 4
SMALL = ElmoConfig(words=12, character_dim=8, filters=((1, 8), (3, 8)), width=16, cell=16, cutoffs=(5, 9))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-20, 20), st.booleans()), min_size=1, max_size=40))
def test_no_threshold_is_right_more_often(pairs):
    cosines = np.array([cosine / 20 for cosine, _ in pairs])
    same = np.array([label for _, label in pairs])

    def right(threshold: float) -> int:
        return int(((cosines > threshold) == same).sum())

    assert right(best_threshold(cosines, same)) == max(right(t) for t in np.linspace(-1.03, 1.03, 207))


def test_an_untrained_model_is_as_lost_as_its_vocabulary_is_large(tmp_path):
    heldout = tmp_path / "surface" / "heldout"
    heldout.mkdir(parents=True)
    (heldout / "own.txt").write_text("\n".join(" ".join(s) for s in SENTENCES[:4]) + "\n", "utf-8")
    (heldout / "other.txt").write_text("▁처음 ▁보 는 ▁말\n", "utf-8")
    vocabulary = Vocabulary.from_counts(count_words(SENTENCES), SMALL.words)
    own, other, together = perplexity(new_model(SMALL, 1), vocabulary, tmp_path, ["own", "other"])
    assert 0.5 * SMALL.words < own.forwards < 2 * SMALL.words
    assert own.tokens == sum(len(s) + 1 for s in SENTENCES[:4])
    assert other.unknown == 0.8  # four words that it does not know, and the end of the sentence
    assert together.tokens == own.tokens + other.tokens


def test_every_bundled_word_with_two_senses_has_its_accuracy_at_every_moment(tmp_path, monkeypatch):
    sentences = moments.bundled.occurrences("ko", "bae")
    few = sentences[:6] + sentences[-6:]
    monkeypatch.setattr(moments.bundled, "occurrences", lambda language: few)
    monkeypatch.setattr(moments, "probes_by_moment", lambda encoders: {})  # need more sentences
    for percent, seed in ((0, 1), (100, 2)):
        save_weights(tmp_path / f"{percent:03d}.safetensors", new_model(SMALL, seed), {"tokens": percent})
    found = moments.measure(tmp_path)
    assert found.percent == found.tokens == (0, 100)
    assert np.shape(found.points["bae"]) == (3, 2, 12, 2)
    assert np.shape(found.one_nn["bae"]) == np.shape(found.unmatched["bae"]) == (2, 3)
    assert found.unmatched_chance >= found.chance


def test_measures_are_found_again_for_the_same_weights_only(tmp_path):
    for name, seed in (("one", 1), ("two", 2)):
        save_weights(tmp_path / f"{name}.safetensors", new_model(SMALL, seed), {})
    one, two = (weights_encoder(tmp_path / f"{name}.safetensors", "x") for name in ("one", "two"))
    taken = Measures(
        "x", one.identity.fingerprint, one.layers, 9, 0.6, (PairScore(0.5, 0.5, 0.4, 0.1),), (Score(0.7, 0.5, 8),)
    )
    kept = json.loads(json.dumps([asdict(taken)]))
    assert remembered(kept, one) == taken
    assert remembered(kept, two) is None


def test_probes_at_a_moment_are_those_that_the_shipped_file_holds(monkeypatch):
    monkeypatch.setattr(moment_probes, "TASKS", ("sense",))
    shipped = film("elmo-ko").probes
    found = moment_probes.probes_by_moment([open_encoder("elmo-ko")])["sense"]
    assert found.accuracy[-1] == pytest.approx(shipped["sense"].accuracy[-1], abs=1e-3)  # ready vectors are float16
    assert (found.chance, found.reference, found.n) == (shipped["sense"].chance, "majority", shipped["sense"].n)


def test_the_card_says_what_probes_read_at_each_moment():
    elmo = film("elmo-ko")
    written = moment_probes.probes_section(elmo.layers, elmo.percent, elmo.probes)
    card = asset("models", "elmo-ko", "CARD.md").read_text(encoding="utf-8")
    assert written.splitlines()[-1] in card and written.count("\n| ") == len(elmo.percent) + 2
