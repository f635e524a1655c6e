"""What a sentence gives away about a sense without its meaning: form, position, particle, length, ending.

A probe that reads these could pass for one that reads meaning, so the bundled sentences must
not let it: the tests compare its accuracy with that under permuted sense labels.
"""

import re

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.model_selection import GroupKFold

_PUNCTUATION = re.compile(r"[\s.?!…,~\"'”’)]+$")


def artefact_features(text: str, start: int, end: int) -> dict[str, float]:
    """Features of one occurrence that carry no meaning: numbers scaled to about [0, 1], strings one-hot."""
    before, after = text[:start], text[end:]
    rest_of_eojeol = re.match(r"[^\s.,?!…]*", after)
    suffix = rest_of_eojeol.group() if rest_of_eojeol else ""
    closing = _PUNCTUATION.sub("", text)
    return {
        "relative position": start / len(text),
        "eojeol index": min(before.count(" "), 10) / 5,
        "characters": len(text) / 40,
        "eojeols": text.count(" ") / 8,
        f"form={text[start:end]}": 1.0,
        f"suffix={suffix}": 1.0,
        f"ending={closing[-2:]}": 1.0,
        f"mark={text[-1]}": 1.0,
    }


def artefact_accuracy(
    occurrences: list[tuple[str, int, int]],
    senses: list[str],
    matched: list[str],
    permutations: int = 400,
    seed: int = 0,
) -> tuple[float, float, float]:
    """Cross-validated accuracy of a linear classifier on artefacts alone, and its 95% band under permuted labels.

    `matched` names the set to which a sentence belongs: the n-th sentences of a word's senses were written alike, so a
    set stays in one fold. Folds that part it score far below chance: a sentence's twin in training has another sense.
    Ridge regression on one-hot labels: its predictions are linear in the labels, so all permutations cost one solve.
    """
    features = DictVectorizer(sparse=False).fit_transform([artefact_features(*o) for o in occurrences])
    labels = np.unique(senses, return_inverse=True)[1]
    rng = np.random.default_rng(seed)
    drawn = np.stack([labels, *(rng.permutation(labels) for _ in range(permutations))])  # (1 + permutations, n)
    targets = np.eye(labels.max() + 1)[drawn]  # (1 + permutations, n, classes)
    scores = np.zeros_like(targets)
    for train, test in GroupKFold(6).split(features, groups=matched):
        mean = features[train].mean(axis=0)
        x, x_test = features[train] - mean, features[test] - mean
        hat = x_test @ np.linalg.solve(x.T @ x + np.eye(x.shape[1]), x.T)  # (test, train)
        base = targets[:, train].mean(axis=1, keepdims=True)
        scores[:, test] = base + np.einsum("ab,pbc->pac", hat, targets[:, train] - base)
    accuracy = (scores.argmax(axis=-1) == drawn).mean(axis=1)
    low, high = np.quantile(accuracy[1:], [0.025, 0.975])
    return float(accuracy[0]), float(low), float(high)
