"""What a sentence gives away about a sense without its meaning: form, position, particle, length, ending.

A probe that reads these could pass for one that reads meaning, so the bundled sentences must
not let it: the tests compare its accuracy with that under permuted sense labels.
"""

import re

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

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
    occurrences: list[tuple[str, int, int]], senses: list[str], permutations: int = 60, seed: int = 0
) -> tuple[float, float]:
    """Cross-validated accuracy of a linear classifier on artefacts alone, and the 97.5% point under permuted labels."""
    features = DictVectorizer(sparse=False).fit_transform([artefact_features(*o) for o in occurrences])
    labels = np.unique(senses, return_inverse=True)[1]
    rng = np.random.default_rng(seed)

    def accuracy(y: np.ndarray) -> float:
        folds = StratifiedKFold(4, shuffle=True, random_state=seed)
        return float((cross_val_predict(LogisticRegression(max_iter=300), features, y, cv=folds) == y).mean())

    null = [accuracy(rng.permutation(labels)) for _ in range(permutations)]
    return accuracy(labels), float(np.quantile(null, 0.975))
