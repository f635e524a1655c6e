"""An encoder looks the same whichever others are drawn beside it."""

from explorer.figures.encoder_marks import encoder_marks

KNOWN = ("word2vec-ko", "fasttext-ko", "glove-ko", "elmo-ko", "bert-ko", "e5-small")


def test_a_known_encoder_keeps_its_mark():
    for theme in ("light", "dark"):
        every = encoder_marks([*KNOWN, "mine", "yours"], theme)
        assert len(set(every.values())) == 8
        for chosen in (["bert-ko"], ["mine", "bert-ko", "elmo-ko"], ["e5-small", "bert-ko", "word2vec-ko"]):
            drawn = encoder_marks(chosen, theme)
            assert list(drawn) == chosen
            assert all(drawn[id] == every[id] for id in chosen)


def test_models_with_layers_differ_in_colour_and_shape():
    drawn = encoder_marks(["mine", "elmo-ko", "bert-ko", "e5-small", "yours"], "light").values()
    assert len({mark.colour for mark in drawn}) == len({mark.symbol for mark in drawn}) == 5
    assert encoder_marks([], "light") == {}
