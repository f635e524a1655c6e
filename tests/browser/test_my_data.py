"""One's own data, in Chromium: what is pasted or uploaded is used on the other pages and is there after a reload."""

import re

import pytest
from playwright.sync_api import Page, expect

TYPED = (
    "달콤한 [배]를 한 입 베어 물었다.\t과일\n노란 [배] 껍질을 벗겼다.\t과일\n[배]를 타고 섬에 갔다.\t탈것\n"
    "낡은 [배]가 항구에 묶여 있다.\t탈것\n배우가 왔다.\t사람\n<img src=x> 배를 탔다.\t탈것\n"
)


def settled(page: Page) -> None:
    page.wait_for_timeout(400)
    expect(page.locator("[data-testid=stStatusWidget]")).to_have_count(0, timeout=120_000)
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=60_000)


def paste(page: Page, server, text: str) -> None:
    page.goto(f"{server.url}/my_data")
    page.locator("textarea").fill(text, timeout=90_000)
    page.get_by_role("button", name="읽어 보기").click()
    settled(page)


def test_pasted_sentences_work_on_another_page_and_after_a_reload(page, server, browser):
    paste(page, server, TYPED)
    expect(page.get_by_text("6줄 가운데 4줄을 씁니다")).to_be_visible(timeout=60_000)
    expect(page.locator("table.unread tr")).to_have_count(2, timeout=60_000)
    page.get_by_role("button", name="찾아서 표시하기").click()  # the word 배 is proposed
    settled(page)
    expect(page.get_by_text("6줄 가운데 5줄을 씁니다")).to_be_visible(timeout=60_000)
    page.locator("[data-testid=stTopNavLink]").filter(has_text="프로브").click()
    page.wait_for_url(re.compile("/probes.*data="), timeout=60_000)
    page.reload()
    settled(page)
    page.locator("[data-testid=stTopNavLink]").filter(has_text="내 자료").click()
    expect(page.get_by_text("6줄 가운데 5줄을 씁니다")).to_be_visible(timeout=60_000)
    settled(page)
    page.get_by_role("button", name="층에서 보기").click()
    page.wait_for_url(re.compile("/layers"), timeout=60_000)
    expect(page.get_by_role("combobox", name="낱말")).to_have_value(re.compile("배 — 내 자료"), timeout=90_000)
    address = page.evaluate("location.href")
    assert "data=" in address and "word=ko.my1" in address
    other = browser.new_context(locale="en-US").new_page()
    other.goto(address + "&lang=en")
    expect(other.get_by_role("combobox", name="Word")).to_have_value(re.compile("배 — my data"), timeout=90_000)
    other.context.close()


def expect_no_csv_of_raw_cells(page):
    """A dataframe's own button writes cells as they are, also what a spreadsheet would run; ours makes it text."""
    frame = page.locator("[data-testid=stDataFrame]").first
    frame.hover()
    expect(page.get_by_role("button", name="Search").first).to_be_visible(timeout=30_000)
    button = page.locator("[data-testid=stElementToolbarButton]:has([aria-label='Download as CSV'])")
    expect(button).to_have_count(1)  # under another name it would not be hidden
    expect(button).to_be_hidden()


def test_a_table_of_other_columns_in_cp949_is_read_as_the_person_says(page, server):
    page.goto(f"{server.url}/my_data?how=file")
    table = "내용,분류\n[배]를 먹었다.,과일\n[배]를 탔다.,탈것\n".encode("cp949")
    chooser = page.locator("input[type=file]")
    chooser.wait_for(state="attached", timeout=90_000)
    chooser.set_input_files({"name": "모음.csv", "mimeType": "text/csv", "buffer": table})
    expect(page.get_by_text("모음.csv")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="읽어 보기").click()
    expect(page.get_by_text("어느 열이 무엇인가요")).to_be_visible(timeout=30_000)
    expect_no_csv_of_raw_cells(page)
    page.get_by_role("button", name="이렇게 읽기").click()
    settled(page)
    expect(page.get_by_text("2줄을 모두 씁니다")).to_be_visible(timeout=60_000)
    with page.expect_download() as download:
        page.get_by_role("button", name="csv로 내려받기").click()
    assert download.value.path().read_bytes().startswith(b"\xef\xbb\xbfsentence,word")


@pytest.mark.parametrize("typed", ["", " \n "])
def test_nothing_pasted_is_said_and_shows_no_trouble(page, server, typed):
    paste(page, server, typed)
    expect(page.locator("[data-testid=stAlert]")).to_be_visible(timeout=60_000)


def test_who_opens_a_link_changes_a_copy(page, server, browser):
    paste(page, server, TYPED)
    address = page.evaluate("location.href")
    other = browser.new_context(locale="ko-KR").new_page()
    other.goto(address)
    other.get_by_role("button", name="찾아서 표시하기").click(timeout=90_000)
    expect(other.get_by_text("6줄 가운데 5줄을 씁니다")).to_be_visible(timeout=30_000)
    assert other.evaluate("location.href") != address
    page.reload()
    expect(page.get_by_text("6줄 가운데 4줄을 씁니다")).to_be_visible(timeout=60_000)
    other.context.close()
