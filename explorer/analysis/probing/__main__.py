"""`python -m explorer.analysis.probing [ENCODER …]`: the ready-made results of the bundled sentences.

What is there already of the same weights, sentences and settings stays; delete its file to measure an encoder anew.
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence

from explorer.analysis.probing.designs import design
from explorer.analysis.probing.names import BUNDLED_TASKS, ProbeSettings
from explorer.analysis.probing.ready import LIMIT_BYTES, ready_result, write
from explorer.analysis.probing.results import ProbeResult
from explorer.analysis.probing.run import load, run
from explorer.analysis.probing.sources import BundledSource
from explorer.assets import asset
from explorer.encoders.catalog import entries, open_encoder
from explorer.errors import ExplorerError
from explorer.readymade import languages
from explorer.store import VectorStore

DEFAULT = ("e5-small", "elmo-ko", "word2vec-ko", "fasttext-ko", "glove-ko", "bert-ko")

READY = ProbeSettings(permutations=20, codelength=2, mix=3, cumulative=1, limit=3_000)
"""As much as a few minutes of one core allow for an encoder of thirteen layers."""


def make(encoder_id: str) -> None:
    """Every bundled task of every language that the encoder reads; written task by task, so that nothing is lost."""
    identity, store = open_encoder(encoder_id).identity, VectorStore()
    wanted = [(task_id, language) for language in languages(encoder_id) for task_id in BUNDLED_TASKS[language]]
    results = {}
    for task_id, language in wanted:
        ready = ready_result(encoder_id, task_id, language)
        if ready is not None and ready.encoder == identity and ready.settings == READY and _same_items(ready):
            results[task_id, language] = ready
    for task_id, language in [each for each in wanted if each not in results]:
        began = time.process_time()
        found = run(encoder_id, BundledSource(language), task_id, READY, _quiet, _go_on, store)
        results[task_id, language] = found
        write(encoder_id, tuple(results[each] for each in wanted if each in results))
        _say(f"{encoder_id} {language} {task_id}: {found.report.n} items, {time.process_time() - began:.0f} s")


def _same_items(ready: ProbeResult) -> bool:
    loaded = load(BundledSource(ready.language), ready.task_id, READY)
    return design(ready.task_id, loaded.items, READY.limit, READY.seed, Counter()).digest == ready.digest


def main(ids: Sequence[str]) -> int:
    """Measure some encoders, or all bundled ones that can be used."""
    usable = {entry.id for entry in entries() if entry.usable}
    for id in ids or [id for id in DEFAULT if id in usable]:
        try:
            make(id)
        except ExplorerError as error:
            sys.stderr.write(f"{error}\n")
            return 2
    size = sum(path.stat().st_size for path in asset("probes").glob("*.json"))
    _say(f"all: {size / 1e6:.2f} MB of {LIMIT_BYTES / 1e6:.1f} MB")
    return 0 if size <= LIMIT_BYTES else 1


def _quiet(fraction: float, left: float | None) -> None:
    pass


def _go_on() -> None:
    pass


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
