from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.heatmap import heatmap
from explorer.figures.style import marks

DEEP = Curve("e5", "E5 <small>", ("0", "1", "2"), (0.2, None, 0.8), (0.1, None, 0.7), (0.3, None, 0.9))
SHALLOW = Curve("elmo", "ELMo", ("0", "1"), (0.3, 0.6))


def draw(**options):
    drawn = marks(["e5", "elmo"], "light")
    return curves([DEEP, SHALLOW], drawn, theme="light", x_title="layer", y_title="1-NN", **options)


def lines(figure):
    return [t for t in figure.data if t.mode == "lines+markers"]


def test_an_undefined_figure_is_a_gap_and_not_a_zero():
    first = lines(draw())[0]
    assert first.y[1] is None
    band = next(t for t in draw().data if t.fill == "toself")
    assert list(band.x) == [0, 2, 2, 0]


def test_relative_depth_lays_encoders_of_different_depth_on_one_another():
    by_depth = lines(draw(relative=True))
    assert [list(t.x) for t in by_depth] == [[0, 0.5, 1], [0, 1]]


def test_shares_stand_on_one_axis_wherever_they_are_drawn():
    axis = draw(y_range=SHARE).layout.yaxis
    assert axis.range == (-0.02, 1.02) and axis.dtick == 0.2 and axis.tickformat == ".1f"


def test_a_shade_has_a_name_of_its_own_and_one_in_a_legend():
    shade = next(t for t in draw(interval_name="95%").data if t.fill == "toself")
    assert shade.name == "E5 <small>: 95%" and shade.meta["legend"] == "95%"


def test_names_are_text_and_baselines_are_lines():
    figure = draw(levels=[Level("chance", 0.25), Level("bag", 0.7)])
    assert "<small>" not in lines(figure)[0].hovertemplate
    assert sorted(s.y0 for s in figure.layout.shapes) == [0.25, 0.7]


def test_a_heatmap_holds_a_row_a_word():
    figure = heatmap(
        [[0.1, 0.9], [0.5, 0.4]], ["배", "<b>"], ["0", "1"], theme="dark", x_title="", hover="%{z}", bar_title=""
    )
    assert list(figure.data[0].y) == ["배", "&lt;b&gt;"]
    assert figure.data[0].zmin == 0 and figure.data[0].zmax == 1
