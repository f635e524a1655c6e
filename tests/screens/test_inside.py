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
    table = [app.dataframe[1].value.to_dict() for app in (first, again, other)]
    assert table[0] == table[1] != table[2]


@pytest.mark.parametrize(
    ("language", "columns"),
    [
        ("ko", ["조각", "구간", "|조각 벡터|", "|구간 벡터|", "|자리 벡터|", "|합|"]),
        ("en", ["piece", "segment", "|piece vector|", "|segment|", "|position|", "|sum|"]),
    ],
)
def test_the_lengths_stand_beside_their_piece(folder, language, columns):
    frame = opened(folder, language=language, first="나는 오늘", second="").dataframe[0].value
    assert list(frame.columns) == columns
    assert list(frame[columns[0]]) == ["[CLS]", "나", "##는", "오늘", "[SEP]"]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_two_columns_of_a_table_have_one_name(folder, language):
    widths = {"input": [6], "training": [4, 6], "attention": [1 + 5]}  # five pieces with [CLS] and [SEP]
    for view, wide in widths.items():  # of two columns with one name a table would keep one
        frames = [f.value for f in opened(folder, view, language, first="나는 오늘", second="").dataframe]
        assert [len(set(frame.columns)) for frame in frames] == wide


def test_draws_are_tallied(folder):
    app = opened(folder, "training", language="en")
    assert app.dataframe[0].value.iloc[:, 3].tolist() == ["–"] * 4
    app.button(key="inside-many").click().run()
    app.button(key="inside-again").click().run()
    frame = app.dataframe[0].value
    assert frame.columns[3] == "all (101)"
    shares = [float(cell.rpartition("(")[2].rstrip("%)")) for cell in frame.iloc[:, 3]]
    assert shares == pytest.approx([15, 80, 10, 10], abs=6)


def test_a_blank_stands_in_one_sentence_and_begins_a_word(folder):
    app = opened(folder, "blank", second="길이가 길다")
    assert len(app.text_input) == 1 and app.toggle[0].value
    assert not any("보입니다" in element.value for element in app.caption)
    assert any("보입니다" in element.value for element in opened(folder, "blank", hidden=2).caption)


def test_a_kind_of_look_opens_its_head(folder):
    app = opened(folder, "attention", language="en", block=1, head=1)
    button = next(b for b in app.button if b.key.startswith("inside-most") and "layer 2, head 2" in b.label)
    button.click().run()
    assert "head 2 of layer 2" in text_of(app)


def test_english_pages_say_what_a_korean_sentence_means(folder):
    assert "I ate an apple today." in text_of(opened(folder, "next", language="en"))
    assert "I ate an apple today." not in text_of(opened(folder, "next"))


@pytest.mark.parametrize("text", ["", " ", "배 " * 100])
def test_what_cannot_be_read_is_one_sentence(folder, text):
    app = opened(folder, "attention", first=text)
    assert len(app.warning) == 1 and app.text_input[0].value == text


@pytest.mark.parametrize("model", ["e5-small", "elmo-ko", "no such model", "../../etc"])
def test_a_model_that_cannot_be_opened_is_one_sentence(model):
    app = opened(model)
    assert len(app.warning) == 1 and not app.text_input
