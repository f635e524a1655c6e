import plotly.graph_objects as go

from explorer.figures.confusion import confusion
from explorer.figures.probe_curves import cumulative, has, probe_curve
from explorer.figures.style import marks
from explorer.figures.weight_bars import NamedMix, weight_bars
from tests.analysis import reports

MARKS = marks(["a", "b"], "light")


def test_a_curve_carries_the_interval_of_its_measure_and_kilobits():
    first = reports.layer("0", 0.7, codelength=1500.0)
    second = reports.layer("1", 0.9, interval=None, codelength=900.0)
    of = reports.report([0.7, 0.9], layers=(first, second))
    accuracy = probe_curve("a", "A", of, "accuracy")
    assert list(accuracy.values) == [0.7, 0.9] and accuracy.low[1] is None
    assert list(probe_curve("a", "A", of, "codelength").values) == [1.5, 0.9]
    assert has(of, "codelength") and not has(of, "selectivity")


def test_the_centre_of_gravity_stands_beside_that_of_uniform_weights():
    mixes = [NamedMix("a", "form", reports.mix([0.6, 0.3, 0.1], 0.4, 0.6))]
    figure = weight_bars(mixes, MARKS, theme="light", x_title="", y_title="", centre="c", uniform="L/2")
    marker = next(t for t in figure.data if isinstance(t, go.Scatter))
    assert abs(marker.x[0] - 0.5) < 1e-9
    assert {shape.x0 for shape in figure.layout.shapes} >= {1.0}  # L/2
    assert any(abs((shape.y0 or 0) - 1 / 3) < 1e-9 for shape in figure.layout.shapes)


def test_gains_start_at_layer_one_and_the_expected_layer_is_drawn():
    of = reports.report([0.5, 0.6, 0.9], cumulative=reports.cumulative([0.5, 0.6, 0.9]))
    figure = cumulative([("a", "A", of)], MARKS, theme="dark", x_title="", y_title="", gain_title="")
    bars = next(t for t in figure.data if isinstance(t, go.Bar))
    assert list(bars.x) == [1, 2]
    assert any(abs(shape.x0 - 1.75) < 1e-9 for shape in figure.layout.shapes if shape.x0 == shape.x1)


def test_confusion_shows_shares_of_the_true_label_and_escapes_names():
    figure = confusion(
        [[3, 1], [0, 0]], ["<b>x</b>", "y"], theme="light", x_title="", y_title="", hover="%{z}", bar_title=""
    )
    heat = figure.data[0]
    assert list(heat.z[0]) == [0.75, 0.25] and heat.z[1][0] != heat.z[1][0]  # nothing was judged: NaN, not 0
    assert "&lt;b&gt;" in heat.text[0][1]
