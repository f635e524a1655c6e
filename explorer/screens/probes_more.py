"""Views of probes beside the curves: the mixes that tasks learned, and which label is taken for which."""

from collections.abc import Mapping, Sequence

import streamlit as st

from explorer.analysis.probing import ProbeResult, learned_mix
from explorer.export.facts import FigureFacts
from explorer.figures.confusion import confusion
from explorer.figures.style import marks
from explorer.figures.weight_bars import NamedMix, weight_bars
from explorer.lexicon import bundled
from explorer.screens import pickers
from explorer.screens.charts import chart
from explorer.screens.mix_sliders import use_mix
from explorer.screens.parts import TAGS, label_name, tag_name
from explorer.screens.probes_texts import task_name
from explorer.screens.session import encoder_name, say, theme

Results = Mapping[str, ProbeResult]
"""Results of one task by encoder."""

_MOST_LABELS = 14


def facts(view: str, results: Sequence[ProbeResult]) -> FigureFacts:
    """What a saved figure of these results carries."""
    first = results[0]
    return FigureFacts(
        title=f"{task_name(first.task_id)} · {say()(f'probes.view_{view}')}",
        encoders=tuple((r.encoder.id, r.encoder.fingerprint) for r in results),
        metric=f"{say()(f'probes.view_{view}')} ({first.report.probe})",
        seed=first.settings.seed, data=first.source, n=first.report.n,
    )  # fmt: skip


def mixes(panels: Sequence[Results]) -> None:
    """One figure an encoder, and under it the links that carry each mix to Compare."""
    words = say()
    encoders = list(dict.fromkeys(e for results in panels for e, r in results.items() if r.report.mix))
    if not encoders:
        st.info(words("probes.not_defined", view=words("probes.view_mix")), icon=":material/info:")
        return
    for column, e in zip(st.columns(min(len(encoders), 2) or 1, gap="medium") * len(encoders), encoders, strict=False):
        with column:
            found = [p[e] for p in panels if e in p and p[e].report.mix]
            st.subheader(encoder_name(e))
            drawn = marks([r.task_id for r in found], theme())
            mixes = [NamedMix(r.task_id, task_name(r.task_id), r.report.mix) for r in found if r.report.mix]
            figure = weight_bars(
                mixes, drawn, theme=theme(), x_title=words("common.layer"), y_title=words("probes.weight"),
                centre=words("probes.centre"), uniform=words("probes.uniform", middle=mixes[0].mix.uniform_centre),
            )  # fmt: skip
            chart(
                figure,
                key=f"probe-mix-{e}",
                alt=words("probes.alt_mix", encoder=encoder_name(e)),
                facts=facts("mix", found),
            )
            for r in found:
                mark, mix = drawn[r.task_id], r.report.mix
                weights = learned_mix(r.report)
                if mix and weights:
                    use_mix(e, weights, words("probes.use_mix", task=f"{mark.glyph} {task_name(r.task_id)}"))


def confusion_choice(panels: Sequence[tuple[str, Results]]) -> tuple[str, int]:
    """The encoder and the layer whose confusions are shown."""
    depths = {e: len(r.report.layers) for _, results in panels for e, r in results.items()}
    encoders = sorted(depths, key=lambda e: depths[e] == 1)
    encoder_id = pickers.pick_one("confused", encoders, say()("common.encoder"), encoder_name)
    return encoder_id, pickers.pick_layer(depths[encoder_id])


def confusion_panel(key: str, results: Results, encoder_id: str, layer: int) -> None:
    """Which label of a task is taken for which, at one layer."""
    words = say()
    if encoder_id not in results:
        st.info(words("probes.missing", encoders=encoder_name(encoder_id)), icon=":material/info:")
        return
    result = results[encoder_id]
    labels = [name for name, _ in result.report.classes]
    rows = _rows(key, result)
    table = result.report.layers[min(layer, len(result.report.layers) - 1)].confusion
    figure = confusion(
        [[table[i][j] for j in rows] for i in rows], [_written(labels[i]) for i in rows], theme=theme(),
        x_title=words("probes.predicted_label"), y_title=words("probes.true_label"), bar_title=words("probes.share"),
        hover=words("probes.confusion_hover"),
    )  # fmt: skip
    alt = words("probes.alt_confusion", encoder=encoder_name(encoder_id), layer=layer)
    chart(figure, key=f"probe-confusion-{key}", alt=alt, facts=facts("confusion", [result]))
    if len(rows) < len(labels) and len(rows) == _MOST_LABELS:
        st.caption(words("probes.confusion_most", all=len(labels), n=len(rows)))


def _written(label: str) -> str:
    return tag_name(label) if label in TAGS else label_name(label)


def _rows(key: str, result: ProbeResult) -> list[int]:
    """The labels to show: those of one word where each word has its own, else the most frequent."""
    classes = result.report.classes
    if result.task_id in ("sense", "homograph") and len(classes) > _MOST_LABELS:
        known = bundled.all_senses()
        owner = [known[name].word if name in known else name.rpartition("/")[0] or name for name, _ in classes]
        several = [word for word in dict.fromkeys(owner) if owner.count(word) > 1]
        if several:
            word = st.selectbox(
                say()("probes.word_to_show"), several, key=f"confused-word-{key}", persist_state="session"
            )
            return [i for i, name in enumerate(owner) if name == word]
    frequent = sorted(range(len(classes)), key=lambda i: -classes[i][1])[:_MOST_LABELS]
    return sorted(frequent)
