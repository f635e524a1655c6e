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


def test_a_layer_has_one_name_everywhere():
    for language, name in (("ko", "2층 · 둘째 LSTM"), ("en", "layer 2 · second LSTM")):
        app = AppTest.from_function(page, default_timeout=240)
        app.session_state["lang"] = language
        app.run()
        assert not app.exception
        said = " ".join(element.value for element in [*app.markdown, *app.caption])
        assert name in said and "lstm" not in said
