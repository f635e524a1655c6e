"""The page of probes with results whose numbers are known, read by the page as it reads the shipped ones."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer.analysis.probing import ProbeResult, ProbeSettings, ready
from explorer.encoders.base import EncoderIdentity
from explorer.screens.probes_views import VIEWS
from tests.analysis.reports import cumulative, layer, mix, report

ROOT = Path(__file__).parents[2]
PAGE = str(ROOT / "explorer" / "screens" / "probes.py")


def result(task: str, accuracies: list[float], worse: tuple[int, ...]) -> ProbeResult:
    layers = tuple(
        layer(str(k), a, control=0.5, selectivity=a - 0.5, codelength=900.0 - 100 * a, control_codelength=1200.0)
        for k, a in enumerate(accuracies)
    )
    found = report(
        accuracies, worse, layers=layers, task=task, mix=mix([0.5, 0.3, 0.2], 0.6, 0.8),
        cumulative=cumulative(sorted(accuracies)), baselines=(layer("context", 0.99), layer("untrained.0", 0.5)),
    )  # fmt: skip
    return ProbeResult(
        report=found, task_id=task, encoder=EncoderIdentity("elmo-ko", "elmo", "0" * 16), language="ko",
        source="bundled", format="bracketed", silver=False, settings=ProbeSettings(), available=200, digest="x",
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(ready, "path_of", lambda encoder_id: tmp_path / f"{encoder_id}.json")
    ready.write("elmo-ko", (result("pos", [0.9, 0.8, 0.7], (1, 2)), result("sense", [0.5, 0.6, 0.8], (0, 1))))
    return tmp_path


def shown(**chosen: object) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200)
    app.session_state["chosen"] = {"encoders": ["elmo-ko", "word2vec-ko"], **chosen}
    app.run()
    app.switch_page(PAGE).run()
    assert not app.exception, app.exception
    return app


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_drawn_and_the_order_is_read_from_the_numbers(folder, view):
    said = " ".join(text.value for text in shown(view=view).markdown)
    assert "앞쪽 층에서" in said and "문맥 낱말의 평균 0.99" in said


def test_a_damaged_file_is_said_and_the_page_stands(folder):
    (folder / "elmo-ko.json").write_text("[{", encoding="utf-8")
    app = shown()
    assert app.warning and app.title[0].value
