"""The sandbox's figures: ends are numbered without collision, and colours are on the scale of the lead."""

import numpy as np
import plotly.graph_objects as go

from explorer.figures.sandbox import Path, influence_map, tint, with_paths


def drawn(before: np.ndarray, after: np.ndarray) -> go.Figure:
    figure = go.Figure(go.Scatter(x=[0.0], y=[0.0], mode="markers"))
    figure.add_annotation(text="×3", x=0, y=0)
    return with_paths(figure, Path("a", before), Path("b", after), len(before) - 1, "light")


def test_paths_that_begin_at_one_place_share_its_number_and_counts_of_known_uses_go():
    before = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    after = np.array([[0.0, 0.001], [1.0, 1.0], [2.0, 2.0]])
    figure = drawn(before, after)
    assert [note.text for note in figure.layout.annotations] == ["0", "2", "2"]
    ends = [np.array([note.xshift, note.yshift]) for note in figure.layout.annotations[1:]]
    assert ends[0] @ ends[1] < 0  # away from one another
    assert figure.data[0].opacity < 0.5
    colours = {trace.line.color for trace in figure.data if trace.line.dash}
    assert len(colours) == 2 and {trace.line.dash for trace in figure.data if trace.line.dash} == {"solid", "dash"}


def test_one_layer_is_a_path_too():
    assert [n.text for n in drawn(np.zeros((2, 2))[:1], np.ones((1, 2))).layout.annotations] == ["0", "0"]


def test_a_small_change_is_pale_beside_a_large_lead():
    change = np.array([[0.01, -0.01]])
    figure = influence_map(
        change, ["큰", "<b>"], ["0"], theme="light", x_title="", y_title="", bar_title="", hover="", layer=0, full=0.1
    )
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-0.1, 0.1)
    assert "&lt;b&gt;" in figure.layout.xaxis.ticktext
    assert " 7%" in tint(0.01, 0.1, "light") and " 70%" in tint(0.5, 0.1, "light")
