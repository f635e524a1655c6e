import json

import numpy as np
import pandas as pd
import pytest
from constructed import layers_with_truth_at

from probes.codelength import online_codelength
from probes.cumulative import cumulative_probes
from probes.fitting import Settings
from probes.measure import measure
from probes.report import from_frame, from_json, to_frame, to_json
from probes.scalar_mix import learn_mix
from probes.summary import NOTES, summarise
from probes.tasks import Task


@pytest.fixture(scope="module")
def report():
    layers, labels = layers_with_truth_at(1, n=120, layers=3)
    task = Task.of("t", labels, types=(np.arange(120) % 30).tolist(), control="type", null="permutation")
    quick = {"repeats": 2, "workers": 1}
    return summarise(
        measure(
            task,
            layers,
            baselines={"static": np.ones((120, 2), dtype=np.float32)},
            settings=Settings(probe="logistic", permutations=20, **quick),
        ),
        encoder="단어",
        codelength=online_codelength(task, layers, **quick),
        mix=learn_mix(task, layers, **quick),
        cumulative=cumulative_probes(task, layers, **quick),
        draws=100,
    )


def test_the_report_is_the_same_after_json_and_after_a_frame(report):
    assert from_json(to_json(report)) == report
    assert from_frame(to_frame(report)) == report


def test_json_holds_nothing_that_json_does_not_know(report):
    data = json.loads(to_json(report, indent=1))
    assert [layer["layer"] for layer in data["layers"]] == [0, 1, 2]
    assert data["baselines"][0]["layer"] is None and data["baselines"][0]["codelength"] is None


def test_the_frame_has_a_row_a_layer_and_numbers_for_figures(report):
    frame = to_frame(report)
    assert list(frame["kind"]) == ["layer"] * 3 + ["baseline"]
    assert pd.api.types.is_float_dtype(frame["accuracy"]) and frame["interval_low"].notna().all()


def test_everything_that_was_asked_for_stands_in_the_report(report):
    assert report.best_layer == 1 and report.mix.uniform_centre == 1 and report.cumulative.expected_layer is not None
    layer = report.layers[1]
    assert layer.interval[0] <= layer.accuracy <= layer.interval[1]
    assert layer.selectivity == pytest.approx(layer.accuracy - layer.control)
    assert layer.p_null == pytest.approx(1 / 21) and layer.null_band[1] < layer.accuracy
    assert report.seeds == (0, 1) and "few_seeds" in report.notes and set(report.notes) <= set(NOTES)
    assert len(report.comparisons) == 3
