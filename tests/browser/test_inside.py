"""Inside BERT in Chromium, with a small model that lies where the hub's cache would hold it."""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import start_server
from tests.encoders.tiny import put_in_hub_cache
from tests.encoders.tiny_heads import save_headed

MODEL = "tiny/bert"
CHART = ".js-plotly-plot"
VIEWS = {
    "input": f".st-key-inside-strips {CHART}",
    "blank": f".st-key-inside-blank-after {CHART}",
    "training": ".chips.noted .chip small",
    "next": f".st-key-inside-next {CHART}",
    "pooling": f".st-key-inside-pooling {CHART}",
    "attention": f".st-key-inside-attention {CHART}",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inside")
    put_in_hub_cache(save_headed(folder / "model"), folder / "hub", MODEL)
    before = os.environ.get("HF_HUB_CACHE")
    os.environ["HF_HUB_CACHE"] = str(folder / "hub")
    process, running = start_server(folder)
    if before is None:
        del os.environ["HF_HUB_CACHE"]
    else:
        os.environ["HF_HUB_CACHE"] = before
    yield running
    process.terminate()
    process.wait(60)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_link_opens_every_view(page, server, language):
    for view, sign in VIEWS.items():
        page.goto(f"{server.url}/inside?lang={language}&bert={MODEL}&inside={view}")
        expect(page.locator(sign).first).to_be_visible(timeout=240_000)
        expect(page.locator("[data-testid=stAlert]")).to_have_count(0)
        assert "Traceback" not in page.content()


def test_a_typed_blank_shows_both_forms_and_stays_in_the_link(page, server):
    page.goto(f"{server.url}/inside?bert={MODEL}&inside=blank")
    expect(page.locator(VIEWS["blank"])).to_be_visible(timeout=240_000)
    box = page.locator(".st-key-inside-first input")
    box.fill("나는 오늘 [MASK]를 먹었다.")
    box.press("Enter")
    for form in ("을", "를"):
        expect(page.get_by_text(f"나는 오늘 [MASK]{form} 먹었다.").first).to_be_visible(timeout=120_000)
    page.wait_for_function("() => decodeURIComponent(location.search).includes('[MASK]')", timeout=30_000)
    expect(page.locator(f".st-key-inside-form-1 {CHART}")).to_be_visible(timeout=120_000)
    box.fill("")
    box.press("Enter")
    expect(page.locator("[data-testid=stAlert]").first).to_be_visible(timeout=120_000)


def test_a_model_that_is_not_here_says_what_to_do(page, server):
    page.goto(f"{server.url}/inside?bert={MODEL}")
    expect(page.locator(VIEWS["input"])).to_be_visible(timeout=240_000)
    box = page.locator("[class*='st-key-bert-'] input")
    box.click()
    box.fill("no-such-model-anywhere")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=stAlert]").first).to_be_visible(timeout=240_000)
    assert "Traceback" not in page.content()


def test_a_lecturer_sees_a_whole_head_and_opens_another(page, server):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server.url}/inside?present=1&bert={MODEL}&inside=attention")
    figure = page.locator(VIEWS["attention"])
    expect(figure).to_be_visible(timeout=240_000)
    box = figure.bounding_box()
    assert box["y"] + box["height"] <= 1080
    head = page.locator("[class*=st-key-head-] [aria-checked=true]")
    shown = head.inner_text()
    other = page.locator("[class*=st-key-inside-most-] button").filter(has_text=f"{3 - int(shown)}번").first
    other.click()
    expect(head).not_to_have_text(shown, timeout=60_000)
