"""The bundled sentences as labelled items: their targets, and every eojeol with the analyser's tag."""

from collections.abc import Iterator

from explorer.analysis.probing.items import Item
from explorer.analysis.probing.names import TaskId
from explorer.language import Language
from explorer.lexicon import bundled
from explorer.morphology import Morpheme, morphemes, universal_pos
from explorer.occurrences import Occurrence


def bundled_items(task_id: TaskId, language: Language) -> list[Item]:
    """The labelled items of a task; each has the frame of its matched set. Empty where the task needs a file."""
    uses = bundled.occurrences(language)
    if task_id in ("pos", "pos-new-words"):
        return [item for use in uses for item in _eojeols(use)] if language == "ko" else []
    return [Item(use, label, frame=frame(use)) for use in uses if (label := _label(task_id, use)) is not None]


def frame(use: Occurrence) -> str:
    """The matched set of a bundled sentence: those of its word with the same number."""
    return f"{use.word}.{use.id.rpartition('.')[2]}"


def _label(task_id: TaskId, use: Occurrence) -> str | None:
    sense = bundled.all_senses()[use.sense or ""]
    if not sense.scored:
        return None
    match task_id:
        case "pos-form":
            return sense.upos
        case "sense":
            return sense.id
        case "homograph":
            return f"{sense.word}/{sense.homograph}"
        case "semantic-class":
            return sense.semantic_class
        case _:
            return None


def _eojeols(use: Occurrence) -> Iterator[Item]:
    """Every eojeol of a sentence, marks around it aside; the target's tag is the hand's, the others' Kiwi's."""
    found = morphemes(use.text)
    at = 0
    for eojeol in use.text.split(" "):
        inside = [m for m in found if at <= m.start < at + len(eojeol) and m.end > m.start]
        at += len(eojeol) + 1
        words = [m for m in inside if not _is_mark(m)]
        if not words:
            continue
        start, end = words[0].start, max(m.end for m in words)
        tag = use.upos if use.start == start and use.upos else universal_pos(words[0].tag)
        rest = "+".join(m.form for m in inside if m.start >= words[0].end and not _is_mark(m))
        target = Occurrence(
            use.text, start, end, use.text[start:end], upos=tag, source="bundled", id=f"{use.id}@{start}"
        )
        yield Item(target, tag, frame=frame(use), particle=rest)


def _is_mark(morpheme: Morpheme) -> bool:
    return universal_pos(morpheme.tag) in ("PUNCT", "SYM")
