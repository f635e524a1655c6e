"""The inner loop of GloVe, compiled: one step of AdaGrad (Duchi et al. 2011) for each cell, in the order given."""

import numba
import numpy as np
from numpy.typing import NDArray


@numba.njit(fastmath=True, cache=True)
def glove_pass(
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    logs: NDArray[np.float32],
    weights: NDArray[np.float32],
    words: NDArray[np.float32],
    contexts: NDArray[np.float32],
    word_squares: NDArray[np.float32],
    context_squares: NDArray[np.float32],
    rate: np.float32,
) -> float:  # pragma: no cover — compiled
    """Update words and contexts `[word, dim + 1]` (bias last) in place; returns the sum of weighted squared errors.

    The gradient's factor 2 is in the rate and an error is cut at ±100, as in the authors' code.
    """
    dim = words.shape[1] - 1
    total = 0.0
    for cell in range(len(rows)):
        word, context = words[rows[cell]], contexts[columns[cell]]
        word_square, context_square = word_squares[rows[cell]], context_squares[columns[cell]]
        product = np.float32(0)
        for k in range(dim):
            product += word[k] * context[k]
        error = product + word[dim] + context[dim] - logs[cell]
        total += weights[cell] * error * error
        step = weights[cell] * min(max(error, np.float32(-100)), np.float32(100))
        for k in range(dim):
            word_slope, context_slope = step * context[k], step * word[k]
            word[k] -= rate * word_slope / np.sqrt(word_square[k])
            context[k] -= rate * context_slope / np.sqrt(context_square[k])
            word_square[k] += word_slope * word_slope
            context_square[k] += context_slope * context_slope
        word[dim] -= rate * step / np.sqrt(word_square[dim])
        context[dim] -= rate * step / np.sqrt(context_square[dim])
        word_square[dim] += step * step
        context_square[dim] += step * step
    return total
