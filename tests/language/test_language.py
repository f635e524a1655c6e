import ast
import re
import string
from pathlib import Path

import pytest

from explorer.errors import ExplorerError
from explorer.josa import fitted
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


@pytest.mark.parametrize(
    ("word", "spoken"),
    [
        ("배", "배를 배가 배로"), ("은행", "은행을 은행이 은행으로"), ("말", "말을 말이 말로"),
        ("0.02", "0.02를 0.02가 0.02로"),
        ("1.00", "1.00을 1.00이 1.00으로"), ("0.7", "0.7을 0.7이 0.7로"), ("95%", "95%를 95%가 95%로"),
        ("E5-small", "E5-small을 E5-small이 E5-small로"), ("ELMo", "ELMo를 ELMo가 ELMo로"),
        ("눈 (雪)", "눈 (雪)을 눈 (雪)이 눈 (雪)으로"),
    ],
)  # fmt: skip
def test_a_particle_goes_with_the_word_before_it(word, spoken):
    assert " ".join(word + fitted(word, forms) for forms in ("을(를)", "이(가)", "(으)로")) == spoken


def test_only_our_own_gaps_are_filled():
    shown = speaker("ko")("errors.vectors_pickle", path="은행은(는)")
    assert "은행은(는)" in shown and "”은(는)" not in shown


def test_no_text_leaves_a_gap_behind_a_value():
    for key, template in catalogue("ko").items():
        if "%{" in template:  # filled in by Plotly
            continue
        names = placeholders(template)
        numbers = {name for _, name, spec, _ in string.Formatter().parse(template) if spec}
        for word, number in (("배", 2), ("눈", 1)):
            shown = text(key, "ko", **{name: number if name in numbers else word for name in names})
            assert not re.search(r"을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로|\(이\)[고나며라]", shown), key
