"""`wic`: word-in-context pairs by layer of one encoder."""

import argparse
from pathlib import Path
from typing import Any

from explorer.analysis.wic import WicResult, word_in_context
from explorer.commands.seeds import add_seed, checked
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.language import text
from explorer.lexicon.wic import WicSet, read_wic
from explorer.store import VectorStore


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--encoder", required=True, help=text("commands.encoder"))
    parser.add_argument("--tune", type=Path, metavar="FILE", help=text("commands.wic.tune"))
    parser.add_argument(
        "--centring", choices=("reference", "own", "none"), default="reference", help=text("commands.centring")
    )
    add_seed(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help=text("commands.wic.file"))


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure; one object with a list `layers`."""
    seed = checked(arguments.seed)
    pairs = read_wic(arguments.file)
    tune = read_wic(arguments.tune) if arguments.tune else None
    encoder = open_encoder(arguments.encoder)
    result = word_in_context(
        VectorStore(limit_bytes=2**31), encoder, pairs.pairs, tune.pairs if tune else None,
        centring=arguments.centring, seed=seed,
    )  # fmt: skip
    return as_json(result, pairs, tune, seed)


def as_json(result: WicResult, pairs: WicSet, tune: WicSet | None, seed: int) -> dict[str, Any]:
    """The result as one JSON-serialisable object; what was not measured is null."""
    skipped = _said(pairs.name, (*pairs.skipped, *result.without))
    notes = _said(pairs.name, pairs.notes)
    if tune:
        skipped += _said(tune.name, (*tune.skipped, *result.tune_without))
        notes += _said(tune.name, tune.notes)
    return {
        "encoder": result.encoder.id,
        "fingerprint": result.encoder.fingerprint,
        "file": pairs.name,
        "tune": tune.name if tune else None,
        "metric": "cosine",
        "centring": result.centring,
        "seed": seed,
        "n": result.n,
        "n_tune": result.n_tune,
        "words": result.words,
        "chance": 0.5,
        "majority": result.majority,
        "best_layer": result.best_layer,
        "layers": [
            {
                "layer": k,
                "name": result.layers[k],
                "auc": score.auc,
                "auc_interval": score.auc_interval,
                "auc_raw": score.auc_raw,
                "auc_raw_interval": score.auc_raw_interval,
                "auc_clean": score.auc_clean,
                "n_clean": score.n_clean,
                "auc_both": score.auc_both,
                "auc_both_interval": score.auc_both_interval,
                "accuracy": score.accuracy,
                "threshold": score.threshold,
                "best_share": share if share == share else None,
                "n": score.n,
            }
            for k, (score, share) in enumerate(zip(result.scores, result.best_layer_shares, strict=True))
        ],
        "cut": result.cut,
        "skipped": skipped,
        "notes": notes,
    }


def _said(file: str, rows: tuple[tuple[int, ExplorerError], ...]) -> list[dict[str, Any]]:
    return [{"file": file, "row": row, "why": str(why)} for row, why in sorted(rows, key=lambda entry: entry[0])]


def table(result: dict[str, Any]) -> str:
    """The same as text: a line a layer, then what was left out."""
    lines = [
        text(
            "commands.wic.title", encoder=result["encoder"], n=result["n"], words=result["words"],
            centring=text(f"commands.wic.{result['centring']}"), majority=_number(result["majority"]),
        ),
        text("commands.wic.header"),
    ]  # fmt: skip
    for row in result["layers"]:
        low, high = row["auc_interval"] or (None, None)
        lines.append(
            f"{row['layer']:>5}  {_number(row['auc'])}  {_number(low)}–{_number(high)}  {_number(row['auc_raw']):>7}  "
            f"{_number(row['accuracy']):>8}  {_number(row['threshold']):>9}  {row['n']:>4}"
        )
    lines += [text("commands.wic.skipped", **entry) for entry in result["skipped"]]
    lines += [text("commands.wic.note", **entry) for entry in result["notes"]]
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "    —" if value is None else f"{value:.3f}"
