"""The lesson: six steps with a link each, a question before its answer, keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import SLOW, calm
from tests.browser.test_app import CHART

TITLES = {"ko": "낱말 하나, 벡터 하나", "en": "One word, one vector"}
NOTE = re.compile("가르치는 분께|For the teacher")
CHECK = re.compile("^(확인|Check)$")
FIGURES = {1: "near-static", 2: "sense-cosines", 3: "direction-curves", 4: "same-form", 6: "random-pairs"}


def open_step(page: Page, server, step: int, more: str = "") -> Page:
    page.goto(f"{server.url}/lesson?step={step}{more}")
    return calm(page)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_each_step_asks_before_it_shows(page, server, language):
    for step in range(1, 7):
        open_step(page, server, step, f"&lang={language}")
        expect(page.get_by_text(NOTE)).to_be_visible()
        check = page.get_by_role("button", name=CHECK)
        expect(check).to_be_disabled()
        if step in FIGURES:
            expect(page.locator(f".st-key-{FIGURES[step]}")).to_have_count(0)
        page.locator("[data-testid=stRadio] [role=radiogroup] label").first.click()
        expect(check).to_be_enabled(timeout=SLOW)
        check.click()
        expect(page.locator("[data-testid=stAlert]").last).to_be_visible(timeout=SLOW)
        figure = page.locator(f".st-key-{FIGURES[step]} {CHART}") if step in FIGURES else page.locator(CHART).first
        expect(figure).to_be_visible(timeout=SLOW)
        assert "Traceback" not in page.content()


def test_an_answer_is_kept_and_its_link_shows_it(page, server):
    open_step(page, server, 2, "&answer=bae.pear")
    expect(page.locator(".st-key-sense-cosines")).to_be_visible(timeout=SLOW)
    calm(page)
    page.locator("h2").first.click()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name=TITLES["ko"])).to_be_visible(timeout=SLOW)
    page.wait_for_function("() => !location.href.includes('step=') && !location.href.includes('answer=')", timeout=SLOW)
    calm(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".st-key-sense-cosines")).to_be_visible(timeout=SLOW)
    page.wait_for_function(
        "() => location.href.includes('step=2') && location.href.includes('answer=bae.pear')", timeout=SLOW
    )


def test_a_word_never_seen_gets_a_vector_from_its_letters(page, server):
    open_step(page, server, 1, "&answer=same")
    box = page.locator(".st-key-unseen-word input")
    expect(box).to_be_visible(timeout=SLOW)
    box.fill("뱃놀이꾼<b>")
    box.press("Enter")
    expect(page.get_by_text(re.compile("‘뱃놀이꾼<b>’의 벡터가 없습니다"))).to_be_visible(timeout=SLOW)
    expect(page.locator(f".st-key-near-fasttext {CHART}").first).to_be_visible()


def test_a_link_holds_the_model_and_the_answer_of_a_step(page, server):
    open_step(page, server, 5, "&answer=same&model-5=elmo-ko&lang=en")
    expect(page.get_by_text("Where in ELMo (Korean)").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("By the measures of Tenney et al. (2019)")).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("mean of the context words").first).to_be_visible()


def test_korean_is_translated_for_who_reads_english(page, server):
    open_step(page, server, 4, "&answer=near&lang=en")
    expect(page.get_by_text("when guests come")).to_be_visible()
    expect(page.locator(".sentences.pieces small")).to_have_count(3)
    expect(page.get_by_text(re.compile("between 0.5 and 0.9”"))).to_be_visible(timeout=SLOW)


def test_the_last_step_leads_on_and_back_to_the_first(page, server):
    open_step(page, server, 6, "&answer=low")
    page.locator(".st-key-step-again button").click()
    expect(page.get_by_role("heading", name=TITLES["ko"])).to_be_visible(timeout=SLOW)
    open_step(page, server, 6, "&lang=en")
    page.locator(".st-key-onward-layers button").click()
    page.wait_for_function("() => location.pathname === '/layers' && location.href.includes('lang=en')", timeout=SLOW)


def test_arrows_stand_where_they_point(page, server):
    open_step(page, server, 2)
    for key, before in (("step-previous", True), ("step-next", False)):
        button = page.locator(f".st-key-{key} button")
        icon, text = (button.locator(f"[data-testid={part}]") for part in ("stIconMaterial", "stMarkdownContainer"))
        assert (icon.bounding_box()["x"] < text.bounding_box()["x"]) == before
        expect(button.locator("kbd")).to_be_hidden()


def test_a_wait_is_counted_in_the_language_of_the_page(page, server):
    open_step(page, server, 1, "&lang=ko")
    counted = page.evaluate("""() => {
        const spinner = Object.assign(document.createElement('div'), {innerHTML:
            '<div data-testid="stMarkdownContainer"><p>…</p></div>'});
        spinner.dataset.testid = 'stSpinner';
        document.querySelector('[data-testid=stMain]').append(spinner);
        const style = getComputedStyle(spinner.querySelector('p'), '::after');
        return [style.content, style.animationName, style.getPropertyValue('--waited')];
    }""")
    assert "초째" in counted[0] and counted[1].startswith("waited") and counted[2] == "0"


@pytest.mark.parametrize("address", ["/", "/lesson?step=3&answer=same", "/lesson?step=4&answer=near"])
def test_a_phone_shows_it_without_scrolling_sideways(browser, server, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = context.new_page()
    page.goto(server.url + address)
    calm(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    hidden = "e.closest('[data-testid=stButtonGroup]') || e.closest('svg') || e.tagName === 'INPUT'"
    wider = f"""() => [...document.querySelectorAll('[data-testid=stMain] *')].filter(e =>
        e.getBoundingClientRect().right > 392 && !({hidden})).map(e => e.outerHTML.slice(0, 200))"""
    assert page.evaluate(wider) == []
    context.close()
