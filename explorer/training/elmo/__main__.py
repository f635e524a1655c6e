"""Train the shipped model: `python -m explorer.training.elmo CORPUS OUTPUT --minutes N`; run again, it goes on."""

import sys
from pathlib import Path

from explorer.command_line import CommandLine
from explorer.errors import ExplorerError
from explorer.training.corpus import prepared_names
from explorer.training.elmo.loop import Plan
from explorer.training.elmo.train import fast_bfloat16, train_elmo


def main() -> int:
    """Exit 0, or 2 with one sentence."""
    parser = CommandLine(description=__doc__)
    parser.add_argument("corpus", type=Path, help="folder of token files, as explorer.training writes it")
    parser.add_argument("output", type=Path)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--learning-rate", type=float, default=Plan().learning_rate)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        plan = Plan(
            minutes=arguments.minutes,
            learning_rate=arguments.learning_rate,
            seed=arguments.seed,
            bfloat16=fast_bfloat16(),
        )
        train_elmo(
            arguments.corpus, prepared_names(arguments.corpus), arguments.output, minutes=arguments.minutes, plan=plan
        )
    except ExplorerError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
