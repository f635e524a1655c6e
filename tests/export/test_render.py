import io
import json
import re
from base64 import b64decode
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from pypdf import PdfReader

from explorer.export.chrome import chrome_path
from explorer.export.facts import FigureFacts
from explorer.export.pages import Picture, figure_page
from explorer.export.printed import printed
from explorer.export.render import render, render_all
from explorer.figures.curves import Curve, Level, curves
from explorer.figures.scatter import Point, scatter
from explorer.figures.style import INK, marks
from explorer.occurrences import Occurrence

FACTS = FigureFacts(
    title="배의 쓰임", encoders=(("e5-small", "e5-0123456789abcdef"),), layer="9", metric="코사인", projection="PCA",
    seed=0, data="배", n=3,
)  # fmt: skip
NAMES = {"pear": "배나무의 열매", "ship": "탈것", "times": "곱절 (倍) <b>&"}


def picture(**look):
    sentences = ["<i>달콤한</i> [배]를 먹었다.", "[배]가 항구를 떠났다.", "=1+1은 두 [배]이다."]
    uses = [Occurrence.from_bracketed(s, "배", id=f"bae.{i}") for i, s in enumerate(sentences)]
    items = [Point(use, label, NAMES[label]) for use, label in zip(uses, NAMES, strict=True)]
    points = np.array([[0.0, 0.0], [1.0, 0.5], [0.2, 0.9]])
    figure = scatter(
        points,
        items,
        marks(list(NAMES), "dark"),
        explained=[0.4, 0.2],
        theme="dark",
        axis_names=("주성분 1", "주성분 2"),
    )
    return Picture(figure, FACTS, "배", **look)


@pytest.fixture(scope="module")
def files():
    """One figure twice, in every format, from one start of Chrome."""
    if chrome_path() is None:
        pytest.skip("no Chrome on this machine draws pictures")
    return render_all([picture(), picture()], ["svg", "png", "pdf", "html", "csv"], 3)


def test_the_same_figure_gives_the_same_bytes(files):
    first, second = files
    assert first == second


def test_an_svg_brings_its_glyphs_its_settings_and_light_colours(files):
    svg = files[0]["svg"].decode()
    root = ElementTree.fromstring(svg)
    written = " ".join(root.itertext())
    assert "배나무의 열매" in written and "곱절 (倍) <b>&" in written and "e5-small (01234567)" in written
    fonts = [TTFont(io.BytesIO(b64decode(data))) for data in re.findall(r"font/woff2;base64,([^)]+)\)", svg)]
    known = {character for font in fonts for character in font.getBestCmap()}
    drawn = {
        c for text in root.iter("{http://www.w3.org/2000/svg}text") for c in "".join(text.itertext()) if not c.isspace()
    }
    assert {ord(c) for c in drawn} <= known
    settings = json.loads(root.find("{http://www.w3.org/2000/svg}metadata").text)
    assert settings["encoder"] == "e5-small@e5-0123456789abcdef" and settings["layer"] == "9"
    assert INK["dark"].text not in svg and INK["dark"].paper not in svg
    assert float(root.get("width")) / float(root.get("height")) == pytest.approx(16 / 9)


def test_a_png_has_its_scale_and_its_settings(files):
    with Image.open(io.BytesIO(files[0]["png"])) as image:
        assert image.size == (3 * 1280, 3 * 720)
        assert json.loads(image.text["Settings"])["data"] == "배"
        assert len(image.convert("L").getcolors(1 << 20)) > 20  # something is drawn
        assert image.getpixel((0, 0)) == (255, 255, 255)


def test_a_pdf_holds_selectable_hangul_in_an_embedded_font(files):
    pdfium = pytest.importorskip("pypdfium2")
    reader = PdfReader(io.BytesIO(files[0]["pdf"]))
    (sheet,) = reader.pages
    assert "배나무의 열매" in sheet.extract_text()
    assert reader.metadata.title == "배의 쓰임" and "e5-small" in reader.metadata.subject
    assert "/CreationDate" not in reader.metadata
    names = [font.get_object().get("/BaseFont", "") for font in sheet["/Resources"]["/Font"].values()]
    assert any("Pretendard" in name for name in names)
    assert not any(system in name for name in names for system in ("Noto", "DejaVu", "Liberation"))
    raster = pdfium.PdfDocument(files[0]["pdf"])[0].render(scale=1).to_pil().convert("L")
    assert raster.size == (960, 540) and min(raster.get_flattened_data()) < 128


def test_a_page_of_html_is_whole_and_says_what_a_person_typed_as_text(files):
    html = files[0]["html"].decode()
    assert "<i>달콤한" not in html and not re.search(r'(src|href)="?https?:', html.partition("<script")[0])
    assert "default-src 'none'" in html
    assert figure_page(picture()) == html


def test_numbers_open_in_pandas_and_never_run(files):
    content = files[0]["csv"]
    assert content.startswith(b"\xef\xbb\xbf")
    frame = pd.read_csv(io.BytesIO(content))
    assert list(frame["series"][:2]) == ["배나무의 열매", "탈것"]
    assert list(frame["id"]) == ["bae.0", "bae.1", "bae.2"]
    assert frame["y"].sum() == pytest.approx(1.4)
    assert set(frame["encoder"]) == {"e5-small@e5-0123456789abcdef"}
    assert not frame["text"].str.startswith(("=", "+", "-", "@")).any()


def test_a_caption_can_be_left_out_and_the_settings_stay():
    item = picture(caption=False).item()
    assert item["caption"] == "" and json.loads(item["settings"])["metric"] == "코사인"


@pytest.mark.parametrize(("size", "points"), [("slide", 18), ("double", 8), ("column", 7)])
def test_letters_are_large_enough_to_read(size, points):
    figure = curves(
        [Curve("a", "가", ("0", "1"), (0.1, 0.2)), Curve("b", "나", ("0", "1"), (0.3, 0.1))],
        marks(["a", "b"], "light"),
        theme="light", x_title="층", y_title="비율", levels=[Level("아무 이웃", 0.2)],
    )  # fmt: skip
    spec, sheet = printed(figure, size)
    assert spec["layout"]["font"]["size"] * 72 / 96 >= points
    named = [part["name"] for part in (*spec["data"], *spec["layout"]["shapes"]) if part["showlegend"]]
    assert named == ["가", "나", "아무 이웃"] and spec["layout"]["showlegend"]
    assert sheet.width in (1280, 661, 321)


def test_a_saved_legend_says_what_shades_mean_each_once():
    deep = ("0", "1")
    names = ["가", "나", "긴 이름의 모델 하나", "긴 이름의 모델 둘"]
    band = Curve("b", "우연의 범위", deep, (), (0.1, 0.1), (0.3, 0.3))
    lines = [Curve(name, name, deep, (0.1, 0.2), (0.0, 0.1), (0.2, 0.3)) for name in names]
    figure = curves(
        lines, marks(names, "light"), theme="light", x_title="층", y_title="비율", bands=[band],
        interval_name="95% 구간", levels=[Level("아무 이웃", 0.2, "dash")],
    )  # fmt: skip
    for size, height in (("slide", 720), ("column", 268)):
        spec, sheet = printed(figure, size)
        parts = (*spec["data"], *spec["layout"]["shapes"])
        assert [p["name"] for p in parts if p["showlegend"]] == ["우연의 범위", "95% 구간", *names, "아무 이웃"]
        assert sheet.height == height if size == "slide" else sheet.height > height + 40  # no name is left out
    plain = curves(lines[:2], marks(names, "light"), theme="light", x_title="층", y_title="비율")
    assert [p["name"] for p in printed(plain, "slide")[0]["data"] if p["showlegend"]] == ["가", "나"]


def test_what_is_dark_on_the_screen_is_light_on_paper_and_texts_stay_as_they_are():
    spec, _ = printed(picture().figure, "slide")
    colours = {trace["marker"]["color"] for trace in spec["data"]}
    assert colours == {mark.colour for mark in marks(list(NAMES), "light").values()}
    assert "주성분 1" in spec["layout"]["xaxis"]["title"]["text"]


def test_csv_needs_no_chrome(monkeypatch):
    monkeypatch.setattr("explorer.export.chrome.chrome_path", lambda: None)
    assert render(picture(), "csv").startswith(b"\xef\xbb\xbf")
    assert b"figure-0" in render(picture(), "html")
