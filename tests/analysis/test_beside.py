from explorer.analysis.beside import uses_in_bundled


def test_a_word_without_sentences_is_found_in_those_of_others():
    found = uses_in_bundled("ko", "과일")
    assert found and all(use.form == "과일" and use.word == use.sense == "과일" for use in found)
    assert len({use.id for use in found}) == len(found)
    assert len(uses_in_bundled("ko", "사람", 7)) == 7


def test_a_word_that_no_sentence_has_is_not_found():
    assert uses_in_bundled("ko", "뷁뷁") == ()
