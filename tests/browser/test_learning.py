"""The film of a training, in Chromium."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_app import CHART, points


def open_film(page, server, address):
    page.goto(server.url + address)
    expect(page.locator(f".st-key-film-curves {CHART}")).to_be_visible(timeout=120_000)
    page.wait_for_timeout(1000)
    return page


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_link_opens_a_moment_of_a_word(page, server, language):
    open_film(page, server, f"/learning?lang={language}&film=nun&moment=2&curve=wic")
    assert len(points(page, "film-figure")) == 40
    expect(page.get_by_text("0.63").first).to_be_visible()  # what the curves say, in words
    shapes = page.evaluate("document.querySelector('.st-key-film-curves .js-plotly-plot').layout.shapes.map(s => s.x0)")
    assert shapes[0] == 2


def test_play_goes_on_to_the_end_and_the_points_travel(page, server):
    open_film(page, server, "/learning?film=nun&moment=5")
    before = points(page, "film-figure")
    page.locator(".st-key-film-play button").click()
    page.wait_for_function("() => location.href.includes('moment=6')", timeout=120_000)
    page.wait_for_function("() => !location.href.includes('moment=')", timeout=120_000)  # the end is the default
    expect(page.get_by_role("button", name="재생")).to_be_visible(timeout=120_000)
    assert points(page, "film-figure") != before
    assert "Traceback" not in page.content()
