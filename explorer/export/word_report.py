"""What a report on a word, or on a set of sentences, says: comparison, layers, probes, sentences, method, sources."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from explorer import __version__
from explorer.analysis.layer_reading import reading, rows
from explorer.analysis.layers import Separation, separation
from explorer.analysis.probing import TaskId, ready_result
from explorer.analysis.reading import reading as probe_reading
from explorer.encoders.base import Encoder
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts, facts_of
from explorer.export.pages import Picture
from explorer.export.report import Figures, Points, Report, Section, Table, Text, legend_of
from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.encoder_marks import encoder_marks
from explorer.figures.probe_curves import probe_curve
from explorer.interface import draw
from explorer.interface.spaces import shared_store
from explorer.language import Language, Say, speaker
from explorer.lexicon import bundled
from explorer.lexicon.naming import label_definition, label_name
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

MOST_SENTENCES, MOST_WORDS = 200, 3
"""Sentences that a report lists, and words whose places it draws; it says what it leaves out."""

TASKS: tuple[TaskId, ...] = ("pos", "sense")
METHOD = ("vectors", "centring", "nearest", "chance", "baselines", "projection", "beware")
SOURCES = ("peters", "tenney", "ethayarajh", "hewitt", "voita", "reif", "loureiro", "liu")

Progress = Callable[[float], None]


def word_report(
    occurrences: Sequence[Occurrence],
    encoders: Sequence[Encoder],
    *,
    name: str,
    language: Language = "ko",
    seed: int = 0,
    again: str = "",
    store: VectorStore | None = None,
    progress: Progress | None = None,
) -> Report:
    """The report; `name` is a word or a file's, `again` what the command line would be given for the same uses.

    Raises ExplorerError where there is no label, encoder or vector.
    """
    if not encoders:
        raise ExplorerError("no_encoder_given")
    say, show = speaker(language), progress or (lambda share: None)
    results: dict[str, Separation] = {}
    for i, encoder in enumerate(encoders):
        kept = store or shared_store()
        results[encoder.identity.id] = separation(kept, encoder, occurrences, seed=seed)
        show((i + 1) / (len(encoders) + 1))
    first = next(iter(results.values()))
    sections = (
        _senses(occurrences, first, language),
        _comparison(occurrences, encoders, results, language),
        _layers(results, name, say, language, seed),
        _probes(encoders, occurrences[0].language, say, language),
        _sentences(occurrences, language),
        Section(say("export.report.method"), tuple(Text(say(f"export.report.method_{key}")) for key in METHOD)),
        Section(say("export.report.sources"), (Points(tuple(say(f"export.report.source_{key}") for key in SOURCES)),)),
        _settings(encoders, again, say, seed),
    )
    names = ", ".join(_name(id, say) for id in results)
    lead = say("export.report.lead", n=len(occurrences), encoders=names, version=__version__)
    return Report(say("export.report.title", name=name), lead, sections, language)


def _senses(occurrences: Sequence[Occurrence], result: Separation, language: Language) -> Section:
    say = speaker(language)
    counts = Counter((o.word, o.sense or "") for o in occurrences)
    examples: dict[tuple[str, str], str] = {}
    for o in occurrences:
        examples.setdefault((o.word, o.sense or ""), _marked(o))
    columns = [say(f"export.report.column_{key}") for key in ("word", "sense", "count", "example")]
    frame = pd.DataFrame(
        [
            (word, label_definition(sense, language) if sense else say("common.no_sense"), count, examples[word, sense])
            for (word, sense), count in list(counts.items())[:MOST_SENTENCES]
        ],
        columns=columns,
    )
    notes = [
        Text(note, faint=True)
        for sense in dict.fromkeys(o.sense for o in occurrences)
        if (known := bundled.all_senses().get(sense or ""))
        and (note := known.note_ko if language == "ko" else known.note_en)
    ]
    caption = say("export.report.senses_caption", labelled=result.n, rest=len(occurrences) - result.n)
    return Section(say("export.report.senses"), (Table(frame, caption), *notes))


def _comparison(
    occurrences: Sequence[Occurrence],
    encoders: Sequence[Encoder],
    results: Mapping[str, Separation],
    language: Language,
) -> Section:
    """Each encoder's places of each word: one vector, the even mix, and the layer in which senses come apart best."""
    say = speaker(language)
    words = [word for word, _ in Counter(o.word for o in occurrences).most_common()]
    blocks: list[Text | Figures] = [Text(say("export.report.comparison_intro"))]
    for word in words[:MOST_WORDS]:
        uses = [o for o in occurrences if o.word == word]
        figures = [figure for e in encoders for figure in _places(uses, e, results[e.identity.id], language)]
        pictures = tuple(Picture(each, facts_of(each), word, "double", True, language) for each in figures)
        blocks.append(Figures(pictures, legend_of(pictures)))
    if len(words) > MOST_WORDS:
        blocks.append(Text(say("export.report.more_words", n=len(words) - MOST_WORDS), faint=True))
    return Section(say("export.report.comparison"), tuple(blocks))


def _places(
    uses: Sequence[Occurrence], encoder: Encoder, result: Separation, language: Language
) -> Iterator[go.Figure]:
    known = [o for i, o in enumerate(uses) if i not in result.without]
    if result.best_layer is not None and len(result.layers) > 1:
        if encoder.identity.family == "elmo":
            yield draw(known, encoder, weights=[1.0] * len(result.layers), language=language)
        yield draw(known, encoder, layer=result.best_layer, language=language)
    elif known:
        yield draw(known, encoder, layer=-1, language=language)


def _layers(results: Mapping[str, Separation], name: str, say: Say, language: Language, seed: int) -> Section:
    deep = {id: result for id, result in results.items() if len(result.layers) > 1}
    read = Points(tuple(reading(result, say, _name(id, say)) for id, result in results.items()))
    tables = [
        Table(pd.DataFrame(rows(result, say)), say("layers.table", encoder=_name(id, say)), folded=True)
        for id, result in results.items()
    ]
    if not deep:
        return Section(say("export.report.layers"), (read, *tables))
    base = next(iter(deep.values())).baselines
    named = (("chance", base.chance, "dot"), ("majority", base.majority, "dashdot"),
             ("bag_of_context", base.bag_of_context, "dash"))  # fmt: skip
    figure = curves(
        [_curve(id, result, say) for id, result in deep.items()], encoder_marks(results, "light"), theme="light",
        levels=[Level(say(f"layers.level_{key}"), value, dash) for key, value, dash in named if value is not None],
        x_title=say("common.layer"), y_title=say("numbers.one_nn"), y_range=SHARE,
        interval_name=say("numbers.interval"),
    )  # fmt: skip
    facts = FigureFacts(
        f"{name} · {say('numbers.one_nn')}", tuple((r.encoder.id, r.encoder.fingerprint) for r in deep.values()),
        metric=say("interface.centring_reference"), seed=seed, data=name, n=next(iter(deep.values())).n,
    )  # fmt: skip
    drawn = Figures((Picture(figure, facts, f"{name}-layers", "double", True, language),))
    note = Text(say("numbers.one_nn_help"), faint=True)
    return Section(say("export.report.layers"), (drawn, note, read, *tables))


def _curve(id: str, result: Separation, say: Say) -> Curve:
    intervals = [score.one_nn_interval or (None, None) for score in result.scores]
    low, high = [low for low, _ in intervals], [high for _, high in intervals]
    return Curve(id, _name(id, say), result.layers, [score.one_nn for score in result.scores], low, high)


def _probes(encoders: Sequence[Encoder], code: Language, say: Say, language: Language) -> Section:
    """What was measured beforehand on all bundled sentences; where nothing was, a sentence says so."""
    blocks: list[Any] = [Text(say("export.report.probes_intro"))]
    pictures = []
    read: list[str] = []
    for task in TASKS:
        found = {e.identity.id: r for e in encoders if (r := ready_result(e.identity.id, task, code))}
        names = {"task": say(f"probes.task.{task}")}
        for id, result in found.items():
            said = (statement.say(say, encoder=_name(id, say), **names) for statement in probe_reading(result.report))
            read.append(" ".join(said))
        deep = {id: r for id, r in found.items() if len(r.report.layers) > 1}
        if not deep:
            continue
        lines = [probe_curve(id, _name(id, say), r.report, "accuracy") for id, r in deep.items()]
        figure = curves(
            lines, encoder_marks([e.identity.id for e in encoders], "light"), theme="light",
            x_title=say("common.layer"), y_title=say("probes.accuracy"),
        )  # fmt: skip
        identities = tuple((r.encoder.id, r.encoder.fingerprint) for r in deep.values())
        one = next(iter(deep.values()))
        facts = FigureFacts(
            f"{names['task']} · {say('probes.accuracy')}", identities, metric=one.report.probe, seed=one.settings.seed,
            data=one.source, n=one.report.n,
        )  # fmt: skip
        pictures.append(Picture(figure, facts, f"probe-{task}", "double", True, language))
    if not read:
        return Section(say("probes.title"), (Text(say("export.report.no_probes")),))
    blocks += [Figures(tuple(pictures))] if pictures else []
    return Section(say("probes.title"), (*blocks, Points(tuple(read))))


def _sentences(occurrences: Sequence[Occurrence], language: Language) -> Section:
    say = speaker(language)
    frame = pd.DataFrame(
        [(_marked(o), label_name(o.sense, language) if o.sense else "") for o in occurrences[:MOST_SENTENCES]],
        columns=[say("export.report.column_sentence"), say("export.report.column_sense")],
    )
    left = len(occurrences) - len(frame)
    blocks = [Table(frame, say("export.report.sentences_caption", n=len(frame)), folded=True)]
    more = [Text(say("export.report.more_sentences", n=left), faint=True)] if left else []
    return Section(say("export.report.sentences"), (*blocks, *more))


def _settings(encoders: Sequence[Encoder], again: str, say: Say, seed: int) -> Section:
    frame = pd.DataFrame(
        [(e.identity.id, e.identity.fingerprint, len(e.layers), e.dim) for e in encoders],
        columns=[say(f"export.report.column_{key}") for key in ("encoder", "fingerprint", "layers", "dim")],
    )
    table = Table(frame, say("export.report.settings_caption", version=__version__, seed=seed))
    if not again:
        return Section(say("export.report.settings"), (table,))
    ids = " ".join(e.identity.id for e in encoders)
    command = f"python -m explorer report {again} --encoder {ids} --seed {seed} --output report.html"
    return Section(say("export.report.settings"), (table, Text(command, faint=True)))


def _marked(occurrence: Occurrence) -> str:
    """The sentence with its target in bold; asterisks of its own cannot make anything bold."""
    before, after = occurrence.text[: occurrence.start], occurrence.text[occurrence.end :]
    return f"{before.replace('**', '*')}**{occurrence.form.replace('*', '')}**{after.replace('**', '*')}"


def _name(id: str, say: Say) -> str:
    try:
        return say(f"encoders.{id}")
    except KeyError:
        return id
