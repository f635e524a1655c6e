"""Figures of a training: nothing jumps from one moment to the next, and no text is markup."""

import numpy as np

from explorer.figures.scatter import Point
from explorer.figures.style import marks
from explorer.figures.training import MomentCurve, in_frame, loss_curves, moment_curves, moment_points
from explorer.occurrences import Occurrence

RNG = np.random.default_rng(0)
ITEMS = [Point(Occurrence("배가 <b>온다</b>", 0, 1, "배", id=f"bae.{i}"), "ab"[i % 2], "ab"[i % 2]) for i in range(40)]


def test_a_stray_point_does_not_shrink_the_rest():
    points = RNG.normal(size=(3, 40, 2))
    points[1, 0] = 50
    placed = in_frame(points)
    assert placed.reach < 6 and placed.beyond[1] >= 1
    assert np.abs(placed.points).max() <= placed.reach
    inside = np.abs(points) < 0.9 * placed.reach
    assert np.array_equal(placed.points[inside], points[inside])
    assert in_frame(np.zeros((2, 4, 2))).reach > 0


def test_moments_share_their_axes_and_points_keep_their_ids():
    points = RNG.normal(size=(2, 40, 2))
    drawn = marks(["a", "b"], "light")
    first, second = (moment_points(p, ITEMS, drawn, reach=3, theme="light") for p in points)
    assert first.layout.xaxis.range == second.layout.xaxis.range
    assert [list(trace.ids) for trace in first.data] == [list(trace.ids) for trace in second.data]
    assert "<b>온다</b>" not in "".join(first.data[0].text)


def test_the_line_stands_at_the_moment():
    lines = [MomentCurve("a", "<i>a</i>", (0.1, None, 0.5), (0.0, None, 0.4), (0.2, None, 0.6))]
    figure = moment_curves(
        lines, marks(["a"], "dark"), moments=["0%", "1%", "100%"], current=1, chance=0.3, chance_name="chance",
        y_range=(0, 1), theme="dark", x_title="x", y_title="y",
    )  # fmt: skip
    assert figure.layout.shapes[0].x0 == 1 and "<i>" not in figure.data[-1].hovertemplate
    loss = loss_curves({"a": ((1e6, 7.0), (2e6, 6.0))}, {"a": "A"}, marks(["a"], "dark"), at=2e6, theme="dark",
                       x_title="x", y_title="y")  # fmt: skip
    assert list(loss.data[0].x) == [1, 2] and loss.layout.shapes[0].x0 == 2
