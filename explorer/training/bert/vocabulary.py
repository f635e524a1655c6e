"""Word pieces that respect morphemes: learnt inside morphemes, used on plain text.

Byte-pair merges are learnt inside the surface tokens of a prepared corpus (`explorer.surface`), so no piece straddles
a noun and its particle; then the pieces become a WordPiece vocabulary in BERT's own format (`##` continues a word),
which reads any text without a tagger. KLUE made its pieces in this way (Park et al. 2021).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from unicodedata import category

from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import WhitespaceSplit
from tokenizers.trainers import BpeTrainer

from explorer.errors import ExplorerError
from explorer.surface import INITIAL

if TYPE_CHECKING:
    from transformers import BertTokenizer

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PAD, UNKNOWN, CLS, SEP, MASK = range(len(SPECIAL))

PIECES = 8500
RAREST = 50
"""A character seen less often in a large corpus has no piece of its own."""

_CONTINUES = "##"


def learn_pieces(lines: Sequence[str], size: int = PIECES, rarest: int = RAREST) -> tuple[str, ...]:
    """The vocabulary, special pieces first, of at most `size` pieces, from lines of surface tokens.

    Every character seen `rarest` times or more begins a word as a piece and continues one. Same lines, same pieces.
    Raises ExplorerError where the text has too few characters to learn from.
    """
    counts = Counter(character for line in lines for character in line if _visible(character))
    alphabet = sorted(character for character, n in counts.items() if n >= rarest)
    singles = [form for character in alphabet for form in _single_forms(character)]
    if not singles:
        raise ExplorerError("corpus_too_small", tokens=sum(line.count(" ") + 1 for line in lines))
    room = size - len(SPECIAL) - len(singles)
    merged = _merges(lines, alphabet, max(0, room)) if room > 0 else []
    return (*SPECIAL, *singles, *merged)


def _visible(character: str) -> bool:
    return category(character)[0] not in "CZ" and character != INITIAL


def _single_forms(character: str) -> tuple[str, ...]:
    """A sign of punctuation is a word of its own to BERT, so nothing is continued by it."""
    return (character,) if category(character)[0] in "PS" else (character, _CONTINUES + character)


def _merges(lines: Iterable[str], alphabet: Sequence[str], count: int) -> list[str]:
    """The first `count` pieces of two characters or more, in the order in which byte-pair encoding finds them."""
    learner = Tokenizer(BPE())
    learner.pre_tokenizer = WhitespaceSplit()
    trainer = BpeTrainer(
        vocab_size=len(alphabet) * 2 + 1 + count,  # a merge with the mark alone makes no longer piece
        initial_alphabet=[INITIAL, *alphabet],
        limit_alphabet=len(alphabet) + 1,
        min_frequency=2,
        show_progress=False,
    )
    learner.train_from_iterator(lines, trainer)
    pieces = sorted(learner.get_vocab().items(), key=lambda item: item[1])
    forms = (_word_piece(piece) for piece, _ in pieces)
    return [form for form in forms if len(form.removeprefix(_CONTINUES)) > 1 and _one_word(form)][:count]


def _word_piece(piece: str) -> str:
    return piece.removeprefix(INITIAL) if piece.startswith(INITIAL) else _CONTINUES + piece


def _one_word(form: str) -> bool:
    """BERT cuts at punctuation first, so a piece with a sign in it would never be used."""
    return not any(category(character)[0] in "PS" for character in form.removeprefix(_CONTINUES))


def new_tokenizer(pieces: Sequence[str], longest: int) -> "BertTokenizer":
    """BERT's tokenizer over a vocabulary: case and Hangul are left as they are."""
    from transformers import BertTokenizer

    return BertTokenizer(
        vocab={piece: i for i, piece in enumerate(pieces)},
        do_lower_case=False,
        strip_accents=False,
        model_max_length=longest,
    )
