"""BERT's loop, checkpoints and heads, and the folder that is shipped."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch

from explorer.encoders.bert import load_weights, untrained_model
from explorer.encoders.hub import folder_encoder
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence
from explorer.training.bert.evaluate import fill, masked_accuracy, next_sentence, wilson
from explorer.training.bert.loop import CHECKPOINT, Place, Plan, load, run
from explorer.training.bert.masking import RATE, mask
from explorer.training.bert.step import Optimiser, losses
from explorer.training.bert.text import Examples, Text, batches, draw_examples, eojeols
from explorer.training.bert.train import new_model, train_bert
from explorer.training.bert.vocabulary import MASK
from explorer.training.corpus import Source, prepare
from explorer.training.elmo import loop as elmo
from tests.training.tiny_bert import PIECES, PLAN, RUNS, TOKENIZER, read, small, trained, weights


@pytest.fixture(scope="module")
def text() -> Text:
    return read()


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


def test_a_place_says_where_pairs_begin():
    assert Place().pairs is False
    assert Plan(tokens=100, pairs_from=0.4).mask_rate(0.39) > Plan(tokens=100, pairs_from=0.4).mask_rate(0.41) == RATE


def damaged(folder, copy, **config):
    shutil.copytree(folder, copy)
    about = json.loads((copy / "config.json").read_text(encoding="utf-8")) | config
    (copy / "config.json").write_text(json.dumps(about), encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    "config",
    [
        {"vocab_size": 9999}, {"hidden_size": 128}, {"hidden_size": "x"}, {"num_hidden_layers": 9},
        {"max_position_embeddings": 16}, {"num_attention_heads": 7},
    ],
    ids=str,
)  # fmt: skip
def test_a_model_of_another_shape_is_no_beginning(folder, tmp_path, capfd, config):
    begin = damaged(folder, tmp_path / "begin", **config)
    with pytest.raises(ExplorerError):
        train_bert(folder.parent / "corpus", ["own"], tmp_path / "out", minutes=1, plan=PLAN, begin=begin, quiet=True)
    assert capfd.readouterr().err == "" and not (tmp_path / "out").exists()


@pytest.mark.parametrize("missing", ["vocab.txt", "config.json", "model.safetensors"])
def test_half_a_model_is_no_beginning_and_pieces_are_those_it_was_trained_with(folder, tmp_path, missing):
    begin, out = damaged(folder, tmp_path / "begin"), tmp_path / "out"
    given = {"minutes": 1, "plan": replace(PLAN, tokens=300), "begin": begin, "quiet": True}
    assert train_bert(folder.parent / "corpus", ["own"], out, **given)["tokens"] >= 300
    assert (out / "vocab.txt").read_bytes() == (folder / "vocab.txt").read_bytes()
    (begin / "vocab.txt").write_text("\n".join(reversed(PIECES)) + "\n", encoding="utf-8")
    with pytest.raises(ExplorerError):
        train_bert(folder.parent / "corpus", ["own"], tmp_path / "b", **given)
    (begin / missing).unlink()
    with pytest.raises(ExplorerError, match="damaged"):
        train_bert(folder.parent / "corpus", ["own"], tmp_path / "c", **given)


@pytest.mark.parametrize("lines", [["▁배"], ["▁뷁뷁뷁" + " 뷁" * 300]], ids=["one piece", "one endless word"])
def test_a_text_without_an_example_is_refused_and_leaves_nothing(tmp_path, lines):
    (tmp_path / "surface").mkdir()
    (tmp_path / "surface" / "own.txt").write_text("\n\n".join(lines * 60) + "\n", encoding="utf-8")
    with pytest.raises(ExplorerError, match="too small"):
        train_bert(tmp_path, ["own"], tmp_path / "out", minutes=1, plan=PLAN, quiet=True)
    assert not (tmp_path / "out").exists()
    with pytest.raises(ExplorerError, match="too small"):  # and the loop itself does not turn for ever
        run(small(1), read(lines, running=()), PLAN, tmp_path / "loop")


@pytest.mark.parametrize("of", [Plan, elmo.Plan])
@pytest.mark.parametrize(
    "number",
    [
        {"minutes": 0}, {"minutes": -1}, {"minutes": float("nan")}, {"tokens": 0}, {"tokens": -5}, {"batch": 0},
        {"learning_rate": 0}, {"learning_rate": float("inf")}, {"seed": -1}, {"seed": 2**32},
    ],
    ids=str,
)  # fmt: skip
def test_a_plan_that_cannot_be_trained_is_none(of, number):
    with pytest.raises(ExplorerError, match=str(*number)):
        of(**number)
