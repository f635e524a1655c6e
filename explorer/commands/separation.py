"""`separation`: sense separation by layer of one word or of a file of sentences."""

import argparse
from pathlib import Path
from typing import Any

from explorer.analysis.layers import Separation, separation
from explorer.analysis.untrained import untrained_one_nn
from explorer.commands.seeds import add_seed, checked
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.language import text
from explorer.lexicon import bundled
from explorer.lexicon.tables import read_occurrences
from explorer.occurrences import Occurrence
from explorer.store import VectorStore


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--encoder", required=True, help=text("commands.encoder"))
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--word", help=text("commands.separation.word"))
    source.add_argument("--input", type=Path, help=text("commands.input"))
    parser.add_argument("--by", choices=("sense", "homograph"), default="sense", help=text("commands.separation.by"))
    parser.add_argument(
        "--centring", choices=("reference", "own", "none"), default="reference", help=text("commands.centring")
    )
    add_seed(parser)


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure; one object with a list `layers` (see `as_json`)."""
    seed = checked(arguments.seed)
    if arguments.word is not None:
        occurrences, skipped = _bundled(arguments.word), []
    else:
        read = read_occurrences(arguments.input)
        occurrences = read.occurrences
        skipped = [{"row": row, "why": str(why)} for row, why in read.skipped]
    if not occurrences:
        raise ExplorerError("no_labels")
    encoder = open_encoder(arguments.encoder)
    result = separation(
        VectorStore(), encoder, occurrences,
        grouping=arguments.by, centring=arguments.centring, seed=seed,
    )  # fmt: skip
    skipped += [{"row": occurrences[i].id, "why": str(why)} for i, why in result.without.items()]
    return as_json(result, skipped, seed)


def _bundled(word: str) -> tuple[Occurrence, ...]:
    for language in ("ko", "en"):
        word_id = bundled.word_id_of(language, word)
        if word_id in bundled.word_ids(language):
            return bundled.occurrences(language, word_id)
    raise ExplorerError("unknown_bundled_word", word=word, words=", ".join(_all_words()))


def _all_words() -> list[str]:
    return [bundled.senses_of(code, i)[0].word for code in ("ko", "en") for i in bundled.word_ids(code)]


def as_json(result: Separation, skipped: list[dict[str, Any]], seed: int) -> dict[str, Any]:
    """The result as one JSON-serialisable object; undefined figures are null."""
    base = result.baselines
    untrained = untrained_one_nn(result.encoder.id, _word_id(result.word), result.grouping)
    return {
        "encoder": result.encoder.id,
        "fingerprint": result.encoder.fingerprint,
        "word": result.word,
        "by": result.grouping,
        "metric": "cosine",
        "centring": result.centring,
        "seed": seed,
        "n": result.n,
        "senses": dict(result.senses),
        "unlabelled": result.unlabelled,
        "baselines": {
            "majority": base.majority,
            "chance": base.chance,
            "static": base.chance,
            "bag_of_context": base.bag_of_context,
            "bag_of_context_unmatched": base.bag_of_context_unmatched,
        },
        "best_layer": result.best_layer,
        "layers": [
            {
                "layer": k,
                "name": result.layers[k],
                "one_nn": score.one_nn,
                "one_nn_interval": score.one_nn_interval,
                "one_nn_band": score.one_nn_band,
                "standing": score.standing,
                "one_nn_unmatched": score.one_nn_unmatched,
                "one_nn_unmatched_band": score.one_nn_unmatched_band,
                "nearest_centroid": score.nearest_centroid,
                "nearest_centroid_band": score.nearest_centroid_band,
                "silhouette": score.silhouette,
                "self_similarity": score.self_similarity,
                "same_sense_similarity": score.same_sense_similarity,
                "self_similarity_raw": result.raw_self_similarity[k],
                "anisotropy": result.anisotropy[k],
                "self_similarity_adjusted": _difference(result.raw_self_similarity[k], result.anisotropy[k]),
                "one_nn_clean": score.one_nn_clean,
                "n_clean": score.n_clean,
                "untrained": untrained[k] if untrained else None,
                "best_share": _finite(result.best_layer_shares[k]),
                "n": score.n,
            }
            for k, score in enumerate(result.scores)
        ],
        "cut": result.cut,
        "skipped": skipped,
    }


def table(result: dict[str, Any]) -> str:
    """The same as text: a line a layer, then the baselines."""
    say = text
    lines = [
        say("commands.separation.title", word=result["word"], encoder=result["encoder"], n=result["n"]),
        say("commands.separation.header"),
    ]
    for row in result["layers"]:
        low, high = row["one_nn_band"] or (None, None)
        lines.append(
            f"{row['layer']:>5}  {_number(row['one_nn'])}  {_number(low)}–{_number(high)}  "
            f"{_number(row['one_nn_unmatched']):>9}  "
            f"{_number(row['nearest_centroid']):>8}  {_number(row['silhouette']):>10}  "
            f"{_number(row['self_similarity_raw']):>9}  {_number(row['anisotropy']):>10}  "
            f"{_number(row['self_similarity_adjusted']):>8}  {row['n']:>4}"
        )
    base = result["baselines"]
    lines.append(
        say(
            "commands.separation.baselines", majority=_number(base["majority"]), chance=_number(base["chance"]),
            bag=_number(base["bag_of_context"]),
        )
    )  # fmt: skip
    lines += [say("commands.skipped", row=s["row"], why=s["why"]) for s in result["skipped"]]
    return "\n".join(lines)


def _word_id(word: str) -> str:
    return bundled.word_id_of("ko", word) or bundled.word_id_of("en", word) or ""


def _number(value: float | None) -> str:
    return "   —" if value is None else f"{value:.2f}"


def _difference(value: float | None, baseline: float | None) -> float | None:
    return None if value is None or baseline is None else value - baseline


def _finite(value: float) -> float | None:
    return value if value == value else None
