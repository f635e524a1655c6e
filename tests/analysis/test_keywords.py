from explorer.analysis.keywords import content_words, keywords
from explorer.lexicon import bundled
from explorer.occurrences import Occurrence


def by_sense(language, word):
    groups = {}
    for use in bundled.occurrences(language, word):
        groups.setdefault(use.sense, []).append(use)
    return groups


def test_words_that_label_a_sense_come_from_its_sentences():
    groups = by_sense("ko", "bae")
    found = keywords(groups)
    assert set(found) == set(groups)
    for sense, labelled in found.items():
        assert labelled.n == len(groups[sense])
        for word in labelled.words:
            holding = [use for use in groups[sense] if word.lemma in content_words(use)]
            assert word.inside == len(holding) >= 2 and word.z > 0
    assert "바다" in {word.lemma for word in found["bae.ship"].words}


def test_the_target_is_no_keyword_and_a_word_of_all_groups_labels_none():
    same = [Occurrence.from_bracketed("[배]가 항구에 있다."), Occurrence.from_bracketed("[배]가 항구를 떠났다.")]
    found = keywords({"a": same, "b": same})
    assert not any(word.lemma == "배" for labelled in found.values() for word in labelled.words)
    assert all(abs(word.z) < 1e-9 for labelled in found.values() for word in labelled.words)


def test_english_words_are_taken_without_function_words():
    found = keywords(by_sense("en", "bank"))
    words = {word.lemma for labelled in found.values() for word in labelled.words}
    assert words and not words & {"the", "of", "bank"}
