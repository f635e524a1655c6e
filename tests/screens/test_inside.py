"""Every view of Inside BERT with a small model, without a browser; and what it says where it can show nothing."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.encoders.tiny_heads import save_headed

VIEWS = ("input", "blank", "training", "next", "pooling", "attention")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return str(save_headed(tmp_path_factory.mktemp("headed")))


def page():  # run as a file, the page would put its folder, and with it probes.py, before the package probes
    import runpy
    from pathlib import Path

    import explorer.screens

    runpy.run_path(str(Path(explorer.screens.__file__).parent / "inside.py"))


def opened(model, view="input", language="ko", **chosen):
    app = AppTest.from_function(page, default_timeout=240)
    app.session_state["lang"] = language
    app.session_state["chosen"] = {"bert": model, "inside": view, **chosen}
    app.run()
    assert not app.exception
    return app


def text_of(app):
    return " ".join(element.value for element in [*app.markdown, *app.subheader, *app.caption])


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_shows_itself_in_words(folder, view):
    app = opened(folder, view)
    assert not app.warning and "{" not in text_of(app)
    english = opened(folder, view, language="en")
    assert not english.warning


def test_a_typed_blank_is_asked_with_both_forms(folder):
    app = opened(folder, "blank", first="나는 오늘 [MASK]를 먹었다.")
    shown = text_of(app)
    assert "을 먹었다" in shown and "를 먹었다" in shown
    app = opened(folder, "blank", first="<img src=x> 나는 [MASK]에서 먹었다.")
    assert not app.warning and "를 먹었다" not in text_of(app)


def test_the_same_draw_comes_again(folder):
    first, again, other = (opened(folder, "training", draw=seed, share=0.5) for seed in (3, 3, 4))
    table = [app.dataframe[0].value.to_dict() for app in (first, again, other)]
    assert table[0] == table[1] != table[2]


@pytest.mark.parametrize("text", ["", " ", "배 " * 100])
def test_what_cannot_be_read_is_one_sentence(folder, text):
    app = opened(folder, "attention", first=text)
    assert len(app.warning) == 1 and app.text_input[0].value == text


@pytest.mark.parametrize("model", ["e5-small", "elmo-ko", "no such model", "../../etc"])
def test_a_model_that_cannot_be_opened_is_one_sentence(model):
    app = opened(model)
    assert len(app.warning) == 1 and not app.text_input
