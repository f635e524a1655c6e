"""The lesson without a browser: each step draws, asks first, and compares an answer with what was computed."""

import pytest
from streamlit.testing.v1 import AppTest

from explorer.language import text
from explorer.screens.lesson_parts import STEPS
from tests.analysis.reports import report

STEP_ANSWERS = ("same", "all", "same", "near", "last", "low")


def page():
    import runpy

    from explorer.screens import lesson_parts

    runpy.run_path(lesson_parts.__file__.replace("lesson_parts", "lesson"))


def lesson(step, language="ko", answer=None):
    app = AppTest.from_function(page, default_timeout=300)
    app.session_state["lang"] = language
    app.session_state["page"] = "lesson"
    app.query_params["step"] = str(step)
    if answer:
        app.query_params["answer"] = answer
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize("language", ["ko", "en"])
def test_every_step_asks_before_it_shows(language):
    for step, name in enumerate(STEPS, start=1):
        app = lesson(step, language)
        assert app.header[0].value == text(f"lesson.{name}.title", language)
        assert app.button(key=f"reveal-{step}").disabled
        assert not app.success


def test_every_step_compares_an_answer_with_the_numbers():
    for step, answer in enumerate(STEP_ANSWERS, start=1):
        app = lesson(step, "ko", answer)
        shown = [*app.success, *app.info]
        assert any(text("lesson.agrees", "ko") == box.value or "예상" in box.value for box in shown) or step == 5
        assert not app.warning


def test_an_answer_does_not_go_on_to_the_next_step():
    app = lesson(4, "ko", "middle")
    assert app.success
    app.button(key="step-next").click().run()
    assert app.button(key="reveal-5").disabled


def test_an_answer_of_another_step_is_none():
    app = lesson(2, "ko", "forward")
    assert app.button(key="reveal-2").disabled


@pytest.mark.parametrize(
    ("pos", "sense", "order", "answer"),
    [
        ([0.8, 0.9, 0.7, 0.6, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.6, 0.6, 0.7, 0.9], "order_textbook", "first"),
        ([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.5], [0.5, 0.5, 0.5, 0.6, 0.6, 0.7, 0.9], "order_textbook", "middle"),
        ([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9], [0.5, 0.5, 0.5, 0.6, 0.6, 0.7, 0.9], "order_none", "same"),
    ],
)
def test_the_order_of_layers_is_said_only_where_the_probes_show_it(monkeypatch, pos, sense, order, answer):
    from explorer.screens import lesson_layers

    worse = tuple(k for k in range(7) if pos[k] < 0.9)
    made = {"pos": report(pos, worse), "sense": report(sense, tuple(range(6)))}
    monkeypatch.setattr(lesson_layers, "ready_report", lambda encoder, task, language: made[task])
    app = lesson(5, "en", answer)
    tied = text("lesson.layers.tied", "en", form_layers={6: "1", 1: "0–5", 0: "0–6"}[len(worse)], meaning_layers="6")
    said = f"{tied} **{text(f'lesson.layers.{order}', 'en')}**"
    assert said in [element.value for element in app.markdown]
    assert [box.value for box in app.success] == [text("lesson.agrees", "en")]


def test_where_one_layer_is_lower_it_is_named_to_who_finds_all_alike(monkeypatch):
    from explorer.screens import lesson_layers

    made = report([0.9] * 6 + [0.5], (6,))
    monkeypatch.setattr(lesson_layers, "ready_report", lambda encoder, task, language: made)
    said = text("lesson.layers.not_same", "en", layers="6", best=made.best_layer)
    assert said in [element.value for element in lesson(5, "en", "same").markdown]
    assert said not in [element.value for element in lesson(5, "en", "first").markdown]
