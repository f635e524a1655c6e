"""The one error that a person sees: a sentence in the reader's language that says what to do.

It carries a key of `explorer/language` and the values to fill in, not a text, so that the
edge (a screen, the command line) renders it in Korean or English.
"""

from explorer.language import Say, text


class ExplorerError(Exception):
    """Something a person can act on.

    `key` names a sentence in the section `errors` of `explorer/language`; `values` fill its
    placeholders. `str(error)` is the English sentence.
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return self.say(text)

    def say(self, say: Say) -> str:
        """Render with a function `say(key, **values)`, as `explorer.language.text` or one bound to a language."""
        values = {name: v.say(say) if isinstance(v, ExplorerError) else v for name, v in self.values.items()}
        return say(f"errors.{self.key}", **values)
