"""A Chrome or Chromium without a window, closed off from every network, that draws and prints pages."""

import asyncio
import os
import shutil
import tempfile
from base64 import b64decode
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from threading import Semaphore
from typing import Any, TypeVar

from explorer.errors import ExplorerError

NOWHERE = "http://127.0.0.1:9"
"""A proxy that does not answer."""

Result = TypeVar("Result")

_turn = Semaphore(2)
"""A class that presses the button at once waits in line: each browser takes some hundred megabytes."""


@lru_cache(maxsize=1)
def chrome_path() -> str | None:
    """Where Chrome lies: `$BROWSER_PATH`, what `choreo_get_chrome` has fetched, or what is installed; else None."""
    from choreographer.browsers.chromium import Chromium

    named = os.environ.get("BROWSER_PATH")
    if named:
        return shutil.which(named)
    return Chromium.find_browser(skip_local=False)


class Page:
    """One tab. Sizes are CSS pixels, 96 to an inch."""

    def __init__(self, tab: Any, folder: Path) -> None:  # noqa: ANN401
        self._tab = tab
        self._folder = folder

    async def show(self, html: str) -> None:
        """Load a page and wait until its scripts have run and its fonts are there."""
        place = self._folder / "page.html"
        place.write_text(html, encoding="utf-8")
        loaded = self._tab.subscribe_once("Page.loadEventFired")
        await self._send("Page.enable")
        await self._send("Page.navigate", url=place.as_uri())
        await loaded
        await self.ask("Promise.all([...document.fonts].map(font => font.load())).then(() => document.fonts.ready)")

    async def ask(self, script: str) -> Any:  # noqa: ANN401
        """The JSON value of an expression; a promise is awaited. Raises ExplorerError where it fails."""
        plain = f"(async () => {{ const value = await ({script}); return typeof value === 'object' ? null : value }})()"
        answer = await self._send("Runtime.evaluate", expression=plain, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise ExplorerError("chrome_failed", why=details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    async def pdf(self, width: float, height: float) -> bytes:
        """The page printed on sheets of this size, without margins."""
        answer = await self._send(
            "Page.printToPDF", paperWidth=width / 96, paperHeight=height / 96, printBackground=True,
            marginTop=0, marginBottom=0, marginLeft=0, marginRight=0, preferCSSPageSize=True,
        )  # fmt: skip
        return b64decode(answer["data"])

    async def png(self, width: int, height: int, scale: int) -> bytes:
        """The upper left of the page as a picture of `scale` pixels to a CSS pixel."""
        await self.resize(width, height, scale)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        answer = await self._send("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        return b64decode(answer["data"])

    async def resize(self, width: int, height: int, scale: int = 1) -> None:
        """Lay the page out anew, as a window of this size would."""
        await self._send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False
        )

    async def _send(self, command: str, **params: object) -> Any:  # noqa: ANN401
        answer = await self._tab.send_command(command, params)
        if "error" in answer:
            raise ExplorerError("chrome_failed", why=answer["error"].get("message", command))
        return answer["result"]


def in_chrome(work: Callable[[Page], Awaitable[Result]], seconds: float = 180) -> Result:
    """What `work` makes of a fresh page. Raises ExplorerError where there is no Chrome or it does not answer.

    It runs in a thread of its own, so that a caller may have an event loop or not.
    """
    path = chrome_path()
    if path is None:
        raise ExplorerError("chrome_absent")

    async def session() -> Result:
        from choreographer import Browser

        with tempfile.TemporaryDirectory() as folder:
            async with Browser(path, headless=True, enable_gpu=False, proxy_server=NOWHERE) as browser:
                tab = await browser.create_tab("about:blank")
                return await work(Page(tab, Path(folder)))

    try:
        with _turn, ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, asyncio.wait_for(session(), seconds)).result()
    except ExplorerError:
        raise
    except TimeoutError as error:
        raise ExplorerError("chrome_failed", why=f"{seconds:.0f} s") from error
    except Exception as error:  # choreographer's own errors have no common ancestor
        raise ExplorerError("chrome_failed", why=str(error) or type(error).__name__) from error
