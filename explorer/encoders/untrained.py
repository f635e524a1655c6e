"""`e5-small-untrained`: the architecture and the tokenizer of e5-small with weights that never saw text.

The baseline that every score of a trained encoder stands beside: what the shape of the network,
the word pieces and their positions give away by themselves.
"""

import numpy as np
from numpy.typing import NDArray

from explorer.encoders import packaged
from explorer.encoders.base import EncoderIdentity, Vectors
from explorer.encoders.pooling import PROCESSING
from explorer.encoders.transformer import Backbone, TransformerEncoder

ID = "e5-small-untrained"


def untrained_encoder(seed: int = 0) -> TransformerEncoder:
    """The encoder `e5-small-untrained`: BERT's initialiser (Devlin et al. 2019), drawn from `seed`."""
    fingerprint = f"{ID}-{seed}-{packaged.SHA256[:16]}-{PROCESSING}"
    identity = EncoderIdentity(ID, "bert", fingerprint)
    return TransformerEncoder(identity, packaged.LAYERS, packaged.DIM, lambda: _load(seed))


def _load(seed: int) -> Backbone:
    import torch

    weights = packaged.packaged_weights()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = packaged.bert(weights.shape)
    deviation, width = model.config.initializer_range, weights.shape.hidden

    def word_embeddings(ids: NDArray[np.int64]) -> Vectors:
        rows = [np.random.default_rng((seed, int(token))).normal(0, deviation, width) for token in ids]
        return np.array(rows, dtype=np.float32)

    hidden_states = packaged.embedding_forward(model, word_embeddings)
    return Backbone(packaged.tokenizer(weights.pieces), hidden_states, weights.shape.positions)
