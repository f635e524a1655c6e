"""Compare: one selection through pictures and table, links that reopen the view, and what the layouts show."""

import re

import pytest
from playwright.sync_api import Page, expect

CHART = ".js-plotly-plot"
SLOW = 120_000

MARKED = """key => document.querySelector(`.st-key-${key} .js-plotly-plot`)._fullData
    .filter(t => t.customdata && t.selectedpoints).flatMap(t => [...t.selectedpoints].map(k => t.customdata[k]))"""
IDS = """key => document.querySelector(`.st-key-${key} .js-plotly-plot`)._fullData
    .filter(t => t.customdata).flatMap(t => [...t.customdata])"""


def open_view(page: Page, server, query: str = "", figure: str = "layer-figure") -> Page:
    page.goto(f"{server.url}/compare{query}", timeout=SLOW)
    expect(page.locator(f".st-key-{figure} {CHART}")).to_be_visible(timeout=SLOW)
    settled(page)
    return page


def settled(page: Page) -> None:
    expect(page.locator("[data-testid=stStatusWidget]")).to_have_count(0, timeout=SLOW)
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=SLOW)


def marked(page: Page, figure: str) -> set[str]:
    return set(page.evaluate(MARKED, figure))


def click_a_point(page: Page, figure: str, number: int) -> str:
    """Click a point where it stands; the id that the address then names."""
    box = page.locator(f".st-key-{figure} .scatterlayer .point").nth(number).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => location.href.includes('sel=')", timeout=SLOW)
    settled(page)
    return re.search(r"sel=([^&]+)", page.evaluate("location.href"))[1]


def test_a_point_selected_in_one_picture_is_marked_in_all_and_stays_when_the_layer_changes(page, server):
    open_view(page, server)
    chosen = click_a_point(page, "layer-figure", 50)
    page.wait_for_function(f"key => ({MARKED})(key).length == 1", arg="mix-figure", timeout=SLOW)
    assert marked(page, "mix-figure") == marked(page, "layer-figure") == {chosen}
    expect(page.locator("div.neighbours ol").first.locator("li")).to_have_count(5)
    expect(page.locator("div.neighbours ol")).to_have_count(2)  # the static space says that all are alike
    expect(page.get_by_text("거리 0.", exact=False).first).to_be_visible()
    slider = page.locator("[class*='st-key-layer-compare'] input")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => location.href.includes('layer=11')", timeout=SLOW)
    settled(page)
    assert marked(page, "layer-figure") == {chosen}
    page.get_by_role("button", name="고른 것 지우기").click()
    page.wait_for_function("() => !location.href.includes('sel=')", timeout=SLOW)
    settled(page)
    assert marked(page, "layer-figure") == marked(page, "mix-figure") == set()


def test_a_row_of_the_table_marks_its_sentence_in_every_picture(page, server):
    open_view(page, server)
    table = page.locator("[class*='st-key-concordance-'] canvas").first
    table.scroll_into_view_if_needed()
    place = table.bounding_box()
    assert place is not None
    page.mouse.click(place["x"] + 18, place["y"] + 35 + 17)  # the box before the first row
    page.wait_for_function("() => location.href.includes('sel=bae.pear.01')", timeout=SLOW)
    settled(page)
    assert marked(page, "mix-figure") == marked(page, "layer-figure") == {"bae.pear.01"}


def test_a_box_selects_what_lies_in_it(page, server):
    open_view(page, server)
    page.get_by_text("끌어서 여러 점 고르기").click()
    settled(page)
    frame = page.locator(f".st-key-mix-figure {CHART} .nsewdrag").bounding_box()
    assert frame is not None
    page.mouse.move(frame["x"] + 3, frame["y"] + 3)
    page.mouse.down()
    page.mouse.move(frame["x"] + frame["width"] - 3, frame["y"] + frame["height"] - 3, steps=8)
    page.mouse.up()
    page.wait_for_function(f"key => ({MARKED})(key).length == 80", arg="layer-figure", timeout=SLOW)
    expect(page.get_by_text("문장 80개를 골랐습니다")).to_be_visible()


def test_a_link_reopens_words_models_layers_projection_colour_and_selection(page, server, browser):
    query = "?word=ko.bae&with=ko.eunhaeng&layout=layers&layer-upper=9&layer-lower=2&colour=word&sel=bae.ship.03"
    open_view(page, server, query, "upper-figure")
    assert len(page.evaluate(IDS, "upper-figure")) == 80 + 42
    assert marked(page, "upper-figure") == marked(page, "lower-figure") == {"bae.ship.03"}
    address = page.evaluate("location.href")
    assert all(part in address for part in query[1:].split("&") if part != "word=ko.bae")
    other = browser.new_context(locale="ko-KR").new_page()
    other.goto(address, timeout=SLOW)
    expect(other.locator(f".st-key-upper-figure {CHART}")).to_be_visible(timeout=SLOW)
    settled(other)
    read = "key => document.querySelector(`.st-key-${key} .js-plotly-plot`)._fullData.map(t => [[...t.x], [...t.y]])"
    for figure in ("lower-figure", "upper-figure"):
        assert other.evaluate(read, figure) == page.evaluate(read, figure)
    other.context.close()


def test_the_film_moves_the_points_of_all_sentences(page, server):
    open_view(page, server, "?play-layer=film", "layer-film")
    read = "() => document.querySelector('.st-key-layer-film .js-plotly-plot')._fullData.map(t => [...t.x])"
    before = page.evaluate(read)
    page.locator(".st-key-layer-film .updatemenu-button").first.click()
    page.wait_for_function(f"before => JSON.stringify(({read})()) != before", arg=str(before), timeout=SLOW)
    page.wait_for_timeout(1500)
    assert page.evaluate(read) != before


def test_several_words_are_dots_of_a_static_model_and_a_word_without_sentences_is_found(page, server):
    open_view(page, server, "?layout=encoders&with=ko.eunhaeng,과일&left=word2vec-ko&lang=en", "left-figure")
    read = "() => document.querySelector('.st-key-left-figure .js-plotly-plot')._fullData[0].text"
    assert len(page.evaluate(read)) == 3
    assert "found.01@found:과일" in page.evaluate(IDS, "right-figure")


def test_a_word_typed_in_full_comes_before_words_that_it_explains(page, server):
    open_view(page, server, "", "layer-figure")
    box = page.locator("[class*='st-key-with-ko'] input")
    box.click()
    box.fill("과일")
    page.keyboard.press("Enter")
    page.wait_for_function("() => decodeURIComponent(location.href).includes('with=과일')", timeout=SLOW)


@pytest.mark.parametrize(("below", "says"), [("changes", "가장 가까운 이웃 5개"), ("keywords", "로그 승산비")])
def test_what_lies_below_the_pictures(page, server, below, says):
    open_view(page, server, f"?below={below}&colour=cluster")
    expect(page.get_by_text(says).first).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("수정 랜드 지수")).to_be_visible()


def test_a_phone_shows_one_picture_at_a_time(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="ko-KR")
    page = open_view(context.new_page(), server)
    expect(page.locator(f".st-key-mix-figure {CHART}")).not_to_be_visible()
    page.locator(".st-key-panel-switch").get_by_text("여러 층을 섞은 벡터").click()
    expect(page.locator(f".st-key-mix-figure {CHART}")).to_be_visible(timeout=SLOW)
    expect(page.locator(f".st-key-layer-figure {CHART}")).not_to_be_visible()
    context.close()


def test_another_model_opens_at_its_own_last_layer_and_an_english_word_changes_no_korean_choice(page, server):
    open_view(page, server)
    for model, last in (("BERT (한국어)", "4"), ("E5-small", "12")):
        page.locator("[class*='st-key-layers-compare'] input").click()
        page.get_by_role("option").filter(has_text=model).first.click()
        settled(page)
        slider = f".st-key-layer-compare-ko-{int(last) + 1} input"
        expect(page.locator(slider)).to_have_value(last, timeout=SLOW)
    word = page.locator("[class*='st-key-word-'] input")
    for typed, models in (("bank", "E5-small"), ("배 —", "ELMo")):
        word.click()
        word.fill(typed)
        page.get_by_role("option").filter(has_text=typed).first.click()
        settled(page)
        expect(page.locator("[class*='st-key-mix-compare'] input").first).to_have_value(
            re.compile(models), timeout=SLOW
        )
