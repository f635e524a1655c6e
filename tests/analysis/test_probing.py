"""Probing from sentences to a report: what is labelled, what is left out, and what the reports say."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from explorer.analysis.probing import (
    BUNDLED_TASKS,
    BundledSource,
    FileSource,
    ProbeSettings,
    learned_mix,
    ready_report,
    ready_results,
    run_probe,
)
from explorer.analysis.probing.bundled_items import bundled_items
from explorer.analysis.probing.designs import design
from explorer.analysis.probing.file_items import file_items
from explorer.analysis.probing.items import Item, contained, held_together, one_label_a_place, sampled
from explorer.analysis.probing.meter import Meter
from explorer.analysis.probing.ready import LIMIT_BYTES, pack, unpack
from explorer.assets import asset
from explorer.errors import ExplorerError
from explorer.language import LANGUAGES, catalogue
from explorer.occurrences import Occurrence
from probes.errors import SENTENCES
from probes.splits import make_splits

DATA = Path(__file__).parents[3] / "shared" / "data"
QUICK = ProbeSettings(repeats=2, permutations=0, codelength=0, mix=0, baselines=False)


def item(bracketed: str, label: str, word: str | None = None, **fields: object) -> Item:
    return Item(Occurrence.from_bracketed(bracketed, word, upos="NOUN"), label, **fields)  # type: ignore[arg-type]


def test_a_place_with_two_labels_is_dropped_and_a_repeated_one_kept_once():
    dropped: Counter[str] = Counter()
    rows = [item("[배]가 온다", "a"), item("[배]가 온다", "b"), item("[배]를 먹다", "a"), item("[배]를 먹다", "a")]
    kept = one_label_a_place(rows, dropped)
    assert [i.use.text for i in kept] == ["배를 먹다"]
    assert dropped == {"two_labels": 2, "repeated": 1}


def test_a_phrase_and_the_sentence_made_of_it_stay_together():
    assert contained(["배를 먹다.", "철수는 배를 먹다 말았다.", "배를 타다."]) == [
        ("배를 먹다.", "철수는 배를 먹다 말았다.")
    ]
    rows = [item("[배]를 먹다.", "a"), item("철수는 [배]를 먹다 말았다.", "a"), item("[배]를 타다.", "b")]
    assert held_together(rows, containing=True).tolist() == [0, 0, 1]
    assert held_together(rows, containing=False).tolist() == [0, 1, 2]


def test_matched_sets_of_the_bundled_sentences_lie_in_one_part():
    items = bundled_items("sense", "ko")
    task = design("sense", items, 10_000, 0, Counter()).task
    frames = [(i.use.word, i.use.id[-2:]) for i in design("sense", items, 10_000, 0, Counter()).items]
    for split in make_splits(task, repeats=1):
        parts = [{frames[row] for row in split.rows(part)} for part in ("train", "development", "test")]
        assert not parts[0] & parts[1] and not parts[1] & parts[2] and not parts[0] & parts[2]


def test_senses_are_told_apart_inside_one_part_of_speech():
    plan = design("sense", bundled_items("sense", "ko"), 10_000, 0, Counter())
    strata = set(plan.task.within)
    assert "배/NOUN" in strata and "쓰다/VERB" in strata
    assert "쓰다/ADJ" not in strata and not any(name.startswith("새/") for name in strata)


def test_classes_are_of_words_that_training_has_not_seen():
    plan = design("semantic-class", bundled_items("semantic-class", "ko"), 10_000, 0, Counter())
    words = {label: {i.use.word for i in plan.items if i.label == label} for label in plan.task.classes}
    assert all(len(held) >= 5 for held in words.values())
    for split in make_splits(plan.task, repeats=1):
        seen = {plan.items[row].use.word for row in split.rows("train")}
        assert not seen & {plan.items[row].use.word for row in split.rows("test")}


def test_the_hand_has_the_last_word_on_the_targets_tag():
    tags = {(i.use.text, i.use.form): i for i in bundled_items("pos", "ko")}
    found = tags["장바구니에는 배 두 개와 포도 한 송이가 들어 있었다.", "배"]
    assert found.label == "NOUN" and found.particle == ""
    first = tags["장바구니에는 배 두 개와 포도 한 송이가 들어 있었다.", "장바구니에는"]
    assert (first.label, first.particle) == ("NOUN", "에+는")


def test_sampling_keeps_words_whole_and_repeats_with_the_seed():
    keys = [f"w{i // 10}" for i in range(200)]
    chosen = sampled(keys, 50, 1)
    assert len(chosen) == 50 and chosen == sampled(keys, 50, 1) != sampled(keys, 50, 2)
    assert set(Counter(keys[i] for i in chosen).values()) == {10}
    assert sampled(keys, 3, 1) and len(sampled(keys, 200, 0)) == 200


def test_of_two_hundred_thousand_items_whole_sentences_are_drawn():
    texts = [f"{i} 배가 눈을 본다" for i in range(50_000)]
    places = [(text.index(word), word) for text in texts for word in ("배가", "눈을", "본다")]
    uses = [
        Occurrence(texts[i // 3], start, start + 2, word) for i, (start, word) in enumerate(places)
    ] + [Occurrence(text, 0, 1, "수") for text in texts]  # fmt: skip
    dropped: Counter[str] = Counter()
    plan = design("pos", [Item(use, use.word) for use in uses], 20_000, 0, dropped)
    assert len(uses) == 200_000 and len(plan.items) == 20_000 and dropped["sampled"] == 180_000
    assert set(Counter(i.use.text for i in plan.items).values()) == {4}


TREEBANK = """# text = 책을 읽는다(집에서).
1\t책을\t책+을\tNOUN\tNNG+JKO\t_\t2\tobj\t_\t_
2-3\t읽는다\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\t읽는\t읽+는\tVERB\tVV+ETM\t_\t0\troot\t_\t_
3\t다\t다\tADV\tMAG\t_\t2\tadvmod\t_\t_
3.1\t있다\t있다\tVERB\tVV\t_\t_\t_\t_\t_
4\t(\t(\tPUNCT\tSS\t_\t2\tpunct\t_\tSpaceAfter=No
5\t집에서\t집+에서\tADV\tNNG+JKB\t_\t2\tadvmod\t_\tSpaceAfter=No
6\t)\t)\tPUNCT\tSS\t_\t2\tpunct\t_\tSpaceAfter=No
7\t.\t.\tPUNCT\tSF\t_\t2\tpunct\t_\t_

# text = 가
1\t내\t내\tADJ\tmma\t_\t0\troot\t_\t_
"""


def test_treebanks_with_ranges_empty_nodes_and_words_without_spaces():
    source = FileSource(Path("t.conllu"), TREEBANK.encode())
    rows = {task: file_items(task, source, None).items for task in ("pos", "function", "deprel")}
    assert [(i.use.form, i.label) for i in rows["pos"]] == [
        ("책을", "NOUN"), ("읽는다", "VERB"), ("집에서", "NOUN"), ("내", "DET"),
    ]  # fmt: skip
    assert [i.label for i in rows["function"]] == ["NOUN", "VERB", "ADV", "ADJ"]
    assert [i.label for i in rows["deprel"]] == ["obj", "root", "advmod", "root"]
    assert [i.particle for i in rows["function"]] == ["을", "는", "에서", ""]


def words_table(n: int = 40, labels: str = "ab") -> bytes:
    rows = [f"{i:02}번 [{w}]이 왔다\t{w}\t{labels[i % len(labels)]}" for i in range(n) for w in ("배", "눈")]
    return "\n".join(["sentence\tword\tkind", *rows]).encode()


def test_any_column_can_hold_the_labels():
    result = run_probe("word2vec-ko", FileSource(Path("t.tsv"), words_table()), "sense", settings=ProbeSettings(
        label="kind", repeats=2, permutations=0, codelength=1, mix=0,
    ))  # fmt: skip
    report = result.report
    assert report.task == "sense" and report.n == 80 and report.encoder == "word2vec-ko"
    assert len(report.layers) == 1 and report.layers[0].accuracy == pytest.approx(0.5, abs=0.2)
    assert learned_mix(report) is None and {b.name for b in report.baselines} == {"context"}


@pytest.mark.parametrize(
    ("data", "task", "label", "key"),
    [
        (words_table(labels="a"), "sense", "kind", "probe_one_class"),
        (words_table(2), "sense", "kind", "probe_few_items"),
        (words_table(), "sense", "no such", "probe_no_column"),
        (words_table(), "sense", None, "probe_no_labels"),
        (b"sentence\tword\tsense\n" + "[배]가 왔다\t배\t\n".encode() * 9, "sense", None, "probe_unlabelled"),
        (TREEBANK.encode(), "sense", None, "probe_no_labels"),
        (TREEBANK.encode(), "pos", None, "probe_few_items"),
    ],
)
def test_what_cannot_be_probed_is_said(data, task, label, key):
    name = "t.conllu" if data.startswith(b"#") else "t.tsv"
    settings = ProbeSettings(label=label, repeats=1, permutations=0, codelength=0, mix=0, baselines=False)
    with pytest.raises(ExplorerError) as error:
        run_probe("word2vec-ko", FileSource(Path(name), data), task, settings=settings)
    assert error.value.key == key and str(error.value)


def test_every_fault_that_probes_know_has_a_sentence():
    for language in LANGUAGES:
        assert all(f"errors.probe_{key}" in catalogue(language) for key in SENTENCES)


def test_training_sentences_that_the_test_file_repeats_are_left_out():
    train = FileSource(Path("train.tsv"), words_table(40))
    test = FileSource(Path("test.tsv"), words_table(10), train=train)
    result = run_probe("word2vec-ko", test, "sense", settings=ProbeSettings(
        label="kind", repeats=1, permutations=0, codelength=0, mix=0, baselines=False,
    ))  # fmt: skip
    assert result.report.split == "published" and result.report.layers[0].n == 20
    assert result.report.n == 80 and dict(result.dropped)["repeated"] == 20


def test_a_run_can_be_stopped_and_tells_how_far_it_is():
    class StoppedError(Exception):
        pass

    shown: list[float] = []

    def stop() -> None:
        if len(shown) > 3:
            raise StoppedError

    with pytest.raises(StoppedError):
        run_probe(
            "word2vec-ko", BundledSource("ko"), "homograph", settings=QUICK, stop=stop,
            progress=lambda fraction, left: shown.append(fraction),
        )  # fmt: skip
    assert len(shown) == 4 and shown == sorted(shown) and 0 <= shown[-1] <= 1


def test_the_meter_never_goes_back_and_ends_at_one():
    shown: list[tuple[float, float | None]] = []
    meter = Meter({"a": 1, "b": 3}, lambda fraction, left: shown.append((fraction, left)), lambda: None)
    for share in (0.5, 1.0, 0.2):
        meter.tick("a", share)
    meter.jobs("b")(3, 3)
    assert [fraction for fraction, _ in shown] == [0.125, 0.25, 0.25, 1.0]
    assert shown[-1][1] == pytest.approx(0)


READY = ready_results()


@pytest.mark.parametrize("result", READY, ids=lambda r: f"{r.encoder.id}-{r.language}-{r.task_id}")
def test_ready_results_are_of_the_sentences_as_they_are(result):
    plan = design(
        result.task_id, bundled_items(result.task_id, result.language), result.settings.limit, result.settings.seed,
        Counter(),
    )  # fmt: skip
    assert plan.digest == result.digest, "run python -m explorer.analysis.probing"
    assert result.report.n == plan.task.n
    assert unpack(json.loads(json.dumps(pack(result)))) == result


def test_ready_results_are_small_and_of_every_task():
    assert sum(path.stat().st_size for path in asset("probes").glob("*.json")) < LIMIT_BYTES
    for encoder in {result.encoder.id for result in READY}:
        assert {r.task_id for r in READY if r.encoder.id == encoder and r.language == "ko"} == set(BUNDLED_TASKS["ko"])
    assert ready_report("nobody", "pos") is None


def test_a_part_of_a_ready_result_comes_out_the_same_again():
    ready = next(r for r in READY if r.encoder.id == "word2vec-ko" and r.task_id == "pos-form")
    settings = ProbeSettings(
        limit=ready.settings.limit, permutations=0, codelength=0, mix=0, cumulative=0, baselines=False
    )
    again = run_probe("word2vec-ko", BundledSource("ko"), "pos-form", settings=settings)
    assert again.report.layers[0].accuracy == pytest.approx(ready.report.layers[0].accuracy, abs=0.002)
    assert np.allclose(again.report.layers[0].interval, ready.report.layers[0].interval, atol=0.01)


@pytest.mark.skipif(not DATA.is_dir(), reason="needs ../shared/data")
def test_dictionary_examples_that_contain_one_another_never_part():
    source = FileSource(DATA / "krdict_senses.tsv.xz")
    plan = design("homograph", file_items("homograph", source, None).items, 600, 0, Counter())
    by_word: dict[str, list[int]] = {}
    for row, use in enumerate(i.use for i in plan.items):
        by_word.setdefault(use.word, []).append(row)
    groups = plan.task.groups
    for rows in by_word.values():
        texts = [plan.items[row].use.text.rstrip(" .?!") for row in rows]
        for a, row_a in zip(texts, rows, strict=True):
            for b, row_b in zip(texts, rows, strict=True):
                assert a not in b or groups[row_a] == groups[row_b]
