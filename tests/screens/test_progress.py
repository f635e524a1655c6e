"""Waits speak the reader's language, and what a page can save is called by its name."""

import ast
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import streamlit as st
from streamlit.testing.v1 import AppTest

from explorer.analysis import compare
from explorer.language import speaker
from explorer.screens import layer_scores
from explorer.screens.exports import page_label
from explorer.screens.progress import time_left

SCREENS = Path(__file__).parents[2] / "explorer" / "screens"


def test_no_wait_counts_its_seconds_in_english_only():
    for path in [*SCREENS.glob("*.py"), SCREENS.parents[1] / "app.py"]:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "spinner":
                assert "show_time" not in {keyword.arg for keyword in call.keywords}, path.name


def test_time_left_is_said_in_words_once_work_has_taken_a_second(monkeypatch):
    for key, expected in (
        ("common.encoding_left", "100문장 가운데 25문장을 읽었습니다. 약 12초 남았습니다."),
        ("my_data.reading_left", "100줄 가운데 25줄을 읽었습니다. 약 12초 남았습니다."),
    ):
        now, said = [0.0], []
        monkeypatch.setattr("time.monotonic", lambda now=now: now[0])
        report = time_left(SimpleNamespace(progress=lambda *shown, said=said: said.append(shown)), speaker("ko"), key)
        now[0] = 0.5
        report(5, 100)
        assert not said
        now[0] = 4.0
        report(25, 100)
        assert said == [(0.25, expected)]


def test_the_archive_of_a_page_says_how_many_figures_and_tables_it_holds():
    korean, english = speaker("ko"), speaker("en")
    assert page_label(1, 0, ("svg", "csv"), english) == "This page: 1 figure (zip, SVG + CSV)"
    assert page_label(3, 1, ("png", "csv"), english) == "This page: 3 figures, 1 table (zip, PNG + CSV)"
    assert page_label(2, 4, ("csv",), english) == "Numbers of this page: 2 figures, 4 tables (zip, CSV)"
    assert page_label(1, 0, ("svg", "csv"), korean) == "이 화면의 그림 1개 (zip, SVG + CSV)"
    assert page_label(3, 2, ("csv",), korean) == "이 화면의 값: 그림 3개, 표 2개 (zip, CSV)"


def test_start_and_layers_say_what_they_compute_while_they_do(monkeypatch):
    inside, computed = [0], []

    @contextmanager
    def waiting(text):
        assert text.endswith("…")
        inside[0] += 1
        yield
        inside[0] -= 1

    def watched(function):
        def call(*arguments, **named):
            computed.append((function.__name__, inside[0] > 0))
            return function(*arguments, **named)

        return call

    monkeypatch.setattr("explorer.screens.progress.waiting", waiting)
    for place in ("compare.layered_views", "compare.mixed_view"):
        monkeypatch.setattr(f"explorer.analysis.{place}", watched(getattr(compare, place.rpartition(".")[2])))
    for name in ("separation", "overview"):
        monkeypatch.setattr(f"explorer.screens.layer_scores.{name}", watched(getattr(layer_scores, name)))
    st.cache_resource.clear()
    app = AppTest.from_file(str(SCREENS.parents[1] / "app.py"), default_timeout=300)
    app.run()
    app.switch_page("explorer/screens/layers.py").run()
    app.query_params["scope"] = "all"
    app.run()
    st.cache_resource.clear()
    assert not app.exception
    assert {name for name, _ in computed} >= {"layered_views", "mixed_view", "separation"}
    assert all(said for _, said in computed), computed
