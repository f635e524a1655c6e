"""Step 5 of the lesson in words: what decides beside the curves, and the measure that the textbook's claim rests on."""

from collections.abc import Mapping

from explorer.analysis.reading import reading
from explorer.screens.session import say
from probes.report import ProbeReport

_DECIDE = ("baselines_above", "baselines_near", "baselines_below")


def baselines_said(reports: Mapping[str, ProbeReport]) -> str:
    """A line a task: which baselines the best layer beats, which it does not."""
    words = say()
    lines = []
    for task, report in reports.items():
        said = " ".join(each.say(words) for each in reading(report) if each.key in _DECIDE)
        lines.append(f"- **{words(f'lesson.layers.{task}')}** — {said}")
    below = {each.key: dict(each.beside) for each in reading(reports["sense"])}.get("baselines_below", {})
    more = ["", words("lesson.layers.collocation", context=below["context"])] if "context" in below else []
    return "\n".join([words("lesson.layers.beside"), "", *lines, *more])


def centres_said(pos: ProbeReport, sense: ProbeReport) -> str:
    """Centre of gravity and expected layer of both tasks (Tenney et al. 2019); "" where they were not measured."""
    words = say()
    if pos.mix is None or sense.mix is None or pos.cumulative is None or sense.cumulative is None:
        return ""
    expected = (pos.cumulative.expected_layer, sense.cumulative.expected_layer)
    if None in expected:
        return ""
    (pos_low, pos_high), (sense_low, sense_high) = pos.mix.centre_range, sense.mix.centre_range
    which = "apart" if pos_high < sense_low else "reverse" if sense_high < pos_low else "overlap"
    said = words(
        "lesson.layers.centres", pos=pos.mix.centre_of_gravity, pos_low=pos_low, pos_high=pos_high,
        sense=sense.mix.centre_of_gravity, sense_low=sense_low, sense_high=sense_high,
        pos_expected=expected[0], sense_expected=expected[1],
    )  # fmt: skip
    return f"{said} {words(f'lesson.layers.centres_{which}')}"
