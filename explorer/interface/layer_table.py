"""A data frame of all figures by layer that shows the main ones: a notebook has no room for thirty columns."""

from typing import Any

import pandas as pd

_SHOWN = (
    "encoder", "layer", "n", "one_nn", "one_nn_interval", "one_nn_band", "one_nn_unmatched", "nearest_centroid",
    "silhouette", "bag_of_context", "best_share",
)  # fmt: skip
"""Columns in sight; one that ends in `_interval` or `_band` is written from two, `…_low` and `…_high`."""


class LayerTable(pd.DataFrame):  # type: ignore[misc,unused-ignore]
    """A data frame like any other, of which less is shown than it holds; what is left of it by selecting is shown so.

    Where a selection lacks one of the main columns it is shown as pandas shows it.
    """

    @property
    def _constructor(self) -> Any:  # noqa: ANN401  (as pandas asks of a subclass)
        return LayerTable

    def __repr__(self) -> str:
        """The main columns as text, and how many there are besides."""
        brief = _brief(self)
        return super().__repr__() if brief is None else f"{brief.to_string()}\n\n{_besides(self)}"

    def _repr_html_(self) -> str | None:
        """The same for a notebook."""
        brief = _brief(self)
        if brief is None:
            plain: str | None = pd.DataFrame(self)._repr_html_()  # type: ignore[operator]
            return plain
        return f"<div>{brief.to_html(border=0)}<p>{_besides(self)}</p></div>"


def _brief(frame: pd.DataFrame) -> pd.DataFrame | None:
    """The main columns, rounded; None where one of them is missing."""
    columns: dict[str, Any] = {}
    for name in _SHOWN:
        ends = (f"{name}_low", f"{name}_high")
        if name in frame:
            column = frame[name]
            columns[name] = (column.round(3) if pd.api.types.is_float_dtype(column) else column).to_numpy()
        elif all(end in frame for end in ends):
            pairs = zip(*(frame[end] for end in ends), strict=True)
            columns[name] = ["" if pd.isna(low) else f"{low:.2f}–{high:.2f}" for low, high in pairs]
        else:
            return None
    return pd.DataFrame(columns, index=frame.index)


def _besides(frame: pd.DataFrame) -> str:
    named = {*_SHOWN, *(f"{name}_{end}" for name in _SHOWN for end in ("low", "high"))}
    hidden = [str(name) for name in frame.columns if name not in named]
    return f"An interval or a band is two columns, …_low and …_high. {len(hidden)} more columns: {', '.join(hidden)}"
