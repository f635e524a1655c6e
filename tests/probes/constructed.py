"""Data whose truth is known, for the tests of probes."""

import numpy as np

from probes.tasks import Task


def layers_with_truth_at(k: int, n: int = 240, layers: int = 5, dim: int = 16, classes: int = 3, seed: int = 0):
    """Layers of noise, of which layer k alone holds labels linearly; returns layers by name, and labels."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(classes, size=n)
    vectors = rng.normal(size=(layers, n, dim)).astype(np.float32)
    vectors[k] += 2.5 * rng.normal(size=(classes, dim))[labels].astype(np.float32)
    return {str(i): layer for i, layer in enumerate(vectors)}, [f"label {c}" for c in labels]


def random_task(n: int, classes: int = 2, seed: int = 0, **design: object) -> Task:
    """Labels that mean nothing, drawn apart from every other random number of a test."""
    rng = np.random.default_rng((seed, 99))
    return Task.of("random", [f"{c}" for c in rng.integers(classes, size=n)], **design)  # type: ignore[arg-type]
