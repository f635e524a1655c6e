"""What can be wrong with data that someone wants to probe, each with a key that another program can translate."""

from types import MappingProxyType

SENTENCES = MappingProxyType(
    {
        "length": "{what} has {got} entries, but there are {expected} items. Give one for each item.",
        "labels_missing": "{n} items have no label, the first at row {row}. Label them or leave them out.",
        "one_class": "All items have the label “{label}”. A probe needs two labels or more.",
        "one_class_within": "All items of “{stratum}” have the label “{label}”. Leave it out or label a second one.",
        "few_items": "There are {n} items, too few to train, tune and test a probe. Give at least {least}.",
        "small_class": "The label “{label}” stands in {n} group of sentences only, so it cannot be both learned "
        "and tested. Leave it out or add sentences.",
        "few_groups": "The items fall into {n} groups that must stay together; the three parts need {least}.",
        "types_needed": "The control or split of “{task}” needs the type (the word or form) of every item.",
        "parts_needed": "The published split of “{task}” needs the part of every item: train, development or test.",
        "part_unknown": "“{part}” is not a part of a split. Use train, development or test.",
        "part_empty": "The {part} part of the split has no items.",
        "leak": "“{group}” stands in two parts of the published split. Leave it out of one of them.",
        "shape": "The vectors of layer “{layer}” have shape {shape}; {expected} items need [item, dimension].",
        "not_finite": "The vector of item {row} at layer “{layer}” holds NaN or infinity. Encode or drop it.",
        "no_layers": "There is no layer to probe.",
        "no_strengths": "There is no regularisation to choose from. Give at least one positive number.",
        "setting": "{name} is {value}; it must be {expected}.",
        "unpaired": "The two results are of different items or different splits, so they cannot be compared in pairs.",
    }
)


class ProbeError(ValueError):
    """Something about the data or settings that a person can mend.

    `key` names a sentence of SENTENCES, `values` fill its placeholders; `str(error)` is that sentence in English.
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return SENTENCES[self.key].format(**self.values)
