"""What a person takes away: files from the button beside a chart, and pages that open without a network."""

import io
import json
import re
import zipfile
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from explorer.export.pages import Picture, figure_page
from explorer.export.report import Figures, Report, Section, Table, Text
from tests.browser.test_app import settled
from tests.export.test_render import picture

CHART = ".js-plotly-plot"


@pytest.fixture
def offline(browser, tmp_path):
    """Open a file in a browser without a network; whatever it asks of one fails the test."""
    context = browser.new_context(offline=True, viewport={"width": 1200, "height": 900}, accept_downloads=True)
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))

    def show(html: bytes | str) -> Page:
        place = tmp_path / "page.html"
        place.write_bytes(html if isinstance(html, bytes) else html.encode())
        page.goto(place.as_uri(), timeout=120_000)
        expect(page.locator(f"{CHART} .main-svg").first).to_be_visible(timeout=120_000)
        return page

    yield show
    context.close()
    assert not faults, faults


def downloaded(page: Page, button) -> bytes:
    with page.expect_download(timeout=180_000) as download:
        button.click()
    return download.value.path().read_bytes()


def test_a_saved_figure_is_alive_without_a_network_and_draws_itself(offline):
    page = offline(figure_page(picture()))
    assert page.evaluate("document.querySelector('.js-plotly-plot')._fullData.length") == 3
    page.wait_for_function("document.fonts.status === 'loaded'")
    assert page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').length") >= 2
    svg = downloaded(page, page.locator("button[data-format=svg]")).decode()
    assert "배나무의 열매" in svg and "@font-face" in svg
    assert downloaded(page, page.locator("button[data-format=png]")).startswith(b"\x89PNG")
    # The drawing stands alone: shown as an image, it looks the same whatever fonts the machine has.
    ink = page.evaluate(
        """async svg => {
            const image = new Image();
            image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
            await image.decode();
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [image.width, image.height];
            const pen = canvas.getContext('2d');
            pen.drawImage(image, 0, 0);
            const {data} = pen.getImageData(0, 0, canvas.width, canvas.height);
            return data.filter((v, i) => i % 4 < 3 && v < 128).length;
        }""",
        svg,
    )
    assert ink > 500


def test_a_report_opens_without_a_network_and_prints(offline):
    one = picture()
    table = pd.DataFrame({"뜻": ["배", "<script>document.title='broken'</script>"], "n": [1.0, np.nan]})
    blocks = (
        Text("**굵게** <b>그대로</b>"),
        Figures((one, Picture(one.figure, one.facts))),
        Table(table, "표", folded=True),
    )
    page = offline(Report("보고서 <제목>", "한 줄", (Section("절", blocks),), "ko").html())
    assert page.title() == "보고서 <제목>"
    expect(page.locator(f"{CHART} .main-svg").nth(1)).to_be_attached()
    expect(page.get_by_text("굵게 <b>그대로</b>")).to_be_visible()
    page.get_by_text("표", exact=True).click()
    expect(page.get_by_text("<script>document.title")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_button_beside_a_chart_saves_it_and_all_of_the_page(page, server):
    page.goto(server.url + "/layers?word=ko.eunhaeng&lang=en")
    expect(page.locator(f".st-key-layers-figure {CHART}")).to_be_visible(timeout=240_000)
    settled(page)
    choices = page.locator("[class*=st-key-format-layers-figure]")
    for _ in range(3):  # a click that falls into the page's first rerun is lost
        page.locator(".st-key-save-layers-figure button").first.click()
        with suppress(PlaywrightTimeout):
            choices.wait_for(timeout=60_000)
            break
    choices.get_by_text("CSV", exact=True).click()
    settled(page)
    numbers = downloaded(page, page.locator("[class*=st-key-download-csv-layers-figure] button"))
    assert numbers.startswith(b"\xef\xbb\xbf")
    frame = pd.read_csv(io.BytesIO(numbers))
    assert {"series", "x", "y", "encoder"} <= set(frame) and (frame["data"] == "은행").all()
    choices.get_by_text("HTML", exact=True).click()
    settled(page)
    bundle = downloaded(page, page.get_by_role("button", name=re.compile("This page: .* figures?.*HTML")))
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        names = archive.namelist()
        manifest = json.loads(archive.read("manifest.json"))
    assert "은행-one_nn.html" in names and len(manifest["figures"]) == len([n for n in names if n.endswith(".html")])
    assert "word=ko.eunhaeng" in manifest["address"]


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (768, 600), (390, 844)])
def test_the_choices_of_a_figure_are_whole_on_a_small_screen(browser, server, width, height):
    context = browser.new_context(viewport={"width": width, "height": height}, locale="ko-KR")
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator(f".st-key-start-layer {CHART}").first).to_be_visible(timeout=240_000)
    settled(page)
    page.locator(".st-key-save-start-layer button").first.click()
    choices = page.locator("[data-testid=stPopoverBody]")
    expect(choices.get_by_role("button", name=re.compile("^이 화면의 그림 3개"))).to_be_visible(timeout=60_000)
    page.wait_for_timeout(500)
    box = choices.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert box["y"] >= 0 and box["y"] + box["height"] <= height
    assert choices.evaluate("e => e.scrollHeight - e.clientHeight") <= 1  # nothing of it is scrolled away
    context.close()
