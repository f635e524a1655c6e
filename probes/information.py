"""How many bits of the labels the vectors give a linear probe: I(T; R) = H(T) − H(T | R) (Pimentel et al. 2020).

The probe's cross-entropy on unseen items bounds H(T | R) from above, so the difference is a lower bound of the
information, and below 0 where the probe does worse than the labels' own frequencies.
"""

import numpy as np

from probes.basis import Floats
from probes.outcome import Outcome
from probes.tasks import codes, stratum_codes


def label_entropy(outcome: Outcome) -> float:
    """H(T) in bits of the judged items, inside strata where each has a probe of its own; 0 where none was judged.

    The plug-in estimate with Miller and Madow's (1955) correction for its bias, (K − 1) / 2n nats a stratum.
    """
    labels, strata, weight = codes(outcome.task.labels), stratum_codes(outcome.task), outcome.test.weight
    total, all_weight = 0.0, weight.sum()
    for stratum in range(int(strata.max()) + 1):
        inside = (strata == stratum) & (weight > 0)
        if inside.any():
            counts = np.bincount(labels[inside], weights=weight[inside])
            share = counts[counts > 0] / counts.sum()
            plug_in = -(share * np.log2(share)).sum()
            corrected = plug_in + (len(share) - 1) / (2 * int(inside.sum()) * np.log(2))
            total += counts.sum() / all_weight * min(corrected, np.log2(len(share)))
    return float(total)


def information(outcome: Outcome) -> Floats | None:
    """Bits of information an item `[layer]`; None where the probe gives no probabilities (only the logistic one does).

    The gain over a baseline of Pimentel et al. is the difference of two of its entries.
    """
    return None if outcome.bits is None else label_entropy(outcome) - outcome.bits.mean
