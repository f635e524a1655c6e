from explorer.analysis.compare import layered_views
from explorer.analysis.neighbours import nearest_occurrences, nearest_words
from explorer.encoders.catalog import open_encoder
from explorer.lexicon import bundled
from explorer.store import VectorStore

USES = bundled.occurrences("ko", "eunhaeng")


def test_neighbours_come_nearest_first_and_never_the_sentence_itself():
    view = layered_views(VectorStore(), open_encoder("e5-small"), USES)[11]
    found = nearest_occurrences(view, USES, 0, 5)
    assert len(found) == 5 and USES[0] not in [n.occurrence for n in found]
    cosines = [n.cosine for n in found]
    assert cosines == sorted(cosines, reverse=True)


def test_all_uses_are_equally_near_in_a_static_space():
    view = layered_views(VectorStore(), open_encoder("word2vec-ko"), USES)[0]
    assert {round(n.cosine, 9) for n in nearest_occurrences(view, USES, 3, 40)} == {1.0}


def test_words_near_a_static_vector_are_words_and_a_deep_encoder_has_none():
    near = nearest_words(open_encoder("word2vec-ko"), "은행", 8)
    assert near is not None and len(near) == 8
    assert "은행" not in dict(near)
    assert nearest_words(open_encoder("e5-small"), "은행") is None
