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
    before, visited = points(page, "film-figure"), page.evaluate("history.length")
    page.locator(".st-key-film-play button").click()
    page.wait_for_function("() => !location.href.includes('moment=')", timeout=120_000)  # the end is the default
    expect(page.get_by_role("button", name="재생")).to_be_visible(timeout=120_000)
    assert points(page, "film-figure") != before
    assert page.evaluate("history.length") <= visited + 2  # not an entry for every moment
    assert "Traceback" not in page.content()


def test_a_lecturer_sees_both_figures_and_moves_the_moment_with_a_key(page, server):
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_film(page, server, "/learning?present=1&film=nun&moment=2&curve=wic")
    for figure in ("film-figure", "film-curves"):
        box = page.locator(f".st-key-{figure} {CHART}").bounding_box()
        assert box["y"] + box["height"] <= 1080
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.search.includes('moment=3')", timeout=60_000)
    page.wait_for_timeout(1500)  # the slider itself follows the address
    page.keyboard.press("Escape")  # what was a list becomes a row of buttons, and the choice stays
    expect(page.locator(".st-key-begin-presentation")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("radio", name="문맥 속 낱말 AUC")).to_be_checked(timeout=60_000)
    assert "moment=3" in page.url and "curve=wic" in page.url


@pytest.mark.parametrize("language", ["ko", "en"])
def test_on_a_phone_every_choice_can_be_seen(page, server, language):
    page.set_viewport_size({"width": 390, "height": 844})
    open_film(page, server, f"/learning?lang={language}")
    ends = page.evaluate("[...document.querySelectorAll('[role=radio]')].map(e => e.getBoundingClientRect().right)")
    assert len(ends) >= 12 and max(ends) <= 390
