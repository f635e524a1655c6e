import _thread
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.encoders.elmo_characters import BEGIN, END, character_ids, inventory_size
from explorer.encoders.elmo_model import ElmoConfig, ElmoModel, new_model
from explorer.errors import ExplorerError
from explorer.training.elmo.checkpoint import load
from explorer.training.elmo.loop import MOMENTS, Clock, Plan, run
from explorer.training.elmo.step import Directions, negative_log_likelihood
from explorer.training.elmo.stream import LONGEST, Stream, Vocabulary, batches, build_stream, count_words, windows
from explorer.training.elmo.train import train_elmo

SENTENCES = [
    ["▁배", "가", "▁고프", "다", "."],
    ["▁배", "를", "▁타", "고", "▁섬", "에", "▁간다", "."],
    ["▁배", "가", "▁달", "다", "."],
    ["▁눈", "이", "▁온다", "."],
] * 30
VOCABULARY = Vocabulary.from_counts(count_words(SENTENCES), 14)
SMALL = ElmoConfig(
    words=len(VOCABULARY.words), character_dim=8, filters=((1, 8), (3, 8)), width=16, cell=16, cutoffs=(5, 9)
)
PLAN = Plan(tokens=1500, batch=64, learning_rate=0.01, seed=3)


@pytest.fixture(scope="module")
def stream() -> Stream:
    return build_stream({"own": SENTENCES}, VOCABULARY, "syllable")


def weights(model: ElmoModel) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def losses(folder: Path) -> list[float]:
    rows = (folder / "loss.csv").read_text().splitlines()[1:]
    return [float(row.split(",")[-1]) for row in rows]


@pytest.mark.parametrize("bfloat16", [False, True])
def test_the_same_seed_gives_the_same_numbers(stream, tmp_path, bfloat16):
    plan = replace(PLAN, bfloat16=bfloat16)
    models = [run(new_model(SMALL, 3), stream, plan, tmp_path / str(i))[0] for i in range(2)]
    other = run(new_model(SMALL, 4), stream, replace(plan, seed=4), tmp_path / "other")[0]
    assert torch.equal(weights(models[0]), weights(models[1]))
    assert not torch.equal(weights(models[0]), weights(other))


def test_training_learns_and_keeps_its_moments(stream, tmp_path):
    run(new_model(SMALL, 3), stream, replace(PLAN, tokens=12000), tmp_path)
    assert losses(tmp_path)[-1] < 0.7 * np.log(len(VOCABULARY.words))
    assert {int(path.stem) for path in (tmp_path / "moments").iterdir()} == set(MOMENTS)


def test_a_stopped_training_goes_on_as_if_it_had_not_stopped(stream, tmp_path):
    whole = run(new_model(SMALL, 3), stream, PLAN, tmp_path / "whole")[0]

    def stop(done: float) -> None:
        if done > 0.5:
            raise KeyboardInterrupt

    often = replace(PLAN, checkpoint_minutes=0)
    with pytest.raises(KeyboardInterrupt):
        run(new_model(SMALL, 3), stream, often, tmp_path / "parts", stop)
    resumed = run(new_model(SMALL, 99), stream, often, tmp_path / "parts")[0]
    assert torch.equal(weights(whole), weights(resumed))


def test_a_kill_in_the_middle_of_a_checkpoint_leaves_the_last_good_one(stream, tmp_path):
    run(new_model(SMALL, 3), stream, PLAN, tmp_path)
    path = tmp_path / "checkpoint.safetensors"
    before = path.read_bytes()
    program = (
        "import os, sys; from pathlib import Path; import explorer.training.atomic as atomic\n"
        "def dies(path): path.write_bytes(b'half of it'); os.kill(os.getpid(), 9)\n"
        "atomic.write(Path(sys.argv[1]), dies)"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(path)], env={**os.environ, "PYTHONPATH": "."})
    assert killed.returncode == -9
    assert path.read_bytes() == before
    assert load(path).place.tokens >= PLAN.tokens


def test_a_damaged_checkpoint_is_one_sentence(stream, tmp_path):
    run(new_model(SMALL, 3), stream, PLAN, tmp_path)
    path = tmp_path / "checkpoint.safetensors"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ExplorerError, match="damaged"):
        load(path)


def test_no_word_is_foretold_from_itself_or_what_follows(stream):
    model = new_model(SMALL, 3)
    batch = next(batches(stream, 64, 0, 0))
    index = torch.from_numpy(batch.index)
    tokens = model.cnn(torch.from_numpy(batch.characters).long())[index].detach().requires_grad_()
    time = index.shape[0]
    for lstm, reading in ((model.forwards, tokens[:-1]), (model.backwards, tokens[1:].flip(0))):
        for step in range(time - 1):  # the state that foretells the token after `step` tokens were read
            (gradient,) = torch.autograd.grad(lstm(reading)[1][step].sum(), tokens)
            touched = gradient.abs().sum(dim=(1, 2)) > 0
            allowed = torch.arange(time) <= step if lstm is model.forwards else torch.arange(time) >= time - 1 - step
            assert not (touched & ~allowed).any()
            assert touched[step if lstm is model.forwards else time - 1 - step]


def test_the_loss_is_the_softmax_modules_own(stream):
    model = new_model(SMALL, 3)
    states, target = torch.randn(50, 16), torch.arange(50) % len(VOCABULARY.words)
    ours = negative_log_likelihood(model.softmax, states, target) / 50
    assert float(ours.detach()) == pytest.approx(float(model.softmax(states, target).loss.detach()), abs=1e-5)


def test_evaluation_adds_no_gradients(stream):
    model = new_model(SMALL, 3)
    with Directions(model, bfloat16=False) as directions:
        loss = directions.loss(next(batches(stream, 64, 0, 0)))
    assert loss.forwards > 0
    assert all(p.grad is None for p in model.parameters())


def test_every_sentence_is_read_once_an_epoch(stream):
    seen = sum(batch.predictions for batch in batches(stream, 64, 5, 0))
    assert seen == stream.tokens == sum(len(sentence) + 1 for sentence in SENTENCES)


def test_a_source_is_read_as_often_as_it_weighs():
    heavy = build_stream({"own": SENTENCES}, VOCABULARY, "syllable", {"own": 2.0})
    assert sum(batch.predictions for batch in batches(heavy, 64, 5, 0)) == 2 * sum(len(s) + 1 for s in SENTENCES)


@settings(deadline=None)
@given(st.integers(2, 400))
def test_windows_cover_a_sentence_and_share_one_token(length):
    found = windows(length)
    assert found[0].start == 0 and found[-1].stop == length
    assert all(a.stop - 1 == b.start for a, b in pairwise(found))
    assert all(2 <= w.stop - w.start <= LONGEST for w in found)


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=60), st.sampled_from(["syllable", "jamo"]))
def test_any_token_has_characters(token, unit):
    ids = character_ids(token, unit)
    assert 3 <= len(ids) <= 38
    assert all(0 < i < inventory_size(unit) for i in ids)


def test_syllables_marks_and_letters_are_told_apart():
    forms = ["배", "▁배", "배가", "ㅂ", "b", "梨", BEGIN, END, "🍐", "_배"]
    for unit in ("syllable", "jamo"):
        assert len({tuple(character_ids(form, unit)) for form in forms}) == len(forms)
    assert len(character_ids("각", "jamo")) == 5


def test_a_corpus_becomes_a_model_folder(tmp_path):
    (tmp_path / "surface").mkdir()
    (tmp_path / "surface" / "own.txt").write_text("\n".join(" ".join(s) for s in SENTENCES) + "\n", "utf-8")
    result = train_elmo(tmp_path, ["own"], tmp_path / "out", minutes=1, plan=PLAN, quiet=True)
    assert result["tokens"] >= PLAN.tokens
    assert {"model.safetensors", "config.json", "vocabulary.txt"} <= {p.name for p in (tmp_path / "out").iterdir()}


def test_a_corpus_of_a_few_words_is_one_sentence(tmp_path):
    (tmp_path / "surface").mkdir()
    (tmp_path / "surface" / "own.txt").write_text("▁배 가 ▁고프 다 .\n", "utf-8")
    with pytest.raises(ExplorerError, match="too small"):
        train_elmo(tmp_path, ["own"], tmp_path / "out", minutes=1, quiet=True)


def test_stopped_by_a_person_it_leaves_a_model_and_says_so(tmp_path):
    (tmp_path / "surface").mkdir()
    (tmp_path / "surface" / "own.txt").write_text("\n".join(" ".join(s) for s in SENTENCES) + "\n", "utf-8")
    endless = replace(PLAN, tokens=1e9, checkpoint_minutes=0)
    stopped = tmp_path / "out" / "training" / "checkpoint.safetensors"

    def interrupt() -> None:
        while not stopped.exists():
            time.sleep(0.05)
        _thread.interrupt_main()

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(ExplorerError, match="Stopped by you"):
        train_elmo(tmp_path, ["own"], tmp_path / "out", minutes=1, plan=endless, quiet=True)
    assert (tmp_path / "out" / "model.safetensors").exists()


def test_a_pause_is_no_progress_and_a_slow_machine_is():
    clock = Clock()
    assert [clock.counted(0.3) for _ in range(50)] == [0.3] * 50
    assert clock.counted(600) < 6
    slow = Clock()
    assert [slow.counted(20) for _ in range(5)] == [20] * 5
