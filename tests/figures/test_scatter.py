import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from explorer.figures.film import film
from explorer.figures.gauge import gauge
from explorer.figures.scatter import Point, dots, hover_text, one_dot, scatter
from explorer.figures.style import marks, other_marks
from explorer.occurrences import Occurrence


def use(text: str, start: int, end: int, sense: str, guest: bool = False) -> Point:
    return Point(Occurrence(text, start, end, "배", sense=sense, id=f"{sense}.{text}"), sense, sense, guest=guest)


ITEMS = [use("배가 고프다", 0, 1, "belly"), use("그 배가 떠났다", 2, 3, "ship"), use("새 배", 2, 3, "ship", guest=True)]
POINTS = np.array([[0.0, 1.0], [2.0, 0.0], [1.0, 1.0]])


def figure(items=ITEMS, points=POINTS):
    drawn = marks(list(dict.fromkeys(i.label for i in items)), "light")
    return scatter(points, items, drawn, explained=(0.5, 0.2), theme="light", axis_names=("a", "b")), drawn


def test_every_occurrence_is_one_point_with_its_id_colour_and_shape():
    drawn_figure, drawn = figure()
    seen = {}
    for trace in drawn_figure.data:
        for identity, x, y in zip(trace.customdata, trace.x, trace.y, strict=True):
            seen[identity] = (x, y, trace.marker.color, trace.marker.symbol)
    assert len(seen) == 3
    for item, point in zip(ITEMS, POINTS, strict=True):
        mark = drawn[item.label]
        assert seen[item.occurrence.id] == (*point, mark.colour, mark.symbol)


def test_both_axes_have_one_scale_and_hold_all_points():
    layout = figure()[0].layout
    spans = [np.ptp(layout.xaxis.range), np.ptp(layout.yaxis.range)]
    assert spans[0] == spans[1]
    assert layout.xaxis.range[0] < 0 and layout.xaxis.range[1] > 2


@given(st.text(min_size=1, max_size=300))
def test_nothing_that_a_person_typed_becomes_markup(typed):
    text = typed + "배" + typed
    hover = hover_text(Point(Occurrence.from_bracketed("[배]"), "x", typed, typed))
    hover += hover_text(Point(use_nfc(text), "x", typed, typed))
    assert set(re.findall(r"<[^>]*>", hover)) <= {"<b>", "</b>", "<br>", "<i>", "</i>"}


def use_nfc(text: str) -> Occurrence:
    import unicodedata

    text = unicodedata.normalize("NFC", text)
    place = text.index("배")
    return Occurrence(text, place, place + 1, "배")


def test_the_target_is_bold_and_a_long_sentence_is_cut_around_it():
    hover = hover_text(use("가" * 500 + " 배 " + "나" * 500, 501, 502, "x"))
    assert "<b>배</b>" in hover
    assert len(hover) < 400


def test_senses_differ_in_colour_and_in_shape():
    for theme in ("light", "dark"):
        drawn = marks([str(i) for i in range(8)], theme)
        assert len({m.colour for m in drawn.values()}) == len({m.symbol for m in drawn.values()}) == 8
    many = marks([str(i) for i in range(40)], "light")
    assert len({(m.colour, m.symbol) for m in many.values()}) == 40


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_marks_stand_out_from_the_page():
    for theme, paper in (("light", "#FFFFFF"), ("dark", "#12161C")):
        labels = [str(i) for i in range(8)]
        for mark in (*marks(labels, theme).values(), *other_marks(labels, theme).values()):
            assert contrast(mark.colour, paper) >= 3, (theme, mark)


def test_what_is_no_sense_looks_like_none():
    for theme in ("light", "dark"):
        senses = list(marks([str(i) for i in range(8)], theme).values())
        others = list(other_marks([str(i) for i in range(25)], theme).values())
        assert len({(m.colour, m.symbol) for m in others}) == 25
        assert not {m.colour for m in senses[:4]} & {m.colour for m in others}
        assert not {m.symbol for m in senses[:4]} & {m.symbol for m in others}
        assert not {(m.colour, m.symbol) for m in senses} & {(m.colour, m.symbol) for m in others[:5]}


def test_a_static_model_is_one_dot_with_its_count():
    dot = one_dot(80, "80 <b>", "light", "all <i>alike</i>")
    assert len(dot.data) == 1 and list(dot.data[0].x) == [0]
    assert dot.data[0].text == ("80",)
    assert "<i>" not in dot.data[0].hovertext[0]


def test_a_gauge_draws_what_is_defined_and_nothing_else():
    full = gauge(0.6, (0.5, 0.7), (0.2, 0.4), 0.25, 0.7, "light")
    empty = gauge(None, None, None, None, None, "light")
    assert full.count("<circle") == 2 and full.count("<rect") == 1
    assert empty.count("<circle") == 0 and empty.count("<rect") == 0


def drawn_with(points=POINTS, **more):
    drawn = marks([i.label for i in ITEMS], "light")
    return scatter(points, ITEMS, drawn, explained=None, theme="light", axis_names=("a", "b"), **more)


def test_the_selected_have_a_ring_and_the_others_fade():
    shown = drawn_with(selected={ITEMS[1].occurrence.id, "of another word"})
    for trace in shown.data[:-1]:
        marked = [trace.customdata[k] for k in trace.selectedpoints]
        assert marked == [i for i in trace.customdata if i == ITEMS[1].occurrence.id]
        assert trace.unselected.marker.opacity < 0.5 < trace.selected.marker.opacity
    assert list(shown.data[-1].x) == [2.0] and shown.data[-1].marker.symbol == "circle-open"
    assert all(trace.selectedpoints is None for trace in drawn_with().data)


def test_sentences_at_one_point_are_counted_beside_it_and_numbers_keep_apart():
    together = drawn_with(np.array([[0.0, 1.0], [0.0, 1.0], [1e-4, 1.0]]))
    assert [note.text for note in together.layout.annotations] == ["×3"]
    assert not drawn_with().layout.annotations
    crowds = np.concatenate([np.zeros((9, 2)), np.full((5, 2), 0.03), np.ones((4, 2))])
    items = [use(f"{k} 배", 2, 3, "ship") for k in range(len(crowds))]
    notes = figure(items, crowds)[0].layout.annotations
    assert [note.text for note in notes] == ["×9", "×4"]


def test_a_film_moves_every_point_and_keeps_order_colours_and_frame():
    layers = np.stack([POINTS, POINTS + 1, POINTS * -1])
    shown = film(
        layers, ITEMS, marks([i.label for i in ITEMS], "light"), ["0", "1", "2"], theme="light",
        axis_names=("a", "b"), play="play", pause="stop", prefix="layer", selected={ITEMS[0].occurrence.id},
    )  # fmt: skip
    assert len(shown.frames) == len(shown.layout.sliders[0].steps) == 3
    for k, frame in enumerate(shown.frames):
        assert len(frame.data) == len(shown.data)
        moved = {i: (x, y) for t, f in zip(shown.data[:-1], frame.data, strict=False) for i, x, y in
                 zip(t.customdata, f.x, f.y, strict=True)}  # fmt: skip
        assert [moved[item.occurrence.id] for item in ITEMS] == [tuple(row) for row in layers[k]]
    low, high = shown.layout.xaxis.range
    assert low < layers[..., 0].min() and high > layers[..., 0].max()


def test_a_static_model_has_a_dot_a_word():
    shown = dots(np.array([[-1.0, 0.0], [1.0, 0.5]]), [80, 42], ["배", "<b>"], ["x", "y"], "light", ringed={1})
    assert shown.data[0].text == ("80", "42") and shown.layout.annotations[1].text == "&lt;b&gt;"
    assert shown.data[0].marker.line.width[1] > shown.data[0].marker.line.width[0]


def test_a_group_has_its_sign_in_the_middle_as_text_and_none_covers_another():
    items = [use(f"배 {i}", 0, 1, label) for label, n in (("a", 3), ("b", 2), ("c", 1)) for i in range(n)]
    points = np.array([[0.0, 0.0], [0.2, 0.0], [0.4, 0.0], [9.0, 9.0], [9.0, 8.0], [0.1, 0.1]])
    drawn = marks(["a", "b", "c"], "light")
    signs = {"a": "섬 · <b>", "b": "먹다", "c": "같은 자리"}
    made = scatter(points, items, drawn, explained=None, theme="dark", axis_names=("x", "y"), signs=signs)
    written = {note.text: (note.x, note.y) for note in made.layout.annotations if "×" not in note.text}
    assert written == {"<b>섬 · &lt;b&gt;</b>": (0.2, 0.0), "<b>먹다</b>": (9.0, 8.5)}
