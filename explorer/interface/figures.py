"""Plotly figures for a notebook or a paper: the app's own, with their legends."""

import os
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import plotly.graph_objects as go
from numpy.typing import ArrayLike

from explorer.analysis.compare import View
from explorer.analysis.layers import Separation, separation
from explorer.analysis.spaces import Centring, Grouping, label_names
from explorer.encoders.base import Encoder
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.encoder_marks import encoder_marks
from explorer.figures.scatter import Point, one_dot, scatter
from explorer.figures.style import Mark, Theme, marks
from explorer.interface.arguments import asked, one_of, wrong
from explorer.interface.measures import Encoders, each
from explorer.interface.spaces import shared_store, view_of, views
from explorer.language import Language, Say, speaker
from explorer.lexicon.naming import label_name
from explorer.mixing import ScalarMix
from explorer.occurrences import Occurrence

if TYPE_CHECKING:
    from explorer.export.printed import Size

Measure = Literal[
    "one_nn", "one_nn_unmatched", "nearest_centroid", "silhouette", "same_sense_similarity", "self_similarity"
]

_UNLABELLED = ""


@asked
def draw(
    occurrences: Sequence[Occurrence],
    encoder: str | Encoder,
    *,
    layer: int = -1,
    weights: ArrayLike | ScalarMix | None = None,
    by: Grouping = "sense",
    centring: Centring = "reference",
    language: Language = "en",
    theme: Theme = "light",
) -> go.Figure:
    """The uses as points at one layer (-1: the top), or in the mix of all layers under `weights`, coloured by sense.

    See `project` for what the axes are; one figure's points lie where the other layers' would, so that pictures of
    several layers can be compared. A static model is one dot with a count. Texts are in `language`.
    """
    if not occurrences:
        raise ExplorerError("nothing_to_save")
    say = speaker(language)
    spaces = views(occurrences, encoder, weights=weights, by=by, centring=centring)
    view = view_of(spaces, 0 if weights is not None else layer)
    place = say("common.layer") + f" {spaces.index(view)}" if weights is None else say("compare.mix")
    title = f"{_words(occurrences)} · {_encoder_name(view.encoder.id, say)} · {place}"
    if view.distinct == 1:
        n = len(occurrences)
        figure = one_dot(n, say("compare.one_dot", n=n), theme, say("compare.one_dot_hover", n=n))
    else:
        figure = _points(view, occurrences, by, language, theme)
    projection = say("interface.projection")
    facts = FigureFacts(
        title=title, encoders=((view.encoder.id, view.encoder.fingerprint),), layer=view.name,
        metric=say(f"interface.centring_{centring}"), projection=projection, data=_words(occurrences),
        n=len(occurrences),
    )  # fmt: skip
    return _whole(figure, facts)


@asked
def draw_layers(
    occurrences: Sequence[Occurrence],
    encoders: Encoders,
    *,
    measure: Measure = "one_nn",
    by: Grouping = "sense",
    centring: Centring = "reference",
    relative: bool = False,
    language: Language = "en",
    theme: Theme = "light",
    seed: int = 0,
) -> go.Figure:
    """A measure of sense separation by layer, a curve an encoder; `one_nn` with its interval and its baselines.

    `relative` puts layers on a depth from 0 to 1. See `explorer.measure` for the measures.
    """
    one_of(get_args(Measure), "measure", measure)
    say = speaker(language)
    found = [
        separation(shared_store(), encoder, occurrences, grouping=by, centring=centring, seed=seed)
        for encoder in each(encoders)
    ]
    figure = curves(
        [_curve(each, measure, say) for each in found],
        encoder_marks([each.encoder.id for each in found], theme),
        theme=theme, relative=relative, levels=_levels(found[0], say) if measure == "one_nn" else (),
        x_title=say("layers.depth" if relative else "common.layer"), y_title=say(f"numbers.{measure}"),
        y_range=SHARE if measure in ("one_nn", "one_nn_unmatched", "nearest_centroid") else None,
        interval_name=say("numbers.interval"),
    )  # fmt: skip
    facts = FigureFacts(
        title=f"{_words(occurrences)} · {say(f'numbers.{measure}')}",
        encoders=tuple((each.encoder.id, each.encoder.fingerprint) for each in found),
        metric=say(f"interface.centring_{centring}"), seed=seed, data=_words(occurrences), n=found[0].n,
    )  # fmt: skip
    return _whole(figure, facts)


@asked
def save(
    figure: go.Figure,
    path: str | os.PathLike[str],
    *,
    size: "Size" = "slide",
    scale: int = 2,
    caption: bool = True,
    language: Language = "en",
    replace: bool = False,
) -> Path:
    """Write a figure as `.svg`, `.png`, `.pdf`, `.html` (one file, works offline) or `.csv` (its numbers); the path.

    `size` is that of a `slide` (16:9), a `double` or single `column` of a paper, or a web `page`; `scale` 1 to 4 counts
    the pixels of a PNG to 1/96 inch; `caption` writes the settings below the figure. Raises ExplorerError where the
    file is there already (unless `replace`), cannot be written, or Chrome, which draws pictures, is absent.
    """
    from explorer.export.pages import Picture
    from explorer.export.render import FORMATS, render
    from explorer.training.atomic import write

    path = Path(path)
    if not isinstance(figure, go.Figure):
        raise wrong("figure", figure, ExplorerError("expect_figure"))
    format = next((each for each in FORMATS if path.suffix.lower() == f".{each}"), None)
    if format is None:
        raise ExplorerError("picture_format", path=str(path), formats=", ".join(f".{each}" for each in FORMATS))
    if path.exists() and not replace:
        raise ExplorerError("picture_exists", path=str(path))
    picture = Picture(figure, facts_of(figure), path.stem, size, caption, language)
    content = render(picture, format, scale)
    write(path, lambda temporary: temporary.write_bytes(content))
    return path


def _points(view: View, occurrences: Sequence[Occurrence], by: Grouping, language: Language, theme: Theme) -> go.Figure:
    say = speaker(language)
    labels = [name or _UNLABELLED for name in label_names(occurrences, by)]
    names = {name: label_name(name, language) if name else say("common.not_scored") for name in dict.fromkeys(labels)}
    drawn = marks([name for name in names if name != _UNLABELLED], theme)
    drawn[_UNLABELLED] = Mark("#8A94A0", "circle-open", "○")
    items = [Point(use, label, names[label]) for use, label in zip(occurrences, labels, strict=True)]
    axes = (say("compare.axis", k=1), say("compare.axis", k=2))
    return scatter(
        view.points, items, drawn, explained=view.explained.tolist(), theme=theme, axis_names=axes, height=480
    )


def _curve(result: Separation, measure: Measure, say: Say) -> Curve:
    values = [getattr(score, measure) for score in result.scores]
    intervals = [score.one_nn_interval or (None, None) for score in result.scores] if measure == "one_nn" else []
    low, high = [low for low, _ in intervals], [high for _, high in intervals]
    return Curve(result.encoder.id, _encoder_name(result.encoder.id, say), result.layers, values, low, high)


def _levels(result: Separation, say: Say) -> list[Level]:
    base = result.baselines
    named = (("chance", base.chance, "dot"), ("bag_of_context", base.bag_of_context, "dash"))
    return [Level(say(f"layers.level_{key}"), value, dash) for key, value, dash in named if value is not None]


def _whole(figure: go.Figure, facts: FigureFacts) -> go.Figure:
    """With what a page writes around a figure: a title, a legend, the paper's colour, and the settings as metadata."""
    named: set[str] = set()
    for trace in figure.data:
        shade = (trace.meta or {}).get("legend", "")
        name = shade or trace.name or ""
        trace.showlegend = bool(name and name not in named and (shade or trace.hoverinfo != "skip"))
        if trace.showlegend:
            trace.name = name
            named.add(name)
    for shape in figure.layout.shapes:
        shape.showlegend = bool(shape.name)
    figure.update_layout(
        title={"text": escape(facts.title), "font": {"size": 18}, "x": 0.01, "y": 0.97, "yanchor": "top"},
        legend={"orientation": "h", "x": 0, "xanchor": "left", "y": 1.01, "yanchor": "bottom"},
        showlegend=bool(named), paper_bgcolor=figure.layout.hoverlabel.bgcolor, meta=asdict(facts),
        margin={"l": 24, "r": 12, "t": 88, "b": 24, "autoexpand": True},
    )  # fmt: skip
    return figure


def facts_of(figure: go.Figure) -> FigureFacts:
    """The settings that a figure of `draw` carries; of another figure its title alone."""
    meta = figure.layout.meta
    if isinstance(meta, dict) and meta.keys() == FigureFacts.__dataclass_fields__.keys():
        return FigureFacts(**{**meta, "encoders": tuple((id, mark) for id, mark in meta["encoders"])})
    return FigureFacts(title=figure.layout.title.text or "")


def _words(occurrences: Sequence[Occurrence]) -> str:
    found = list(dict.fromkeys(use.word for use in occurrences))
    return ", ".join(found[:6]) + (" …" if len(found) > 6 else "")


def _encoder_name(encoder_id: str, say: Say) -> str:
    try:
        return say(f"encoders.{encoder_id}")
    except KeyError:
        return encoder_id
