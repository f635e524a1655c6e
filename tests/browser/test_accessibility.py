"""Every screen in both languages, light and dark: nothing that axe calls serious or critical; keys and type."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_app import settled

SLOW = 150_000
"""Milliseconds that a busy machine may take."""

LINK = "[data-testid=stTopNavLink]"
PRESENTING = "/?present=1&layer=3"
HANGUL, LATIN = re.compile("[가-힣]"), re.compile("[A-Za-z]")
SLIDER = "[data-testid=stSlider] input"


def calm(page: Page) -> Page:
    """A page that has drawn everything and computes nothing."""
    expect(page.locator("h1").first).to_be_visible(timeout=SLOW)
    page.wait_for_timeout(500)
    settled(page)
    expect(page.locator("[data-testid=stSpinner]")).to_have_count(0, timeout=SLOW)
    settled(page)
    return page


def screens(page: Page, server) -> list[str]:
    """Addresses of all registered screens, as the navigation names them."""
    page.goto(server.url)
    calm(page)
    addresses = page.eval_on_selector_all(LINK, "links => links.map(link => new URL(link.href).pathname)")
    return [*addresses, "/lesson?step=4&answer=near"]


def serious(page: Page) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    violations = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{v['id']}: {node['html'][:160]}"
        for v in violations
        if v["impact"] in ("serious", "critical")
        for node in v["nodes"]
    ]


def untranslated(page: Page, language: str) -> list[str]:
    """Headings, labels and buttons in the other language, and a page that does not say its language."""
    named = "h1, h2, h3, label, [data-testid=stBaseButton-secondary], [data-testid=stTopNavLink]"
    texts = page.eval_on_selector_all(named, "all => all.map(each => each.innerText.trim())")
    # An English sentence may quote a Korean word, and so may a Korean one an English name.
    wrong = [text for text in texts if language == "en" and HANGUL.search(text) and not LATIN.search(text)]
    told = page.evaluate("document.documentElement.lang")
    return wrong + ([] if told == language else [f"the page says that it is in {told!r}"])


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("language", "scheme"), [("ko", "light"), ("en", "dark")])
def test_axe_finds_nothing_serious_on_any_screen(browser, server, language, scheme):
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    addresses = screens(page, server)
    assert len(addresses) >= 5
    found = {}
    for address in addresses:
        page.goto(f"{server.url}{address}{'&' if '?' in address else '?'}lang={language}")
        found[address] = serious(calm(page)) + untranslated(page, language)
        expect(page.locator("[data-testid=stException]")).to_have_count(0)
    context.close()
    assert not any(found.values()), {address: lines for address, lines in found.items() if lines}


def test_the_font_comes_from_here(page, server):
    page.goto(server.url)
    calm(page)
    assert page.evaluate("document.fonts.check('16px Pretendard', '가')")
    assert page.evaluate("[...document.fonts].some(f => f.family.includes('Pretendard') && f.status === 'loaded')")


def test_presenting_keys_move_the_layer_and_escape_leaves(page, server):
    page.goto(server.url + PRESENTING, timeout=SLOW)
    calm(page)
    expect(page.locator(LINK)).to_have_count(0)
    size = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    slider = page.locator(SLIDER)
    expect(slider).to_have_value("3", timeout=SLOW)
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("4", timeout=SLOW)
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("3", timeout=SLOW)
    page.wait_for_function(
        "() => location.href.includes('layer=3') && location.href.includes('present=1')", timeout=SLOW
    )
    page.keyboard.press("Escape")
    expect(page.locator(LINK).first).to_be_visible(timeout=SLOW)
    page.wait_for_function("() => !location.href.includes('present')", timeout=SLOW)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") < size


def test_escape_in_a_box_neither_ends_presenting_nor_loses_what_is_typed(page, server):
    page.goto(f"{server.url}/sandbox?present=1", timeout=SLOW)
    calm(page)
    box = page.locator(".st-key-instead input")
    box.click(timeout=SLOW)
    page.keyboard.insert_text("항구")
    page.keyboard.press("Escape")
    calm(page)
    expect(box).to_have_value("항구")
    assert "present=1" in page.evaluate("location.href")
    page.get_by_text("English", exact=True).click()  # a click ends the typing and changes the language at once
    expect(page.locator("h1").first).to_have_text("Sandbox", timeout=SLOW)
    calm(page)
    expect(box).to_have_value("항구")
