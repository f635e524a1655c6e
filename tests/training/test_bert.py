import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.encoders.bert import load_weights, untrained_model
from explorer.encoders.hub import folder_encoder
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence
from explorer.surface import marked, surface_tokens
from explorer.training.bert.evaluate import fill, masked_accuracy, next_sentence, wilson
from explorer.training.bert.loop import CHECKPOINT, Place, Plan, load, run
from explorer.training.bert.masking import RATE, mask
from explorer.training.bert.step import Optimiser, losses
from explorer.training.bert.text import (
    LONGEST,
    Examples,
    Text,
    batches,
    draw_examples,
    eojeols,
    read_text,
    set_aside,
)
from explorer.training.bert.train import new_model, train_bert
from explorer.training.bert.vocabulary import CLS, MASK, SEP, SPECIAL, learn_pieces, new_tokenizer
from explorer.training.corpus import Source, prepare

SENTENCES = (
    "▁배 가 ▁고프 다 .",
    "▁배 를 ▁타 고 ▁섬 에 ▁간다 .",
    "▁배 가 ▁달 다 .",
    "▁눈 이 ▁온다 .",
    "▁은행 에 ▁간다 .",
    "▁밤 에 ▁눈 이 ▁온다 .",
)
RUNS = [line for i in range(60) for line in (*(SENTENCES[(i + k) % 6] for k in range(1 + i % 6)), "")]
PIECES = learn_pieces(RUNS, 80, 1)
TOKENIZER = new_tokenizer(PIECES, LONGEST)
PLAN = Plan(tokens=4000, batch=256, learning_rate=3e-3, seed=3, checkpoint_minutes=1e9)


def read(lines=RUNS, running=("own",), **kwargs):
    return read_text({"own": lines}, TOKENIZER, running=running, **kwargs)


@pytest.fixture(scope="module")
def text() -> Text:
    return read()


def weights(model) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def small(seed):
    return new_model(len(PIECES), seed, layers=2, hidden=32, heads=2)


def trained(text, plan, folder):
    model = small(plan.seed)
    run(model, text, plan, folder)
    return model


def test_fifteen_in_a_hundred_are_chosen_and_hidden_in_three_ways():
    pieces = np.random.default_rng(0).integers(len(SPECIAL), 8500, (400, 128))
    hidden = mask(pieces, 8500, np.random.default_rng(1))
    n = hidden.chosen.sum()
    assert n / pieces.size == pytest.approx(RATE, abs=0.006)
    masked = (hidden.pieces == MASK)[hidden.chosen].mean()
    kept = (hidden.pieces == pieces)[hidden.chosen].mean()
    assert masked == pytest.approx(0.8, abs=0.02) and kept == pytest.approx(0.1, abs=0.015)
    assert 1 - masked - kept == pytest.approx(0.1, abs=0.015)
    assert (hidden.pieces == pieces)[~hidden.chosen].all()


def test_marks_are_never_hidden_nor_put_in_the_place_of_a_piece():
    pieces = np.full((200, 64), CLS)
    assert not mask(pieces, 100, np.random.default_rng(0)).chosen.any()
    hidden = mask(np.full((200, 64), 50), 100, np.random.default_rng(0)).pieces
    assert set(np.unique(hidden[hidden < len(SPECIAL)])) == {MASK}


def test_half_of_the_second_segments_follow(text):
    follows = np.concatenate([draw_examples(text, np.random.default_rng(s), pairs=True).follows for s in range(40)])
    paired = follows[follows >= 0]
    assert len(paired) > 500
    assert paired.mean() == pytest.approx(0.5, abs=0.06)


def test_segments_that_follow_touch_and_the_others_do_not(text):
    examples = draw_examples(text, np.random.default_rng(0), pairs=True)
    touching = examples.first[:, 1] == examples.second[:, 0]
    assert touching[examples.follows == 1].all()
    assert not touching[examples.follows == 0].any()


def test_no_stretch_crosses_the_end_of_a_run(text):
    examples = draw_examples(text, np.random.default_rng(0), pairs=False)
    line = np.searchsorted(text.starts, examples.first[:, 0], side="right") - 1
    last = np.searchsorted(text.starts, examples.first[:, 1] - 1, side="right") - 1
    assert (text.run[line] == text.run[last]).all()
    assert (np.diff(examples.first, axis=1) > 0).all()


def test_every_line_is_read_as_often_as_it_weighs():
    for running in ((), ("own",)):
        heavy = read(running=running, weights={"own": 2.0})
        examples = draw_examples(heavy, np.random.default_rng(0), pairs=False)
        assert np.diff(examples.first, axis=1).sum() == 2 * len(heavy.pieces) == heavy.tokens


def test_examples_are_bert_s_and_of_one_length(text):
    rng = np.random.default_rng(0)
    examples = draw_examples(text, rng, pairs=True)
    for batch in batches(text, examples, 256, rng):
        assert (batch.pieces[:, 0] == CLS).all() and (batch.pieces[:, -1] == SEP).all()
        assert batch.pieces.shape[1] <= LONGEST
        assert ((batch.pieces == SEP).sum(axis=1) == np.where(batch.follows >= 0, 2, 1)).all()
        assert (batch.segments.max(axis=1) == (batch.follows >= 0)).all()
        assert (np.diff(batch.segments, axis=1) >= 0).all()


def test_a_long_line_is_cut_to_the_model():
    long = read([" ".join(["▁배"] * 500)] * 4)
    for pairs in (False, True):
        assert LONGEST - 1 <= draw_examples(long, np.random.default_rng(0), pairs=pairs).lengths.max() <= LONGEST


def test_what_is_set_aside_is_never_learnt_from():
    lines = [f"{line}\n" for i in range(3000) for line in (f"▁줄 ▁{i}", "▁다음", "")]
    kept = [x for x in set_aside(lines, kept=True) if x.strip()]
    learnt = [x for x in set_aside(lines, kept=False) if x.strip()]
    assert len(kept) + len(learnt) == 6000
    assert len(kept) == pytest.approx(60, abs=30)
    assert not {x for x in kept if "줄" in x} & set(learnt)


def test_no_piece_straddles_two_morphemes():
    tokens = {token.removeprefix("▁") for line in RUNS for token in line.split()}
    for piece in PIECES[len(SPECIAL) :]:
        assert any(piece.removeprefix("##") in token for token in tokens)
    assert TOKENIZER.tokenize("배가 은행에") == ["배", "##가", "은행", "##에"]


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(["배가", "눈이", "온다.", "은행,", "밤에", "2026", "A"]), min_size=1).map(" ".join))
def test_a_line_of_tokens_is_put_together_again(sentence):
    assert eojeols(" ".join(marked(sentence, surface_tokens(sentence)))) == sentence


@pytest.mark.parametrize("bfloat16", [False, True])
def test_the_same_seed_gives_the_same_numbers(text, tmp_path, bfloat16):
    plan = replace(PLAN, bfloat16=bfloat16)
    same = [weights(trained(text, plan, tmp_path / str(i))) for i in range(2)]
    other = weights(trained(text, replace(plan, seed=4), tmp_path / "other"))
    assert torch.equal(*same)
    assert not torch.equal(same[0], other)


def test_hundreds_of_steps_learn_the_text_and_keep_moments(text, tmp_path):
    trained(text, replace(PLAN, tokens=40_000, batch=128), tmp_path)
    rows = [row.split(",") for row in (tmp_path / "loss.csv").read_text().splitlines()[1:]]
    assert int(rows[-1][0]) > 300
    assert float(rows[-1][6]) < 0.7 * float(rows[0][6])
    assert {path.stem for path in (tmp_path / "moments").iterdir()} == {f"{p:03d}" for p in PLAN.moments}


def test_a_stopped_training_goes_on_as_if_it_had_not_stopped(text, tmp_path):
    whole = trained(text, PLAN, tmp_path / "whole")

    def stop(done: float) -> None:
        if done > 0.6:
            raise KeyboardInterrupt

    often = replace(PLAN, checkpoint_minutes=0)
    with pytest.raises(KeyboardInterrupt):
        run(small(3), text, often, tmp_path / "parts", stop)
    resumed = small(99)
    run(resumed, text, often, tmp_path / "parts")
    assert torch.equal(weights(whole), weights(resumed))


def test_a_kill_in_the_middle_of_a_checkpoint_leaves_the_last_good_one(text, tmp_path):
    trained(text, replace(PLAN, tokens=500), tmp_path)
    path = tmp_path / CHECKPOINT
    before = path.read_bytes()
    program = (
        "import os, sys; from pathlib import Path; import explorer.training.atomic as atomic\n"
        "def dies(path): path.write_bytes(b'half of it'); os.kill(os.getpid(), 9)\n"
        "atomic.write(Path(sys.argv[1]), dies)"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(path)], env={**os.environ, "PYTHONPATH": "."})
    assert killed.returncode == -9 and path.read_bytes() == before
    model = small(1)
    assert load(path, model, Optimiser(model)).tokens >= 500
    path.write_bytes(before[:-100])
    with pytest.raises(ExplorerError, match="damaged"):
        load(path, model, Optimiser(model))


def test_the_rate_rises_stays_and_falls_to_zero():
    rates = [PLAN.rate(done) for done in np.linspace(0, 1, 101)]
    assert rates[0] < 0.01 * PLAN.learning_rate and rates[-1] == 0
    assert max(rates) == rates[30] == PLAN.learning_rate
    assert all(a >= b for a, b in pairwise(rates[50:]))


def test_the_loss_is_transformers_own(text):
    model = small(3).eval()
    rng = np.random.default_rng(0)
    drawn = draw_examples(text, rng, pairs=True)
    paired = drawn.follows >= 0
    examples = Examples(drawn.first[paired], drawn.second[paired], drawn.follows[paired])
    batch = next(batches(text, examples, 512, rng))
    hidden = mask(batch.pieces, len(PIECES), rng)
    labels = np.where(hidden.chosen, batch.pieces, -100)
    theirs = model(
        input_ids=torch.from_numpy(hidden.pieces),
        token_type_ids=torch.from_numpy(batch.segments),
        labels=torch.from_numpy(labels),
        next_sentence_label=torch.from_numpy(1 - batch.follows),
    ).loss
    assert float(losses(model, batch, hidden, bfloat16=False)[0].detach()) == pytest.approx(
        float(theirs.detach()), abs=1e-5
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A model as `train bert` writes it, from a file of plain text."""
    place = tmp_path_factory.mktemp("bert")
    file = place / "own.txt"
    file.write_text("\n".join(eojeols(line) for line in RUNS), encoding="utf-8")
    prepare([Source("own", file)], place / "corpus", workers=1, quiet=True)
    plan = replace(PLAN, tokens=600)
    told = train_bert(place / "corpus", ["own"], place / "model", minutes=1, plan=plan, quiet=True)
    assert told["tokens"] >= 600
    return place / "model"


def test_plain_transformers_reads_the_folder_with_the_same_numbers(folder):
    from transformers import AutoTokenizer, BertForMaskedLM, BertForPreTraining

    tokenizer = AutoTokenizer.from_pretrained(folder)
    inputs = tokenizer("배가 고프다.", "눈이 [MASK].", return_tensors="pt")
    ours = load_weights(folder, folder / "model.safetensors")
    both = BertForPreTraining.from_pretrained(folder, dtype=torch.float32).eval()
    masked, loading = BertForMaskedLM.from_pretrained(folder, dtype=torch.float32, output_loading_info=True)
    assert not loading["missing_keys"]
    with torch.inference_mode():
        a, b, c = ours(**inputs), both(**inputs), masked.eval()(**inputs)
    assert torch.equal(a.prediction_logits, b.prediction_logits) and torch.equal(a.prediction_logits, c.logits)
    assert torch.equal(a.seq_relationship_logits, b.seq_relationship_logits)
    assert inputs["input_ids"][0].tolist().count(MASK) == 1


def test_padding_never_changes_a_vector(folder):
    from transformers import AutoTokenizer, BertModel

    tokenizer, model = AutoTokenizer.from_pretrained(folder), BertModel.from_pretrained(folder, dtype=torch.float32)
    alone = tokenizer("배가 고프다.", return_tensors="pt")
    padded = tokenizer(["배가 고프다.", "배를 타고 섬에 간다. 밤에 눈이 온다."], padding=True, return_tensors="pt")
    with torch.inference_mode():
        short = model.eval()(**alone).last_hidden_state[0]
        long = model(**padded).last_hidden_state[0, : len(short)]
    torch.testing.assert_close(short, long, atol=2e-5, rtol=0)


def test_the_folder_is_an_encoder(folder):
    stack = folder_encoder(folder, "own").encode(
        [Occurrence(text, 0, 1, "배") for text in ("배가 고프다.", "배가 달다.")]
    )
    assert stack.vectors.shape == (5, 2, 256)
    np.testing.assert_allclose(stack.vectors[0, 0], stack.vectors[0, 1])  # same piece, same place
    assert not np.allclose(stack.vectors[4, 0], stack.vectors[4, 1])


def test_heads_are_measured_on_what_was_held_out(folder, tmp_path):
    lines = [line for line in RUNS if line]
    (tmp_path / "surface" / "heldout").mkdir(parents=True)
    (tmp_path / "surface" / "heldout" / "own.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    numbered = [f"▁{i} ▁배\n{line}\n{line}\n\n" for i in range(400) for line in lines[:1]]
    (tmp_path / "surface" / "own.txt").write_text("".join(numbered), encoding="utf-8")
    model = load_weights(folder, folder / "model.safetensors")
    own, overall = masked_accuracy(model, TOKENIZER, tmp_path, ["own"])
    assert 0 <= own.at_1 <= own.at_5 <= 1 and overall.n == own.n
    pairs = next_sentence(model, TOKENIZER, tmp_path, ["own"])
    assert pairs is not None and pairs.low <= pairs.accuracy <= pairs.high
    assert len(fill(model, TOKENIZER, "배가 [MASK].")) == 5


def test_wilson_s_interval_is_the_textbook_s():
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=5e-4)


def test_an_untrained_twin_has_the_weights_that_training_begins_with(folder):
    assert torch.equal(weights(untrained_model(folder, 3)), weights(new_model(len_of(folder), 3)))


def len_of(folder) -> int:
    return len((folder / "vocab.txt").read_text(encoding="utf-8").splitlines())


def test_text_without_a_character_is_one_sentence():
    with pytest.raises(ExplorerError):
        learn_pieces(["", " "], 100, 1)
    with pytest.raises(ExplorerError):
        read([])


def test_a_place_says_where_pairs_begin():
    assert Place().pairs is False
    assert Plan(tokens=100, pairs_from=0.4).mask_rate(0.39) > Plan(tokens=100, pairs_from=0.4).mask_rate(0.41) == RATE
