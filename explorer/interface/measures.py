"""Questions to layers, answered by a data frame with a row a layer: measure, word in context, probe."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.analysis.layers import separation
from explorer.analysis.probing import (
    TASK_IDS,
    BundledSource,
    FileSource,
    ProbeSettings,
    ShowProgress,
    TaskId,
    ready_result,
    run_probe,
)
from explorer.analysis.spaces import Centring, Grouping
from explorer.analysis.wic import word_in_context
from explorer.encoders.base import Encoder
from explorer.errors import ExplorerError
from explorer.interface.arguments import asked, one_of, wrong
from explorer.interface.spaces import opened, shared_store
from explorer.language import Language
from explorer.lexicon.wic import read_wic
from explorer.occurrences import Occurrence
from probes.report import to_frame

if TYPE_CHECKING:
    import pandas as pd

Encoders = str | Encoder | Sequence[str | Encoder]


def each(encoders: Encoders) -> list[Encoder]:
    """The encoders of one id or several, opened."""
    several = encoders if isinstance(encoders, Sequence) and not isinstance(encoders, str) else [encoders]
    return [opened(encoder) for encoder in several]


@asked
def measure(
    occurrences: Sequence[Occurrence],
    encoders: Encoders,
    *,
    by: Grouping = "sense",
    centring: Centring = "reference",
    permutations: int = 1000,
    seed: int = 0,
) -> "pd.DataFrame":
    """How far the senses come apart, a row an encoder and layer, on centred cosines.

    `one_nn`: share of uses whose nearest use has the same sense (leave-one-out; ties share), with its 95% bootstrap
    interval `one_nn_interval_low`, `…_high` and the 95% band of label permutations `one_nn_band_low`, `…_high`;
    `one_nn_unmatched`: the same with the partners of the matched sets left out; `nearest_centroid`, `silhouette`,
    `self_similarity`, `same_sense_similarity`; `raw_self_similarity` and `anisotropy` on raw cosines (Ethayarajh 2019);
    `best_share`: share of bootstrap draws in which the layer is the best. Baselines are columns: `majority`, `chance`
    (= a static model), `bag_of_context`. Uses without a sense are not scored, those without a vector are left out.
    The frame shows its main columns; all are in it. Raises ExplorerError where nothing is left to score.
    """
    from explorer.interface.layer_table import LayerTable

    rows: list[dict[str, Any]] = []
    for encoder in each(encoders):
        found = separation(
            shared_store(), encoder, occurrences, grouping=by, centring=centring, permutations=permutations, seed=seed
        )
        base = found.baselines
        rows += [
            {
                "encoder": found.encoder.id, "layer": k, "name": found.layers[k], **_flat(asdict(score)),
                "raw_self_similarity": found.raw_self_similarity[k], "anisotropy": found.anisotropy[k],
                "best_share": found.best_layer_shares[k],
                "majority": base.majority, "chance": base.chance, "bag_of_context": base.bag_of_context,
            }
            for k, score in enumerate(found.scores)
        ]  # fmt: skip
    return LayerTable(rows)


@asked
def wic(
    pairs: str | os.PathLike[str],
    encoders: Encoders,
    *,
    tune: str | os.PathLike[str] | None = None,
    centring: Centring = "reference",
    seed: int = 0,
) -> "pd.DataFrame":
    """Word in context on a file of pairs in KoBEST's format, a row an encoder and layer; chance is an AUC of 0.5.

    `auc`: probability that a pair of one sense has the higher cosine, with its 95% interval over target words
    `auc_interval_low`, `…_high`; `accuracy` at the `threshold` tuned on the pairs of `tune`. Raises ExplorerError where
    a file cannot be read or no pair has vectors.
    """
    import pandas as pd

    tested, tuned = read_wic(Path(pairs)), None if tune is None else read_wic(Path(tune)).pairs
    rows: list[dict[str, Any]] = []
    for encoder in each(encoders):
        found = word_in_context(shared_store(), encoder, tested.pairs, tuned, centring=centring, seed=seed)
        rows += [
            {"encoder": found.encoder.id, "layer": k, "name": name, **_flat(asdict(score)), "majority": found.majority}
            for k, (name, score) in enumerate(zip(found.layers, found.scores, strict=True))
        ]
    return pd.DataFrame(rows)


@asked
def probe(
    encoder: str | Encoder,
    task: TaskId = "sense",
    *,
    language: Language = "ko",
    path: str | os.PathLike[str] | None = None,
    settings: ProbeSettings | None = None,
    progress: ShowProgress | None = None,
) -> "pd.DataFrame":
    """What a linear probe reads from each layer, a row a layer and a baseline that is a vector (`kind` says which).

    `accuracy` with `interval_low`, `interval_high` (resampling sentences or words), `control` and `selectivity` (Hewitt
    and Liang 2019), `codelength` in bits (Voita and Titov 2020), `p_null` under permuted labels; `n` items. Without a
    `path` the bundled sentences of the `language` are probed; their results are ready-made unless `settings` are given.
    `frame.attrs["report"]` holds the whole report as JSON. Raises ExplorerError where the data have not what the task
    needs.
    """
    one_of(TASK_IDS, "task", task)
    if settings is not None and not isinstance(settings, ProbeSettings):
        raise wrong("settings", settings, ExplorerError("expect_settings"))
    id = encoder if isinstance(encoder, str) else encoder.identity.id
    source = BundledSource(language) if path is None else FileSource(Path(path))
    ready = ready_result(id, task, language) if path is None and settings is None else None
    if ready is not None and ready.encoder != opened(encoder).identity:
        ready = None  # of other weights
    found = ready or run_probe(
        encoder, source, task, settings=settings or ProbeSettings(), progress=progress, store=shared_store()
    )
    frame = to_frame(found.report)
    frame.insert(0, "encoder", found.encoder.id)
    frame.insert(1, "task", found.task_id)
    return frame


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """Intervals as two columns `…_low` and `…_high`."""
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if name.endswith(("_interval", "_band")):
            flat[f"{name}_low"], flat[f"{name}_high"] = value or (None, None)
        else:
            flat[name] = value
    return flat
