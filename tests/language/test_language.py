import ast
import re
import string
from pathlib import Path

import pytest

from explorer.errors import ExplorerError
from explorer.language import LANGUAGES, catalogue, speaker, text

ROOT = Path(__file__).parents[2]
HANGUL = re.compile(r"[가-힣]")


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_both_languages_say_the_same_things():
    korean, english = catalogue("ko"), catalogue("en")
    assert korean.keys() == english.keys()
    for key in korean:
        assert placeholders(korean[key]) == placeholders(english[key]), key


def test_korean_is_korean_and_english_is_english():
    for key, value in catalogue("ko").items():
        letters = re.sub(r"\{[^}]*\}", "", value)
        assert HANGUL.search(letters) or not re.search(r"[A-Za-z]{4,} [A-Za-z]{2,}", letters), key
    for key, value in catalogue("en").items():
        assert value.strip() == value, key


def constant_keys() -> set[tuple[str, str]]:
    """Keys that stand in the source as they are: `say("room.name")`, `ExplorerError("name")`."""
    found: set[tuple[str, str]] = set()
    for path in [*(ROOT / "explorer").rglob("*.py"), ROOT / "app.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            key = node.args[0].value
            if name in ("say", "words", "text") and isinstance(key, str) and re.fullmatch(r"[a-z_]+\.[\w.-]+", key):
                found.add((key, path.name))
            elif name == "ExplorerError" and isinstance(key, str):
                found.add((f"errors.{key}", path.name))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_the_source_has_a_text(language):
    keys = constant_keys()
    assert len(keys) > 30
    missing = {(key, place) for key, place in keys if key not in catalogue(language)}
    assert not missing


def test_screens_hold_no_words_of_their_own():
    for path in (ROOT / "explorer" / "screens").glob("*.py"):
        assert not HANGUL.search(path.read_text(encoding="utf-8")), path.name


def test_what_a_person_typed_is_never_read_as_a_template():
    typed = "{0} {sentence} {__class__}"
    error = ExplorerError("no_bracket", sentence=typed)
    assert typed in str(error)
    assert typed in error.say(speaker("ko"))


def test_a_missing_key_is_loud():
    with pytest.raises(KeyError):
        text("no.such.key")
