"""One run: items, vectors, probes, report."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from explorer.analysis.probing.bundled_items import bundled_items
from explorer.analysis.probing.designs import TOKEN_TASKS, Design, design
from explorer.analysis.probing.file_items import Loaded, file_items
from explorer.analysis.probing.meter import Meter, ShowProgress, Stop
from explorer.analysis.probing.names import BUNDLED_TASKS, ProbeSettings, TaskId
from explorer.analysis.probing.results import ProbeResult
from explorer.analysis.probing.sources import BundledSource, FileSource, Source
from explorer.analysis.probing.vectors import baselines, encoded
from explorer.encoders.base import Encoder, Vectors
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.store import VectorStore
from probes.codelength import online_codelength
from probes.cumulative import cumulative_probes
from probes.errors import ProbeError
from probes.fitting import Settings, check_count
from probes.measure import measure
from probes.report import ProbeReport
from probes.scalar_mix import learn_mix
from probes.summary import summarise
from probes.tasks import Task, check_learnable


def run(
    encoder_id: str | Encoder,
    source: Source,
    task_id: TaskId,
    settings: ProbeSettings,
    show: ShowProgress,
    stop: Stop,
    store: VectorStore | None = None,
) -> ProbeResult:
    """See `explorer.analysis.probing.run_probe`."""
    encoder = open_encoder(encoder_id) if isinstance(encoder_id, str) else encoder_id
    try:
        how = _settings(settings)
        loaded = load(source, task_id, settings)
        stop()
        dropped = Counter(unlabelled=loaded.unlabelled)
        plan = design(task_id, loaded.items, settings.limit, settings.seed, dropped)
        check_learnable(plan.task)
        meter = Meter(_expected(encoder, plan.task, settings), show, stop)
        found = _vectors(encoder, plan, settings, loaded.eojeols, store or VectorStore(), meter)
        task = plan.task if len(found.rows) == plan.task.n else plan.task.take(found.rows)
        report = _report(encoder.identity.id, task, found, settings, how, meter)
    except ProbeError as error:
        raise ExplorerError(f"probe_{error.key}", **error.values) from error
    dropped["no_vector"] = len(found.without)
    return ProbeResult(
        report=report,
        task_id=task_id,
        encoder=encoder.identity,
        language=plan.items[0].use.language,
        source="bundled" if isinstance(source, BundledSource) else source.name,
        format=loaded.format,
        silver=isinstance(source, BundledSource) and task_id in TOKEN_TASKS,
        settings=settings,
        available=len(loaded.items),
        digest=plan.digest,
        dropped=tuple((cause, n) for cause, n in dropped.items() if n),
        unknown=found.unknown,
        skipped=loaded.skipped,
        without=found.without,
    )


def load(source: Source, task_id: TaskId, settings: ProbeSettings) -> Loaded:
    """The labelled items of a source. Raises ExplorerError where it has none for the task."""
    if isinstance(source, FileSource):
        if source.train is None:
            return file_items(task_id, source, settings.label)
        train = file_items(task_id, source.train, settings.label, "train")
        test = file_items(task_id, source, settings.label, "test")
        return replace(
            test,
            items=train.items + test.items,
            skipped=train.skipped + test.skipped,
            unlabelled=train.unlabelled + test.unlabelled,
        )
    if task_id not in BUNDLED_TASKS[source.language]:
        raise ExplorerError("probe_needs_file", task=task_id, tasks=", ".join(BUNDLED_TASKS[source.language]))
    return Loaded(tuple(bundled_items(task_id, source.language)), (), "bundled", eojeols=task_id in TOKEN_TASKS)


@dataclass(frozen=True, slots=True, eq=False)
class _Vectors:
    """Layers and baselines of the same rows of the items."""

    layers: Mapping[str, Vectors]
    baselines: Mapping[str, Vectors]
    rows: tuple[int, ...]
    without: tuple[tuple[str, ExplorerError], ...]
    unknown: int


def _vectors(
    encoder: Encoder, plan: Design, settings: ProbeSettings, eojeols: bool, store: VectorStore, meter: Meter
) -> _Vectors:
    own = encoded(encoder, plan.items, store, meter.phase("encode"), eojeols=eojeols)
    items = [plan.items[row] for row in own.rows]
    beside: dict[str, Vectors] = {}
    if settings.baselines:
        beside = baselines(encoder, items, store, meter.phase("beside"), eojeols=eojeols)
    return _Vectors(own.layers, beside, own.rows, own.without, own.unknown)


def _settings(settings: ProbeSettings) -> Settings:
    """Raises ProbeError for what cannot be."""
    for name in ("codelength", "mix", "cumulative"):
        check_count(name, getattr(settings, name), 0)
    if not isinstance(settings.limit, int) or settings.limit < 1:
        raise ProbeError("setting", name="limit", value=settings.limit, expected="≥ 1")
    return Settings(
        probe=settings.probe,
        rank=settings.rank,
        dimension=settings.dimension,
        folds=settings.folds,
        repeats=settings.repeats,
        permutations=settings.permutations,
        seed=settings.seed,
    )


def _report(
    encoder_id: str, task: Task, found: _Vectors, settings: ProbeSettings, how: Settings, meter: Meter
) -> ProbeReport:
    layers, seed, folds = found.layers, settings.seed, settings.folds
    outcome = measure(task, layers, baselines=found.baselines, settings=how, progress=meter.jobs("probes"))
    code = mix = cumulative = None
    if settings.codelength:
        code = online_codelength(
            task, layers, repeats=settings.codelength, seed=seed, progress=meter.jobs("codelength")
        )
    if settings.mix and len(layers) > 1:
        mix = learn_mix(task, layers, folds=folds, repeats=settings.mix, seed=seed, progress=meter.jobs("mix"))
    if settings.cumulative and len(layers) > 1:
        cumulative = cumulative_probes(
            task, layers, folds=folds, repeats=settings.cumulative, seed=seed, progress=meter.jobs("cumulative")
        )
    return summarise(outcome, encoder=encoder_id, codelength=code, mix=mix, cumulative=cumulative, seed=seed)


def _expected(encoder: Encoder, task: Task, settings: ProbeSettings) -> dict[str, float]:
    """Roughly how the time of a run divides: seconds of one core, as a few runs on the bundled sentences took them."""
    layers, size = len(encoder.layers), task.n * encoder.dim / 400_000
    splits = settings.repeats * (settings.folds if task.every_fold else 1)
    labellings = 2 + settings.permutations / 4
    return {
        "encode": 2.0 * layers * size,
        "beside": (2.0 * layers * size + 3.0) * settings.baselines,
        "probes": 0.01 * labellings * (layers + 5 * settings.baselines) * splits * size,
        "codelength": 0.1 * layers * settings.codelength * size,
        "mix": 0.1 * layers * settings.mix * size,
        "cumulative": 0.03 * layers**2 * settings.cumulative * size,
    }
