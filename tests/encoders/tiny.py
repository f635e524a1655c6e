"""Small models for the tests: random weights, real tokenizers, as `save_pretrained` writes them."""

import shutil
from pathlib import Path

SENTENCES = ("배가 고파서 밥을 먹었다", "강에 배가 떠 있다", "배를 깎아 먹었다", "은행에서 돈을 찾았다", "길이가 길다")
LAYERS, DIM = 3, 16


def save_bert(folder: Path, seed: int = 0, positions: int = 64) -> Path:
    """A BERT of two blocks with a WordPiece tokenizer over the syllables of SENTENCES."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    syllables = sorted({letter for sentence in SENTENCES for letter in sentence if letter != " "})
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "길이", *syllables, *(f"##{s}" for s in syllables)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    BertTokenizerFast(
        str(folder / "vocab.txt"), do_lower_case=False, strip_accents=False, model_max_length=positions
    ).save_pretrained(folder)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        config = BertConfig(
            vocab_size=len(words), hidden_size=DIM, num_hidden_layers=LAYERS - 1, num_attention_heads=2,
            intermediate_size=32, max_position_embeddings=positions, initializer_range=0.5,
        )  # fmt: skip
        BertModel(config).save_pretrained(folder)
    return folder


def save_gpt2(folder: Path) -> Path:
    """A causal decoder with a byte-level tokenizer: every syllable is three pieces, no special tokens, no padding."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import GPT2Config, GPT2Model, PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({letter: i for i, letter in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    PreTrainedTokenizerFast(tokenizer_object=tokenizer).save_pretrained(folder)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        GPT2Model(
            GPT2Config(vocab_size=len(alphabet), n_embd=DIM, n_layer=2, n_head=2, n_positions=256)
        ).save_pretrained(folder)
    return folder


def put_in_hub_cache(folder: Path, cache: Path, model: str, commit: str = "a" * 40) -> Path:
    """Lay a saved model out as the hub's own cache does; the snapshot's folder."""
    repository = cache / f"models--{model.replace('/', '--')}"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text(commit)
    return Path(shutil.copytree(folder, repository / "snapshots" / commit))
