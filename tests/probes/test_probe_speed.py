"""All layers, tasks and controls at once against a loop of scikit-learn's LogisticRegression, in one run."""

import time

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from probes.controls import control_labels
from probes.fitting import Settings
from probes.measure import measure
from probes.splits import make_splits
from probes.tasks import Task, codes

LAYERS, N, DIM, SEEDS, CLASSES = 13, 1400, 384, 5, (8, 12, 3)
SAMPLED = (3, 9)  # the loop would take minutes: some of its layers, one of its seeds, and the rest by proportion
CS = (0.1, 1.0, 10.0, 100.0, 1000.0)


def stack(rng: np.random.Generator) -> np.ndarray:
    """Vectors with the uneven spectrum of a language model's."""
    spectrum = np.arange(1, DIM + 1) ** -0.5
    turn = np.linalg.qr(rng.normal(size=(DIM, DIM)))[0]
    return ((rng.normal(size=(LAYERS, N, DIM)) * spectrum) @ turn).astype(np.float32)


def the_task(vectors: np.ndarray, classes: int, rng: np.random.Generator) -> Task:
    x = vectors.mean(axis=0) / vectors.mean(axis=0).std(axis=0)
    scores = x @ rng.normal(size=(DIM, classes)) * 0.25 + rng.gumbel(size=(N, classes))
    names = [f"{c}" for c in scores.argmax(axis=1)]
    return Task.of(f"{classes} classes", names, types=rng.integers(300, size=N).tolist(), control="type")


def by_loop(vectors: np.ndarray, task: Task) -> np.ndarray:
    """Accuracy of task and control `[sampled layer, 2]` in the first seed, each C of a grid, chosen on development."""
    split = make_splits(task, repeats=1)[0]
    train, development, test = (split.rows(part) for part in ("train", "development", "test"))
    result = np.empty((len(SAMPLED), 2))
    for i, layer in enumerate(SAMPLED):
        x = StandardScaler().fit(vectors[layer][train]).transform(vectors[layer])
        for j, labels in enumerate((codes(task.labels), control_labels(task, 0))):
            models = [
                LogisticRegression(C=1 / (len(train) / c), max_iter=1000).fit(x[train], labels[train]) for c in CS
            ]
            best = max(models, key=lambda m: m.score(x[development], labels[development]))
            result[i, j] = best.score(x[test], labels[test])
    return result


@pytest.mark.bench
@pytest.mark.timeout(1800)
def test_all_at_once_is_much_faster_than_a_loop_and_as_good(capsys):
    rng = np.random.default_rng(0)
    vectors = stack(rng)
    layers = {str(i): layer for i, layer in enumerate(vectors)}
    wall, cpu, loop_wall, loop_cpu, gaps = 0.0, 0.0, 0.0, 0.0, []
    for classes in CLASSES:
        task = the_task(vectors, classes, rng)
        start, start_cpu = time.perf_counter(), time.process_time()
        outcome = measure(task, layers, settings=Settings(probe="logistic", repeats=SEEDS, permutations=0))
        wall, cpu = wall + time.perf_counter() - start, cpu + time.process_time() - start_cpu
        start, start_cpu = time.perf_counter(), time.process_time()
        with threadpool_limits(1):
            theirs = by_loop(vectors, task)
        share = LAYERS * SEEDS / len(SAMPLED)
        loop_wall += (time.perf_counter() - start) * share
        loop_cpu += (time.process_time() - start_cpu) * share
        ours = np.stack([c.by_split[list(SAMPLED), 0] for c in (outcome.test, outcome.control)], axis=1)
        gaps.append(ours - theirs)
    with capsys.disabled():
        print(
            f"\nall at once {wall:.1f} s ({cpu:.1f} s of CPU), loop {loop_wall:.0f} s ({loop_cpu:.0f} s of CPU, scaled)"
        )
        print(f"ratio of CPU {loop_cpu / cpu:.1f}; accuracy, ours − loop: {np.mean(gaps):+.4f}")
    assert abs(np.mean(gaps)) < 0.005
    assert loop_cpu / cpu > 8
