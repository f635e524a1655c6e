from threading import Barrier, Thread

import numpy as np
import pytest

from explorer import readymade
from explorer.encoders.base import EncoderIdentity, LayerStack, TargetError
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

SENTENCES = ("[배]를 탔다", "[배]가 고프다", "[배]를 깎았다", "[배]가 아프다")
USES = tuple(Occurrence.from_bracketed(s, sense=str(i), id=f"bae.{i}") for i, s in enumerate(SENTENCES))
UNKNOWN = Occurrence.from_bracketed("[꿀]이 달다")


class Counting:
    """An encoder whose vectors follow from the text, and that counts what it is asked."""

    layers = ("0", "1")
    dim = 3

    def __init__(self, fingerprint="1"):
        self.identity = EncoderIdentity("counting", "bert", fingerprint)
        self.calls = []

    def encode(self, occurrences, *, pooling="mean", progress=None):
        if bad := {i: ExplorerError("word_unknown", word=o.word) for i, o in enumerate(occurrences) if o.word == "꿀"}:
            raise TargetError(bad)
        self.calls.append(len(occurrences))
        rows = [np.random.default_rng(list(f"{o.text}{pooling}".encode())).normal(size=(2, 3)) for o in occurrences]
        cut = tuple(i for i, o in enumerate(occurrences) if o == USES[1])
        vectors = np.stack(rows, axis=1).astype(np.float32)
        spill = tuple("가" if "가" in o.text else "" for o in occurrences)
        return LayerStack(vectors, self.layers, tuple(occurrences), self.identity, spill, cut)


class Absent(Counting):
    """Its weights are not here."""

    def encode(self, occurrences, *, pooling="mean", progress=None):
        raise ExplorerError("packaged_absent", encoder="counting")


def test_only_what_is_missing_is_encoded_in_one_call(tmp_path):
    store, encoder = VectorStore(tmp_path), Counting()
    store.stack(encoder, USES[:2])
    stack = store.stack(encoder, (USES[3], USES[0], USES[2], USES[3]))
    assert encoder.calls == [2, 2]
    whole = Counting().encode(USES)
    assert np.array_equal(stack.vectors, whole.vectors[:, [3, 0, 2, 3]])
    assert stack.occurrences == (USES[3], USES[0], USES[2], USES[3])
    assert stack.spill == tuple(whole.spill[i] for i in (3, 0, 2, 3))


def test_a_new_label_never_encodes_again_and_is_kept(tmp_path):
    store, encoder = VectorStore(tmp_path), Counting()
    store.stack(encoder, USES)
    stack = store.stack(encoder, [use.labelled("mine") for use in USES])
    assert encoder.calls == [4]
    assert {occurrence.sense for occurrence in stack.occurrences} == {"mine"}


def test_other_weights_and_another_pooling_are_other_vectors(tmp_path):
    store, encoder, retrained = VectorStore(tmp_path), Counting(), Counting("2")
    first = store.stack(encoder, USES)
    store.stack(retrained, USES)
    assert retrained.calls == [4]
    assert not np.array_equal(store.stack(encoder, USES, pooling="last").vectors, first.vectors)


def test_which_sentences_were_cut_is_kept(tmp_path):
    store = VectorStore(tmp_path)
    assert store.stack(Counting(), USES).cut_rows == (1,)
    assert store.stack(Counting(), (USES[2], USES[1])).cut_rows == (1,)
    assert store.stack(Counting(), USES[2:]).cut == 0


def test_no_occurrence_is_an_empty_stack(tmp_path):
    assert VectorStore(tmp_path).stack(Counting(), ()).vectors.shape == (2, 0, 3)


def test_memory_is_bounded_and_the_oldest_goes_first(tmp_path):
    row = 2 * 3 * 4
    store, encoder = VectorStore(tmp_path, limit_bytes=2 * row), Counting()
    assert store.stack(encoder, USES).vectors.shape == (2, 4, 3)
    store.stack(encoder, USES[2:])
    assert encoder.calls == [4]
    store.stack(encoder, USES[:1])
    assert encoder.calls == [4, 1]


def test_what_has_no_vector_is_named_by_its_position(tmp_path):
    store, encoder = VectorStore(tmp_path), Counting()
    store.stack(encoder, USES[:2])
    mixed = (USES[0], UNKNOWN, USES[2], UNKNOWN)
    with pytest.raises(TargetError) as caught:
        store.stack(encoder, mixed)
    assert set(caught.value.failures) == {1, 3}
    stack, without = store.available(encoder, mixed)
    assert stack.occurrences == (USES[0], USES[2])
    assert set(without) == {1, 3}


def test_threads_that_want_the_same_encode_it_once(tmp_path):
    store, encoder, start = VectorStore(tmp_path), Counting(), Barrier(4)

    def ask():
        start.wait()
        store.stack(encoder, USES)

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert encoder.calls == [4]


def test_the_reference_mean_is_over_what_has_a_vector(tmp_path):
    store = VectorStore(tmp_path, reference=lambda language: (*USES, UNKNOWN) if language == "ko" else (UNKNOWN,))
    mean = store.reference_mean(Counting(), "ko")
    assert mean == pytest.approx(Counting().encode(USES).vectors.mean(axis=1))
    assert mean.dtype == np.float32
    with pytest.raises(ExplorerError) as caught:
        store.reference_mean(Counting(), "en")
    assert caught.value.key == "no_reference"


@pytest.fixture
def ready(tmp_path):
    readymade.write(Counting().encode(USES), tmp_path)
    return tmp_path


def test_ready_made_vectors_come_before_any_encoder(ready):
    stack = VectorStore(ready).stack(Absent(), USES[::-1])
    whole = Counting().encode(USES)
    assert stack.vectors == pytest.approx(whole.vectors[:, ::-1], rel=1e-3, abs=1e-4)
    assert stack.vectors.dtype == np.float32
    assert stack.spill == whole.spill[::-1]
    assert stack.cut_rows == (2,)


def test_an_edited_sentence_is_never_served_by_its_old_vector(ready):
    encoder = Counting()
    edited = Occurrence.from_bracketed("[배]를 몰았다", id=USES[0].id)
    VectorStore(ready).stack(encoder, (USES[1], edited))
    assert encoder.calls == [1]
    with pytest.raises(ExplorerError) as caught:
        VectorStore(ready).stack(Absent(), (edited,))
    assert caught.value.key == "packaged_absent"


def test_stacks_of_other_weights_are_made_anew(ready):
    encoder = Counting("2")
    VectorStore(ready).stack(encoder, USES)
    assert encoder.calls == [4]


def test_a_damaged_file_is_as_good_as_none(ready):
    path = next(ready.iterdir())
    path.write_bytes(path.read_bytes()[:100])
    encoder = Counting()
    VectorStore(ready).stack(encoder, USES)
    assert encoder.calls == [4]
