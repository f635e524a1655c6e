"""What a probing run gives: the report, and where its items came from."""

from dataclasses import dataclass, field

from explorer.analysis.probing.names import ProbeSettings, TaskId
from explorer.encoders.base import EncoderIdentity
from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.lexicon.rows import Skipped
from probes.report import ProbeReport


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """A report (`probes.report`), and what it is about.

    `report.task` is the task id, `report.layers` go by layer, `report.baselines` are vectors beside them: `static` (the
    word2vec vector of the target, of an eojeol the mean of its morphemes read alone), `context` (mean of the other
    words' static vectors), `particle` (what follows the leading morpheme, one-hot), `untrained.K` (layer K of the
    untrained twin). `report.references` need no vector: `majority`, `type_majority`.

    `source` is "bundled" or the file's name, `format` the kind of file; `silver` says that labels are an analyser's;
    `available` counts the labelled items before anything was left out; `dropped` counts what was left out, by
    cause: `two_labels` (one place, several labels), `repeated`, `sampled` (beyond the limit), `rare` (a label or word
    with too little to learn and test), `both_parts` (training items whose sentence, or for new words whose
    form, is in the test part), `no_vector`.
    `digest` stands for the items and their labels: where it is the same, so are they.
    `unknown` counts targets without a static vector, which stand as zeros; `skipped` are unreadable rows of the file.
    """

    report: ProbeReport
    task_id: TaskId
    encoder: EncoderIdentity
    language: Language
    source: str
    format: str
    silver: bool
    settings: ProbeSettings
    available: int
    digest: str
    dropped: tuple[tuple[str, int], ...] = ()
    unknown: int = 0
    skipped: tuple[Skipped, ...] = ()
    without: tuple[tuple[str, ExplorerError], ...] = field(default=())


def learned_mix(report: ProbeReport) -> tuple[float, ...] | None:
    """The scalar mix that the task learned, one weight a layer, summing to 1; None where none was learned.

    For vectors as the encoder gives them (`ScalarMix` without `normalise`): the learned share of each layer over its
    scale. The share among layers of equal variance is `report.mix.weights`, and its centre of gravity
    `report.mix.centre_of_gravity`.
    """
    return None if report.mix is None else report.mix.raw_weights
