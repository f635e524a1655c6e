"""What the button beside a chart offers: a format, a size, and files that are made when they are asked for.

Without a Chrome on the server the browser makes SVG and PNG itself, in a small page that holds the same figure.
"""

from collections.abc import Callable, Sequence
from urllib.parse import urlencode

import streamlit as st

from explorer.export.bundle import Bundle, zipped
from explorer.export.chrome import chrome_path
from explorer.export.files import file_stem
from explorer.export.formats import DRAWN, FORMATS, SCALES, Format, Size
from explorer.export.pages import Picture, figure_page
from explorer.export.render import render
from explorer.language import Say
from explorer.screens import session
from explorer.screens.charts import Drawn, charts, tables

MEDIA: dict[str, str] = {
    "svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "html": "text/html", "csv": "text/csv",
    "zip": "application/zip",
}  # fmt: skip

WIDTH, PREVIEW = 380, 430
"""Pixels: width of the choices, height of the page in which a browser saves a figure by itself."""


def offer(drawn: Drawn, key: str) -> None:
    """The choices inside the popover of one chart, and the bundle of all charts of the page."""
    with st.container(width=WIDTH, key=f"offer-{key}"):
        _choices(drawn, key)


def _choices(drawn: Drawn, key: str) -> None:
    words = session.say()
    format = st.segmented_control(
        words("export.format"), FORMATS, default="svg", required=True, format_func=str.upper, key=f"format-{key}"
    )
    picture, scale = _look(drawn, format, key)
    if format in DRAWN and chrome_path() is None:
        _in_the_browser(picture, format)
    else:
        _download(words("export.download", format=format.upper()), f"{file_stem(drawn.name)}.{format}", format, key,
                  lambda: render(picture, format, scale))  # fmt: skip
    _whole_page(picture, format, scale, key)


def _look(drawn: Drawn, format: Format, key: str) -> tuple[Picture, int]:
    """Size, caption and scale, as far as the format has them."""
    words = session.say()
    size: Size = "slide"
    scale = 2
    caption = True
    if format in DRAWN:
        size = st.segmented_control(
            words("export.size"), ("slide", "double", "column"), default="slide", required=True, key=f"size-{key}",
            format_func=lambda size: words(f"export.size_{size}"), help=words("export.size_help"),
        )  # fmt: skip
    if format == "png":
        scale = st.segmented_control(
            words("export.scale"), SCALES, default=2, required=True, key=f"scale-{key}", format_func=lambda k: f"{k}×"
        )
    if format != "csv":
        caption = st.toggle(
            words("export.caption"), value=True, key=f"caption-{key}", help=words("export.caption_help")
        )
    return Picture(drawn.figure, drawn.facts, drawn.name, size, caption, session.language()), scale


def _download(label: str, name: str, format: str, key: str, make: Callable[[], bytes], help: str | None = None) -> None:
    st.download_button(
        label, make, name, MEDIA[format], key=f"download-{format}-{key}", icon=":material/download:",
        on_click="ignore", width="stretch", help=help,
    )  # fmt: skip


def _in_the_browser(picture: Picture, format: Format) -> None:
    words = session.say()
    if format == "pdf":
        st.info(words("export.no_chrome_pdf"), icon=":material/info:")
        return
    st.caption(words("export.no_chrome"))
    st.iframe(figure_page(picture, size=picture.size, buttons_first=True), height=PREVIEW, alt=picture.facts.title)


def _whole_page(picture: Picture, format: Format, scale: int, key: str) -> None:
    """All charts and tables of the page in one archive, in the format that is chosen and as numbers."""
    words = session.say()
    formats: tuple[Format, ...] = tuple(dict.fromkeys((format, "csv")))
    if format in DRAWN and chrome_path() is None:
        formats = ("html", "csv")
    page = st.session_state.get("page") or "start"
    bundle = Bundle(
        tuple(
            Picture(each.figure, each.facts, each.name, picture.size, picture.caption, picture.language)
            for each in charts().values()
        ),
        formats,
        scale,
        tuple(tables().items()),
        f"/{st.session_state.get('page', '')}?{urlencode(st.query_params.to_dict())}",
    )
    st.divider()
    label = page_label(len(bundle.pictures), len(bundle.tables), formats, words)
    _download(label, f"{file_stem(page)}.zip", "zip", key, lambda: zipped(bundle.files()), words("export.bundle_help"))


def page_label(figures: int, tables: int, formats: Sequence[str], words: Say) -> str:
    """What the archive of a page is called: how many figures and tables it holds, and in which formats."""
    held = [words(f"export.{what}_{'one' if n == 1 else 'many'}", n=n) for what, n in _counted(figures, tables)]
    key = "export.bundle_values" if set(formats) == {"csv"} else "export.bundle"
    return words(key, held=", ".join(held), formats=" + ".join(map(str.upper, formats)))


def _counted(figures: int, tables: int) -> list[tuple[str, int]]:
    return [(what, n) for what, n in (("figures", figures), ("tables", tables)) if n]
