import numpy as np

from explorer.figures.lesson import named_bars, sense_plane
from explorer.figures.scatter import Point
from explorer.figures.style import Mark, marks
from explorer.occurrences import Occurrence

ITEMS = [Point(Occurrence(f"배가 {i}", 0, 1, "배", id=str(i)), label, label) for i, label in enumerate("aabb")]
PLANE = {
    "contexts": np.array([[0, 1], [0, 2], [3, 0], [4, 0]], dtype=float),
    "centres": np.array([[0, 1.5], [3.5, 0]]),
    "middle": np.array([1.75, 0.75]),
    "word": np.array([9.0, 9.0]),
}


def plane(word_name):
    return sense_plane(
        items=ITEMS, marks=marks(["a", "b"], "light"), names=["a", "b"], theme="light", axis_names=("1", "2"),
        word_name=word_name, middle_mark=Mark("#555555", "circle", "⬤"), middle_name="<all>", **PLANE,
    )  # fmt: skip


def test_the_frame_does_not_move_when_the_star_appears():
    without, with_star = plane(None), plane("배")
    assert len(with_star.data) == len(without.data) + 1 and with_star.data[-1].marker.symbol == "star"
    for axis in ("xaxis", "yaxis"):
        assert without.layout[axis].range == with_star.layout[axis].range
        assert with_star.layout[axis].range[1] > 9


def test_the_mean_of_all_senses_is_marked_and_named_before_the_star_appears():
    figure = plane(None)
    assert (figure.data[-1].x[0], figure.data[-1].y[0]) == (1.75, 0.75) and figure.data[-1].name == "<all>"
    assert [note.text for note in figure.layout.annotations] == ["<b>&lt;all&gt;</b>"]
    assert figure.layout.yaxis.scaleanchor == "x"  # what looks nearer is nearer


def test_bars_say_their_values_and_hold_names_as_text():
    figure = named_bars(["<b>배</b>", "눈"], [0.5, -0.25], theme="dark", x_title="x")
    assert list(figure.data[0].text) == ["0.50", "-0.25"]
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;배&lt;/b&gt;"
    low, high = figure.layout.xaxis.range
    assert low < -0.25 and high > 0.5
