"""What other tools read is read here by those tools, or by their own rules."""

import csv
import io
import json
import time

import numpy as np
import pandas as pd
import pyarrow.parquet
import pytest

from explorer.commands.embed import npz_bytes
from explorer.encoders.base import EncoderIdentity, LayerStack
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.export.sentences import conllu, wic_pairs
from explorer.export.vectors import keyed_vectors, parquet, projector
from explorer.lexicon import bundled
from explorer.lexicon.conllu import read_treebank
from explorer.lexicon.wic import read_wic
from explorer.occurrences import Occurrence


@pytest.fixture(scope="module")
def stack():
    uses = (
        Occurrence.from_bracketed("[배]를\t깎았다.", "배", sense="bae.pear", upos="NOUN", id="a 1"),
        Occurrence.from_bracketed("[배]가 떠났다.", "배", sense="bae.ship", upos="NOUN", id="a 2"),
        Occurrence.from_bracketed("두 [배]가 되었다.", "배", id="a 2"),
    )
    vectors = np.random.default_rng(0).normal(size=(2, 3, 4)).astype(np.float32)
    return LayerStack(vectors, ("0", "1"), uses, EncoderIdentity("tiny", "bert", "f"), ("", "", ""))


def test_the_projector_gets_as_many_rows_as_vectors_and_one_cell_between_tabs(stack):
    files = projector(stack, 1)
    vectors = [line.split("\t") for line in files["vectors.tsv"].decode().splitlines()]
    metadata = [line.split("\t") for line in files["metadata.tsv"].decode().splitlines()]
    assert len(vectors) == 3 and {len(row) for row in vectors} == {4}
    assert len(metadata) == 3 + 1 and {len(row) for row in metadata} == {len(metadata[0])}
    assert np.array_equal(np.array(vectors, dtype=np.float32), stack.vectors[1])
    assert metadata[1][metadata[0].index("gloss")] == "배나무의 열매"


def test_pandas_reads_the_parquet_file_with_its_vectors(stack):
    content = parquet(stack, [0, 1], FigureFacts(encoders=(("tiny", "f"),), layer="0,1"))
    frame = pd.read_parquet(io.BytesIO(content))
    assert np.array_equal(np.stack(frame["vector_1"]), stack.vectors[1])
    assert list(frame["sense"]) == ["bae.pear", "bae.ship", ""]
    one = pd.read_parquet(io.BytesIO(parquet(stack, [1], FigureFacts())))
    assert np.stack(one["vector"]).dtype == np.float32
    settings = pyarrow.parquet.read_schema(io.BytesIO(content)).metadata[b"polysemy-explorer"]
    assert json.loads(settings)["encoder"] == "tiny@f"


def test_gensim_reads_the_keyed_vectors(stack, tmp_path):
    models = pytest.importorskip("gensim.models")
    path = tmp_path / "v.txt"
    path.write_bytes(keyed_vectors(stack, 0))
    read = models.KeyedVectors.load_word2vec_format(str(path))
    assert list(read.index_to_key) == ["a_1", "a_2", "a_2#2"]
    assert np.array_equal(read["a_2#2"], stack.vectors[0][2])


def test_numpy_reads_the_npz_without_pickle(stack):
    with np.load(io.BytesIO(npz_bytes(stack)), allow_pickle=False) as read:
        assert np.array_equal(read["vectors"], stack.vectors)
        assert json.loads(str(read["occurrences"][1]))["sense"] == "bae.ship"
    assert npz_bytes(stack) == npz_bytes(stack)


def test_conllu_has_ten_columns_and_marks_each_target(stack):
    text = conllu(stack.occurrences)
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert all(len(line.split("\t")) == 10 for line in lines)
    assert sum("Target=배" in line for line in lines) == 3
    assert any(line.split("\t")[1:5] == ["배를", "배+를", "NOUN", "NNG+JKO"] for line in lines)
    sentences, skipped = read_treebank(text.encode(), "a.conllu")
    assert not skipped and [s.text for s in sentences] == [o.text for o in stack.occurrences]


def test_wic_pairs_are_balanced_distinct_and_the_same_under_a_seed():
    uses = bundled.occurrences("ko", "eunhaeng")
    text = wic_pairs(uses, limit=100, seed=1)
    rows = list(csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE))
    assert [row["ANSWER"] for row in rows].count("True") == len(rows) / 2 == 50
    assert len({frozenset((row["SENTENCE1"], row["SENTENCE2"])) for row in rows}) == 100
    assert all("[은행]" in row["SENTENCE1"] and row["SENTENCE1"] != row["SENTENCE2"] for row in rows)
    assert text == wic_pairs(uses, limit=100, seed=1) != wic_pairs(uses, limit=100, seed=2)
    senses = {o.text: o.sense for o in uses}
    pairs = read_wic(text.encode(), "pairs.tsv").pairs
    assert all(pair.same == (senses[pair.first.text] == senses[pair.second.text]) for pair in pairs)


def test_a_word_with_one_sense_has_no_pairs(stack):
    with pytest.raises(ExplorerError) as caught:
        wic_pairs(stack.occurrences[:1])
    assert caught.value.key == "no_pairs"


def test_a_sentence_of_fifty_thousand_characters_takes_no_longer_than_reading_it():
    use = Occurrence.from_bracketed("가 " * 25_000 + "[배]를 탔다.", "배")
    began = time.monotonic()
    assert conllu((use,)).count("\n") > 25_000
    assert time.monotonic() - began < 30
