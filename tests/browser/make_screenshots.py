"""The pictures of the READMEs, taken from the running app: `make screenshots`. Needs Chromium.

Each is one view by its address, in both languages, as WebP in assets/screenshots. A page that the app does not have is
left out and named.
"""

import io
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser.conftest import CHROMIUM, FLAGS, ROOT, Server, start_server

FOLDER = ROOT / "assets" / "screenshots"
LIMIT_BYTES = 1_500_000
LANGUAGES = ("ko", "en")
WAIT = 180_000
"""Milliseconds for a page to come to rest: some load a model first."""


@dataclass(frozen=True)
class Shot:
    """A view: its page and choices, what is scrolled to, how tall it is, and whether a phone in the dark shows it.

    `needs` is a model that it is empty without.
    """

    name: str
    page: str = ""
    choices: str = ""
    at: str = ""
    height: int = 900
    phone: bool = False
    needs: str = ""


PLOT = ".js-plotly-plot"
SHOTS = (
    Shot("start"),
    Shot("lesson", "lesson", "step=2&answer=all", at=PLOT),
    Shot("compare", "compare", "word=ko.bae&layer=12", height=1100),
    Shot("layers", "layers", "word=ko.bae", at=".st-key-layers-figure"),
    Shot("probes", "probes", at=PLOT),
    Shot("sandbox", "sandbox", "word=ko.bae", at=PLOT),
    Shot("inside", "inside", needs="bert-ko"),
    Shot("learning", "learning", "curve=probe.sense", at=".st-key-film-figure"),
    Shot("phone", "compare", "word=ko.nun&layer=9", at=".st-key-layer-figure", height=844, phone=True),
)


def take(browser: Browser, server: Server, shot: Shot, language: str) -> bytes:
    """The picture of a view as PNG."""
    context = browser.new_context(
        viewport={"width": 390 if shot.phone else 1440, "height": shot.height},
        color_scheme="dark" if shot.phone else "light",
        locale="ko-KR" if language == "ko" else "en-US",
        device_scale_factor=1.5 if shot.phone else 1,
        reduced_motion="reduce",
    )
    context.set_default_timeout(WAIT)
    context.set_default_navigation_timeout(WAIT)
    page = context.new_page()
    page.goto(f"{server.url}/{shot.page}?{shot.choices}&lang={language}")
    at_rest(page)
    if shot.at and (place := page.locator(shot.at).first).count():
        place.evaluate("place => place.scrollIntoView({block: 'center'})")
        page.wait_for_timeout(700)
    picture = page.screenshot(animations="disabled")
    context.close()
    return picture


def at_rest(page: Page) -> None:
    """Wait until the page has been drawn and nothing runs, spins or is stale."""
    expect(page.locator("[data-testid=stMain] h1, [data-testid=stException]").first).to_be_visible(timeout=WAIT)
    expect(page.locator("[data-testid=stException]")).to_have_count(0, timeout=1)
    for _ in range(3):  # a fragment may start when another has ended
        for busy in (
            "[data-testid=stStatusWidget]",
            "[data-testid=stSpinner]",
            "[data-testid=stSkeleton]",
            "[data-stale=true]",
        ):
            expect(page.locator(busy)).to_have_count(0, timeout=WAIT)
        page.wait_for_timeout(700)
    page.evaluate("document.fonts.ready")
    page.mouse.move(5, 5)


def pages(browser: Browser, server: Server) -> set[str]:
    """The pages that the app's navigation offers; the first has no name."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(server.url, timeout=WAIT)
    at_rest(page)
    links = page.locator("[data-testid=stTopNavLink]").evaluate_all("links => links.map(link => link.href)")
    page.close()
    return {re.sub(r"[?#].*", "", link.removeprefix(server.url)).strip("/") for link in links}


def main(wanted: list[str]) -> int:
    """Take the pictures of the names given, or all; 1 where one fails, or they are larger than they may be."""
    FOLDER.mkdir(exist_ok=True)
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process, server = start_server(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            there = pages(browser, server)
            for shot in SHOTS:
                if wanted and shot.name not in wanted:
                    continue
                if shot.page not in there or not (ROOT / "assets" / "models" / shot.needs).exists():
                    sys.stdout.write(f"{shot.name}: there is no page {shot.page}, or no {shot.needs}\n")
                    continue
                for language in LANGUAGES:
                    path = FOLDER / f"{shot.name}.{language}.webp"
                    try:
                        picture = take(browser, server, shot, language)
                    except (AssertionError, PlaywrightError) as error:
                        failed.append(path.name)
                        sys.stdout.write(f"{path.name}: {error}\n")
                        continue
                    with Image.open(io.BytesIO(picture)) as image:
                        image.convert("RGB").save(path, "WEBP", quality=80, method=6)
                    sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB\n")
                    sys.stdout.flush()
            browser.close()
        finally:
            process.kill()
            process.wait()
    size = sum(path.stat().st_size for path in FOLDER.glob("*.webp"))
    sys.stdout.write(
        f"all: {size / 1e6:.2f} MB of {LIMIT_BYTES / 1e6:.1f} MB; not taken: {', '.join(failed) or 'none'}\n"
    )
    return 0 if size <= LIMIT_BYTES and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
