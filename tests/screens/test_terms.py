"""Every term has a name and one plain sentence in both languages."""

from explorer.language import LANGUAGES, catalogue


def keys(language, table):
    return {key.rpartition(".")[2] for key in catalogue(language) if key.startswith(f"terms.{table}.")}


def test_a_term_is_one_sentence():
    for language in LANGUAGES:
        assert keys(language, "name") == keys(language, "meaning")
        for name in keys(language, "meaning"):
            sentence = catalogue(language)[f"terms.meaning.{name}"]
            assert sentence.endswith(".") and len(sentence) < 170, name
