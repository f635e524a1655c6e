"""A model with the head that foretells hidden words, seen from inside: pieces, input vectors, attention, predictions.

Everything comes from one forward pass over one sentence or two. The model is a Hugging Face folder or hub model that
was trained on masked words and kept that head (BertForPreTraining, BertForMaskedLM and their kin);
`explorer.encoders.heads` opens it. Torch is imported when the model runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Vectors
from explorer.encoders.blanks import PieceRow, continued, with_mask
from explorer.errors import ExplorerError

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a model reads: `[CLS]` first sentence `[SEP]` and, where there is one, second sentence `[SEP]`.

    `names` as the vocabulary writes them (`##를` continues a word); `types` are the segments, 0 or 1; `sentence[i]` is
    0 or 1, None for a piece that the model adds itself; `spans[i]` are the piece's characters in that sentence.
    """

    names: tuple[str, ...]
    ids: tuple[int, ...]
    types: tuple[int, ...]
    sentence: tuple[int | None, ...]
    spans: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def words(self) -> tuple[int, ...]:
        """Positions of the pieces of the sentences themselves."""
        return tuple(i for i, sentence in enumerate(self.sentence) if sentence is not None)

    def put(self, pieces: Mapping[int, tuple[int, str]]) -> "Pieces":
        """The same with another piece (id, name) at some positions."""
        ids, names = list(self.ids), list(self.names)
        for position, (piece, name) in pieces.items():
            ids[position], names[position] = piece, name
        return replace(self, ids=tuple(ids), names=tuple(names))


@dataclass(frozen=True, slots=True)
class InputSum:
    """The input as a sum, each `[position, dim]`; `normed` is the sum after LayerNorm, with its gain and bias.

    `difference` is the greatest difference between `normed` and what the model itself hands to its first layer.
    """

    token: Vectors
    segment: Vectors
    position: Vectors
    total: Vectors
    normed: Vectors
    difference: float


@dataclass(frozen=True, slots=True)
class Run:
    """One forward pass.

    `hidden` is `[layer, position, dim]`, layer 0 the embeddings; `attention` `[layer, head, from, to]`, rows summing
    to 1; `logits` `[position, vocabulary]`; `follows` the probability that the second sentence follows the first, None
    where the model has no such head.
    """

    hidden: Vectors
    attention: Vectors
    logits: Vectors
    follows: float | None


class HeadedModel:
    """A loaded model. Its numbers do not depend on who asked before; one forward pass runs at a time."""

    def __init__(
        self, id: str, fingerprint: str, model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase", follows: bool
    ) -> None:
        from explorer.encoders.hub import window_of

        self.id, self.fingerprint, self.has_next_sentence = id, fingerprint, follows
        self.limit = window_of(model, tokenizer)
        self.mask_id = int(tokenizer.mask_token_id)
        self.special_ids = frozenset(int(i) for i in tokenizer.all_special_ids)
        self._model, self._lock = model, Lock()
        self._mask_token = str(tokenizer.mask_token)
        self._typed = "token_type_ids" in tokenizer.model_input_names
        self._backend: Any = tokenizer.backend_tokenizer
        self._backend.no_truncation()
        self._backend.no_padding()
        self._bytes = type(self._backend.decoder).__name__ == "ByteLevel"

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The name of every piece."""
        table: Any = self._model.get_input_embeddings()
        rows: int = table.num_embeddings
        return tuple(self._name(i, self._backend.id_to_token(i) or "") for i in range(rows))

    @cached_property
    def language(self) -> Literal["ko", "en"]:
        """`ko` where it reads a Korean sentence in fewer pieces than characters and knows them all, else `en`."""
        sentence = "나는 오늘 친구와 밥을 먹었다"
        tokens = self._backend.encode(sentence, add_special_tokens=False).tokens
        return "ko" if len(tokens) <= len(sentence) and not {"[UNK]", "<unk>"} & set(tokens) else "en"

    def read(self, first: str, second: str | None = None) -> Pieces:
        """The pieces of one sentence or two; a `[MASK]` is a blank, and letters written onto it continue its word.

        Raises ExplorerError where a sentence is empty or both are longer than the model's window.
        """
        texts = [with_mask(text, self._mask_token) for text in ((first,) if second is None else (first, second))]
        if not all(text.strip() for text in texts):
            raise ExplorerError("empty_sentence")
        encoding = self._backend.encode(*texts)
        types = encoding.type_ids if self._typed else [0] * len(encoding.ids)
        columns = (encoding.ids, encoding.tokens, types, encoding.sequence_ids, encoding.offsets)
        rows = [
            PieceRow(self._name(i, token), i, segment, sentence, span)
            for i, token, segment, sentence, span in zip(*columns, strict=True)
        ]
        rows = continued(rows, texts, self.mask_id, self._backend.token_to_id)
        if {row.sentence for row in rows} - {None} != set(range(len(texts))):  # signs that the tokenizer throws away
            raise ExplorerError("empty_sentence")
        if len(rows) > self.limit:
            raise ExplorerError("inside_too_long", encoder=self.id, pieces=len(rows), limit=self.limit)
        return Pieces(
            tuple(row.name for row in rows),
            tuple(row.id for row in rows),
            tuple(row.segment for row in rows),
            tuple(row.sentence for row in rows),
            tuple(row.span for row in rows),
        )

    def run(self, pieces: Pieces, visible: NDArray[np.bool_] | None = None) -> Run:
        """One forward pass; of the pieces that are not `visible` `[position]` nobody takes notice, places stay."""
        import torch

        seen = np.ones(len(pieces), dtype=bool) if visible is None else visible
        inputs = self._inputs(pieces) | {"attention_mask": torch.from_numpy(seen.astype(np.int64))[None]}
        with self._lock, torch.inference_mode():
            out = self._out(inputs)
            logits = out.get("logits") if out.get("logits") is not None else out.get("prediction_logits")
            follows = out.get("seq_relationship_logits") if self.has_next_sentence else None
            attentions, hidden = out.get("attentions"), out.get("hidden_states")
            if logits is None or not attentions or not hidden:
                raise ExplorerError("model_failed", encoder=self.id, why="no attention")
            return Run(
                torch.stack(hidden)[:, 0].numpy(),
                torch.stack(attentions)[:, 0].numpy(),
                logits[0].numpy(),
                None if follows is None else float(follows[0].softmax(-1)[0]),  # class 0: it follows
            )

    def input_sum(self, pieces: Pieces) -> InputSum:
        """The three vectors of each piece and their sum. Raises ExplorerError where the model has no such tables."""
        import torch

        table: Any = getattr(self._model.base_model, "embeddings", None)
        parts = ("word_embeddings", "position_embeddings", "LayerNorm")
        if table is None or not all(hasattr(table, part) for part in parts):
            raise ExplorerError("inside_no_sum", encoder=self.id)
        ids = torch.tensor(pieces.ids)
        padding = table.position_embeddings.padding_idx  # RoBERTa counts from behind its padding
        places = torch.arange(len(pieces)) + (0 if padding is None else padding + 1)
        with self._lock, torch.inference_mode():
            token, position = table.word_embeddings(ids), table.position_embeddings(places)
            has_segments = getattr(table, "token_type_embeddings", None) is not None
            segment = (
                table.token_type_embeddings(torch.tensor(pieces.types)) if has_segments else torch.zeros_like(token)
            )
            total = token + segment + position
            normed = table.LayerNorm(total)
            given = table(**{k: v for k, v in self._inputs(pieces).items() if k == "input_ids" or has_segments})[0]
            difference = float((normed - given).abs().max())
        return InputSum(token.numpy(), segment.numpy(), position.numpy(), total.numpy(), normed.numpy(), difference)

    def _inputs(self, pieces: Pieces) -> dict[str, "torch.Tensor"]:
        import torch

        inputs = {"input_ids": torch.tensor([pieces.ids])}
        return inputs | ({"token_type_ids": torch.tensor([pieces.types])} if self._typed else {})

    def _out(self, inputs: Mapping[str, "torch.Tensor"]) -> Mapping[str, Any]:
        from explorer.encoders.hub import first_line

        try:
            return dict(self._model(**inputs, output_hidden_states=True, output_attentions=True))
        except Exception as error:  # a tokenizer with more pieces than the model has rows …
            raise ExplorerError("model_failed", encoder=self.id, why=first_line(error)) from error

    def _name(self, piece: int, token: str) -> str:
        return self._backend.decode([piece], skip_special_tokens=False) or token if self._bytes else token
