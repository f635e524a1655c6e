"""What is written among the points of a figure, as Plotly's annotations: how many lie at one place, what a group is."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from explorer.figures.style import INK, Theme

_CROWD = 3
_COVERED, _ROOM = 0.012, 0.09
"""Shares of the picture's width: closer markers cover one another, and a number needs so much room."""
_SIGN = (0.36, 0.08)
"""Room for a text in the picture, in shares of its width: beside another and above another."""


def crowds(points: np.ndarray) -> list[tuple[int, int]]:
    """Where three or more markers cover one another: the one in the middle, and how many there are.

    Numbers that would cover one another are left out, the smaller first.
    """
    if len(points) < _CROWD:
        return []
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    span = max(float(np.ptp(points, axis=0).max()), 0.5)
    sizes = (distance < _COVERED * span).sum(axis=1)
    crowds: list[tuple[int, int]] = []
    for row in np.argsort(-sizes, kind="stable"):
        if sizes[row] >= _CROWD and all(distance[row, other] > _ROOM * span for other, _ in crowds):
            crowds.append((int(row), int(sizes[row])))
    return crowds


def number(point: np.ndarray, count: int, theme: Theme) -> dict[str, Any]:
    """How many sentences lie at a point, written beside it."""
    ink = INK[theme]
    return {
        "x": point[0], "y": point[1], "text": f"×{count}", "showarrow": False, "xshift": 18, "yshift": 12,
        "font": {"size": 12, "color": ink.text}, "bgcolor": ink.paper, "borderpad": 1, "opacity": 0.9,
    }  # fmt: skip


def signs_among(
    points: np.ndarray, labels: Sequence[str], signs: Mapping[str, str], theme: Theme
) -> list[dict[str, Any]]:
    """Texts in the middle of their labels' points, of the largest group first; what would cover another is left out."""
    ink, span = INK[theme], max(float(np.ptp(points, axis=0).max(initial=0.0)), 0.5)
    members = {label: [i for i, own in enumerate(labels) if own == label] for label in signs}
    placed: list[dict[str, Any]] = []
    for label, rows in sorted(members.items(), key=lambda each: -len(each[1])):
        x, y = np.median(points[rows], axis=0) if rows else (0.0, 0.0)
        free = all(abs(x - o["x"]) > _SIGN[0] * span or abs(y - o["y"]) > _SIGN[1] * span for o in placed)
        if rows and free:
            font = {"size": 14, "color": ink.text}
            placed.append({"x": x, "y": y, "text": f"<b>{escape(signs[label])}</b>", "font": font})
    return [{**sign, "showarrow": False, "opacity": 0.92, "bgcolor": ink.paper, "borderpad": 2} for sign in placed]
