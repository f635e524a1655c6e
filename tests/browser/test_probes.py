"""Probes as a person meets them: figures and what they say, a mix for Compare, a run that outlives the page."""

import re

import pytest
from playwright.sync_api import Page, expect

from explorer.analysis.probing import ready_report

CHART = ".js-plotly-plot"
WAIT = 120_000
READY = ready_report("elmo-ko", "pos") and ready_report("elmo-ko", "sense")
needs_results = pytest.mark.skipif(not READY, reason="the ready-made results of elmo-ko are not in assets/probes")


def opened(page: Page, server, address: str) -> Page:
    page.goto(server.url + address, timeout=WAIT)
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=WAIT)
    expect(page.locator("table.published")).to_be_visible(timeout=WAIT)
    return settled(page)


def settled(page: Page) -> Page:
    expect(page.locator("[data-testid=stStatusWidget]")).to_have_count(0, timeout=WAIT)
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=WAIT)
    return page


@needs_results
def test_form_and_meaning_stand_side_by_side_with_what_they_say(page, server):
    opened(page, server, "/probes?lang=en")
    for task in ("form", "meaning"):
        expect(page.locator(f".st-key-probe-accuracy-{task} {CHART}")).to_be_visible(timeout=WAIT)
    expect(page.get_by_text(re.compile("clearest in|overlap, so")).locator("visible=true").first).to_be_visible(
        timeout=WAIT
    )
    expect(page.locator("table.published")).to_contain_text("67.4")
    expect(page.locator("table.published")).to_contain_text("Peters et al. 2018")


@needs_results
def test_a_learned_mix_opens_in_compare_and_stands_in_the_address(page, server):
    opened(page, server, "/probes?view=mix")
    page.get_by_role("button", name=re.compile("이 혼합을 비교 화면에서 쓰기")).first.click()
    page.wait_for_function("() => location.pathname.includes('compare') && location.href.includes('w3=')", timeout=WAIT)
    settled(page)
    expect(page.get_by_role("button", name="품사 프로브가 배운 혼합")).to_be_visible(timeout=WAIT)


def test_a_run_goes_on_while_another_page_is_open_and_its_result_is_kept(page, server):
    rows = [f"시원한 [배]를 {n}개 먹었다.\t배\tpear\n큰 [배]가 {n}번 항구에 왔다.\t배\tship" for n in range(3, 20)]
    data = "\n".join(["sentence\tword\tsense", *rows, "배우가 왔다\t배\tpear"]).encode()
    opened(page, server, "/probes?probes=own&probe-task=sense&probe-encoder=word2vec-ko")
    page.set_input_files("input[type=file]", {"name": "<b>배</b>.tsv", "mimeType": "text/plain", "buffer": data})
    expect(page.get_by_text("<b>배</b>.tsv").first).to_be_visible(timeout=WAIT)
    settled(page).get_by_role("button", name="재기 시작").click()
    expect(page.get_by_role("button", name=re.compile("멈추기"))).to_be_visible(timeout=WAIT)
    page.get_by_role("link", name="층", exact=True).click()
    expect(page.get_by_role("heading", name="층", exact=True)).to_be_visible(timeout=WAIT)
    page.get_by_role("link", name="프로브", exact=True).click()
    expect(page.get_by_text("쓰지 않은 행 1개와 그 까닭")).to_be_visible(timeout=WAIT)
    expect(page.get_by_text("벡터가 하나").first).to_be_visible()


def test_a_file_without_what_the_task_needs_is_answered_with_a_sentence(page, server):
    opened(page, server, "/probes?probes=own&probe-task=deprel&probe-encoder=word2vec-ko")
    page.set_input_files(
        "input[type=file]", {"name": "x.tsv", "mimeType": "text/plain", "buffer": b"sentence\n[a] b\n"}
    )
    settled(page).get_by_role("button", name="재기 시작").click()
    expect(page.locator("[data-testid=stAlert]").first).to_be_visible(timeout=WAIT)
    assert "Traceback" not in page.content()


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_phone_shows_the_page_without_scrolling_sideways(browser, server, language):
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = opened(context.new_page(), server, f"/probes?lang={language}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
