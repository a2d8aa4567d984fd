"""What the documents name is there: files, and the types of the glossary."""

import re

import pytest

from tests.architecture.test_layout import ROOT, text_of, tracked

DOCUMENTS = [
    name
    for name in tracked()
    if name.endswith(".md") and not name.startswith("docs/adr/") and name != "docs/changelog.md"
]
"""Decisions and the changelog tell of their own day."""
PLACEHOLDER = re.compile("GAME|DEVICE")
NAMED_FILE = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|kv|yaml|jsonl|md))`")
LINKED_FILE = re.compile(r"\]\(([^)#:]+?)(?:#[^)]*)?\)")
LINKED_HEADING = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
DEFINED = re.compile(r"^(?:class (?=\w+[:(])|(?=\w+ = ))(\w+)", re.MULTILINE)
TYPE = re.compile(r"^\| [^|]+ \| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_file_that_is_named_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    missing = [
        path
        for path in NAMED_FILE.findall(text)
        if not PLACEHOLDER.search(path)
        and not any((ROOT / room / path).exists() for room in ("", "companion", "docs"))
    ]
    assert not missing


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_link_leads_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    missing = [path for path in LINKED_FILE.findall(text) if not (ROOT / name).parent.joinpath(path).exists()]
    assert not missing


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_link_into_a_document_leads_to_a_heading(name: str) -> None:
    here = ROOT / name
    linked = LINKED_HEADING.findall(here.read_text(encoding="utf-8"))
    targets = [(here.parent / path if path else here, anchor) for path, anchor in linked]
    assert not [
        anchor for target, anchor in targets if anchor not in _anchors(target.read_text(encoding="utf-8"))
    ]


def test_each_type_of_the_glossary_is_there_once() -> None:
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    words = glossary.partition("## The program's words")[2].partition("\n## ")[0]
    named = [word for row in TYPE.findall(words) for word in re.findall(r"\w+", row)]
    defined: list[str] = []
    for path in tracked():
        if path.endswith(".py") and not path.startswith(("tests/", "docs/")):
            defined += DEFINED.findall(text_of(path))
    assert named
    assert not [word for word in named if defined.count(word) != 1]
