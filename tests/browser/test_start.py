"""Start: the three families at once, a word, and the way on."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessibility import SLOW, calm
from tests.browser.test_app import CHART, choose_word, points

PANELS = ("start-static", "start-mix", "start-layer")


@pytest.mark.parametrize(("language", "begin"), [("ko", "수업 시작하기"), ("en", "Begin the lesson")])
def test_three_families_place_the_same_sentences(page, server, language, begin):
    page.goto(f"{server.url}/?lang={language}")
    calm(page)
    for panel in PANELS:
        expect(page.locator(f".st-key-{panel} {CHART}")).to_be_visible(timeout=SLOW)
        expect(page.locator(f".st-key-{panel} [role=figure][aria-label]")).to_be_attached()
    assert len(points(page, "start-static")) == 1
    assert len(points(page, "start-mix")) == len(points(page, "start-layer")) == 80
    page.get_by_role("button", name=begin).click()
    page.wait_for_function("() => location.pathname === '/lesson'", timeout=SLOW)
    expect(page.locator("h2").first).to_be_visible(timeout=SLOW)


def test_the_word_goes_along_to_compare(page, server):
    page.goto(server.url)
    calm(page)
    choose_word(page, "은행", "ko.eunhaeng")
    page.get_by_role("button", name="자세히 비교하기").click()
    page.wait_for_function(
        "() => location.pathname === '/compare' && location.href.includes('word=ko.eunhaeng')", timeout=SLOW
    )
    expect(page.locator(f".st-key-layer-figure {CHART}")).to_be_visible(timeout=SLOW)


def test_a_link_from_the_time_when_compare_was_first_still_opens_it(page, server):
    page.goto(f"{server.url}/?word=ko.nun&layer=9&by=homograph&lang=en")
    calm(page)
    page.wait_for_function("() => location.pathname === '/compare'", timeout=SLOW)
    address = page.evaluate("location.href")
    assert all(part in address for part in ("word=ko.nun", "layer=9", "by=homograph", "lang=en"))
    expect(page.locator("[class*='st-key-by-'] [aria-checked=true]")).to_have_text(re.compile("[Hh]omograph"))
