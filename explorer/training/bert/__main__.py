"""Train the shipped model: `python -m explorer.training.bert CORPUS OUTPUT --minutes N`; run again, it goes on."""

import sys
from pathlib import Path

import torch

from explorer.command_line import CommandLine
from explorer.errors import ExplorerError
from explorer.training.bert.loop import Plan
from explorer.training.bert.train import RUNNING, train_bert
from explorer.training.corpus import prepared_names
from explorer.training.elmo.train import fast_bfloat16


def main() -> int:
    """Exit 0, or 2 with one sentence."""
    parser = CommandLine(description=__doc__)
    parser.add_argument("corpus", type=Path, help="folder of token files, as explorer.training writes it")
    parser.add_argument("output", type=Path)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--begin", type=Path, help="folder of a model to go on from, with a fresh optimiser")
    parser.add_argument("--learning-rate", type=float, default=Plan().learning_rate)
    parser.add_argument("--pairs-from", type=float, default=Plan().pairs_from)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    try:
        torch.set_num_threads(min(max(1, arguments.threads), 64))
        plan = Plan(
            minutes=arguments.minutes,
            learning_rate=arguments.learning_rate,
            pairs_from=arguments.pairs_from,
            seed=arguments.seed,
            bfloat16=fast_bfloat16(),
        )
        names = prepared_names(arguments.corpus)
        train_bert(
            arguments.corpus,
            names,
            arguments.output,
            minutes=arguments.minutes,
            running=[name for name in names if name in RUNNING],
            begin=arguments.begin,
            plan=plan,
        )
    except ExplorerError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
