"""Figures of Inside BERT: scales that compare, nothing drawn that is not there, no text that is markup."""

import numpy as np

from explorer.figures.attention import attention_lines, attention_map, faintest
from explorer.figures.pooling import Row, cosine_rows
from explorer.figures.predictions import probability_bars
from explorer.figures.strips import strips

NAMES = ("[CLS]", "<b>배</b>", "##가", "[SEP]")


def test_bars_side_by_side_share_a_scale():
    one = probability_bars(["가", "나"], [0.2, 0.1], theme="light", most=0.5)
    other = probability_bars(["<i>", "나"], [0.5, 0.1], theme="dark", most=0.5, marked="나")
    assert one.layout.xaxis.range == other.layout.xaxis.range and one.layout.xaxis.range[1] > 0.5
    assert other.layout.yaxis.ticktext == ("&lt;i&gt;", "<b>나</b>")
    assert len(set(other.data[0].marker.color)) == 2


def test_zero_is_in_the_middle_of_a_strip():
    vectors = np.array([[-1.0, 2.0, 0.5], [3.0, 0.0, -0.5]])
    trace = strips(vectors, ["a", "<b>"], theme="light", x_title="x", bar_title="b", hover="%{z}").data[0]
    assert trace.zmin == -trace.zmax and trace.zmid == 0


def test_every_weight_above_the_faintest_has_one_line():
    weights = np.array([[0.7, 0.3, 0, 0], [0, 0, 1, 0], [0.25, 0.25, 0.25, 0.25], [0.02, 0.98, 0, 0]])
    lines = [t for t in attention_lines(weights, NAMES, chosen=None, theme="light").data if t.mode == "lines"]
    assert sum(t.x.count(None) for t in lines) == int((weights >= faintest(4)).sum())
    alone = [t for t in attention_lines(weights, NAMES, chosen=0, theme="dark").data if t.mode == "lines"]
    assert sum(t.x.count(None) for t in alone) == int((weights[0] >= faintest(4)).sum())
    drawn = attention_map(weights, NAMES, theme="dark", x_title="x", y_title="y", hover="%{z}")
    assert drawn.layout.xaxis.ticktext[1] == "&lt;b&gt;배&lt;/b&gt;"


def test_a_row_of_cosines_shows_every_pair():
    rows = [Row("a", (0.9, 0.8), (0.1, 0.2, 0.3), 0.5), Row("b", (0.7, 0.6), (0.1, 0.2, 0.3), None)]
    figure = cosine_rows(rows, theme="light", same="same", other="other", own="own", x_title="x")
    assert [len(trace.x) for trace in figure.data] == [6, 4, 1]
