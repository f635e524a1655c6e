"""The film of a training without a browser: what it says is computed from the numbers."""

from streamlit.testing.v1 import AppTest


def page():  # run as a file, the page would put its folder, and with it probes.py, before the package probes
    import runpy
    from pathlib import Path

    import explorer.screens

    runpy.run_path(str(Path(explorer.screens.__file__).parent / "learning.py"))


def test_elmo_is_read_in_words():
    for language, untrained in (("ko", "학습 전"), ("en", "untrained")):
        app = AppTest.from_function(page, default_timeout=240)
        app.session_state["lang"] = language
        app.session_state["chosen"] = {"film": "nun", "curve": "wic", "moment": 2}
        app.run()
        assert not app.exception and not app.warning
        said = " ".join(element.value for element in [*app.markdown, *app.caption])
        assert "0.63" in said and untrained in said and "{" not in said
        assert app.select_slider[0].value == 2


def test_the_layer_in_the_picture_is_reported_and_what_was_read_has_its_unit():
    for language, unit, shown, best in (
        ("ko", "3,030만 토큰", "1층 · 첫째 LSTM에서", "끝에 가장 높은 2층"),
        ("en", "30.3 M tokens", "in layer 1 · first LSTM", "It ends highest in layer 2"),
    ):
        app = AppTest.from_function(page, default_timeout=240)
        app.session_state["lang"] = language
        app.session_state["chosen"] = {"film": "nun", "curve": "one_nn", "depth3": 1}
        app.run()
        assert not app.exception and not app.warning
        said = " ".join(element.value for element in [*app.markdown, *app.caption])
        assert unit in said and shown in said, said
        assert best not in said or said.index(shown) < said.index(best)


def test_a_layer_has_one_name_everywhere():
    for language, name in (("ko", "2층 · 둘째 LSTM"), ("en", "layer 2 · second LSTM")):
        app = AppTest.from_function(page, default_timeout=240)
        app.session_state["lang"] = language
        app.run()
        assert not app.exception
        said = " ".join(element.value for element in [*app.markdown, *app.caption])
        assert name in said and "lstm" not in said
