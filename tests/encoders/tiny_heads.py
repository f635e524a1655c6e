"""A small BERT with both its heads: random weights, a real tokenizer, as `save_pretrained` writes it."""

from pathlib import Path

from explorer.assets import asset
from tests.encoders.tiny import DIM, SENTENCES

TOKENS = ("을", "를", "이", "가", "밥", "빵", "사과", "오늘", "나", "는", "책", "먹었", "다")
LAYERS, HEADS = 2, 2


def save_headed(folder: Path, seed: int = 0, positions: int = 64) -> Path:
    """A BertForPreTraining of two blocks; its WordPiece vocabulary holds syllables and a few words."""
    import torch
    from transformers import BertConfig, BertForPreTraining, BertTokenizerFast

    lines = asset("inside", "ko.tsv").read_text(encoding="utf-8")
    known = (*SENTENCES, *TOKENS, lines, "친구와")
    letters = sorted({letter for text in known for letter in text if "가" <= letter <= "힣"})
    longer = [token for token in TOKENS if len(token) > 1]
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *letters, *longer]
    words += [f"##{token}" for token in (*letters, *longer)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    BertTokenizerFast(
        str(folder / "vocab.txt"), do_lower_case=False, strip_accents=False, model_max_length=positions
    ).save_pretrained(folder)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        config = BertConfig(
            vocab_size=len(words), hidden_size=DIM, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
            intermediate_size=32, max_position_embeddings=positions, initializer_range=0.5,
        )  # fmt: skip
        BertForPreTraining(config).save_pretrained(folder)
    return folder
