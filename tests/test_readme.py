"""The READMEs say what is: links lead somewhere, commands parse, Python names exist, in both languages the same."""

import ast
import re
import shlex
from pathlib import Path

import pytest

import explorer
from explorer.__main__ import commands, parser

ROOT = Path(__file__).parents[1]
PAGES = sorted(ROOT.glob("*.md"))
READMES = [ROOT / "README.md", ROOT / "README.ko.md"]


def text(page):
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_or_a_heading(page):
    headings = {re.sub(r"[^\w\- ]", "", line.lstrip("# ")).lower().replace(" ", "-") for line in text(page).split("\n")}
    for target in map("".join, re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", text(page))):
        if target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert target.startswith("https://") or (ROOT / target).is_file(), target


def lines_of_commands(page):
    return re.findall(r"^\.venv/bin/python -m explorer (?!\.)(.+)$", text(page), re.MULTILINE)


def test_both_readmes_name_the_same_commands_and_pictures():
    english, korean = READMES
    assert lines_of_commands(english) == lines_of_commands(korean)
    shown = [re.findall(r"screenshots/(\w+)\.\w+\.webp", text(page)) for page in READMES]
    assert shown[0] == shown[1] and len(set(shown[0])) > 4


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.name)
def test_every_command_is_one(page):
    known = commands()
    named = {parser(known).parse_args(shlex.split(line)).command for line in lines_of_commands(page)}
    assert named == set(known)


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.name)
def test_every_python_name_is_there(page):
    (code,) = re.findall(r"```python\n(.*?)```", text(page), re.DOTALL)
    names = {
        node.attr
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "explorer"
    }
    assert len(names) > 8 and names <= set(explorer.__all__)


def test_figures_of_both_readmes_are_the_same():
    numbers = [re.findall(r"\d\.\d\d+", "\n".join(re.findall(r"^\|.*$", text(page), re.MULTILINE))) for page in READMES]
    assert numbers[0] == numbers[1]
