"""Compare drawn without a browser: every layout, colour and table, in both languages, and what a link may ask."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[2] / "app.py"


def compare(**asked: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=300)
    app.run()
    app.switch_page("explorer/screens/compare.py")
    for name, value in asked.items():
        app.query_params[name.replace("_", "-")] = value
    app.run()
    assert not app.exception and not app.warning
    return app


def said(app: AppTest) -> str:
    return " ".join(str(element.value) for element in [*app.caption, *app.markdown, *app.info, *app.subheader])


def test_clusters_say_how_far_they_agree_with_the_senses_and_changes_stand_beside_chance():
    shown = said(compare(colour="cluster", below="changes", sel="bae.pear.01"))
    assert "수정 랜드 지수" in shown and "95%" in shown
    assert "아무 관계가 없는 두 공간이라면" in shown


def test_several_words_share_one_space_and_one_that_is_used_nowhere_is_said():
    app = AppTest.from_file(str(APP), default_timeout=300).run()
    app.switch_page("explorer/screens/compare.py")
    app.query_params["with"] = "ko.eunhaeng,뷁뷁"
    app.query_params["layout"] = "layers"
    app.query_params["play-upper"] = "film"
    app.run()
    assert not app.exception
    assert len(app.warning) == 1 and "뷁뷁" in app.warning[0].value
    assert len(app.dataframe[0].value) == 80 + 42


def test_what_a_link_makes_up_is_ignored():
    asked = "ko.nothing,<script>,../../etc/passwd" + "a" * 500
    app = compare(projection=asked, layout=asked, colour=asked, below=asked, sel=asked)
    assert len(app.dataframe[0].value) == 80
