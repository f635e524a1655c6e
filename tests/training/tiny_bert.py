"""A BERT that trains in seconds, for tests: a few sentences over and over, their word pieces, and a plan."""

import torch

from explorer.training.bert.loop import Plan, run
from explorer.training.bert.text import LONGEST, read_text
from explorer.training.bert.train import new_model
from explorer.training.bert.vocabulary import learn_pieces, new_tokenizer

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


def weights(model) -> torch.Tensor:
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def small(seed):
    return new_model(len(PIECES), seed, layers=2, hidden=32, heads=2)


def trained(text, plan, folder):
    model = small(plan.seed)
    run(model, text, plan, folder)
    return model
