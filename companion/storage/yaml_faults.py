"""Explains why a file is not valid YAML: the kind of fault and its place, in plain words.

The libraries (libyaml, and PyYAML where that is missing) say it in English, and of their own workings. What they say is
only looked at to tell the kind; a kind that is not known here keeps its place, and says no more.
"""

from dataclasses import dataclass
from typing import Any

import yaml
from yaml.reader import Reader

from companion.errors import Malformed
from companion.words import N_, Text


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of fault, and words by which the library's message shows it.

    `is_told_at_its_beginning`: the useful place is where the faulty thing begins, not where the library gave up, which
    may be the end of the file.
    """

    libraries_say: str
    words: str
    is_told_at_its_beginning: bool = False


_TAB = N_("there is a tab here: indent lines with spaces")
_ENDLESS = N_("a text in quotes begins here and does not end")
_BACKSLASH = N_("this use of the backslash is not valid")
_NOT_TAKEN = N_("this word has a meaning in YAML that is not accepted here: put the text in quotes")
_OUT_OF_PLACE = N_("this is not allowed here: check the indentation, and the quotes before it")
_ODD = N_("this part is not written as YAML requires")
_KINDS = (
    _Kind(
        "mapping values are not allowed",
        N_(
            "a colon is not allowed here: put a text that contains a colon in quotes, or check the indentation"
        ),
    ),
    _Kind(
        "sequence entries are not allowed",
        N_("a list cannot begin here: it stands on lines of its own, below its name"),
    ),
    _Kind("could not find expected ':'", N_("a colon is missing after this word"), True),
    _Kind("cannot start any token", N_("nothing can begin with this character: put the text in quotes")),
    _Kind("tab character", _TAB),
    _Kind("unexpected end of stream", _ENDLESS, True),
    _Kind("unexpected document", _ENDLESS, True),
    _Kind("escape", _BACKSLASH),
    _Kind("hexdecimal", _BACKSLASH),
    _Kind("hexadecimal", _BACKSLASH),
    _Kind("',' or ']'", N_("a list begins here that is not closed, or lacks a comma"), True),
    _Kind("',' or '}'", N_("an object begins here that is not closed, or lacks a comma"), True),
    _Kind("node content", N_("a value should begin here")),
    _Kind(
        "undefined alias", N_("this refers to a name that nothing in the file has: put the text in quotes")
    ),
    _Kind("another document", N_("a second document begins here: a file holds one")),
    _Kind("second occurrence", N_("the name after the & is used here for the second time")),
    _Kind("constructor for the tag", _NOT_TAKEN),
    _Kind("tag handle", _NOT_TAKEN),
    _Kind("expected a scalar node", _NOT_TAKEN),
    _Kind("expected a sequence node", _NOT_TAKEN),
    _Kind("<document start>", N_("there is text after the end")),
    _Kind("expected key", _OUT_OF_PLACE),
    _Kind("'-' indicator", _OUT_OF_PLACE),
    _Kind("<block end>", _OUT_OF_PLACE),
)


def fault_of(problem: yaml.MarkedYAMLError, words: str) -> Malformed:
    """Return the fault that the library's message describes."""
    mark = problem.problem_mark or problem.context_mark
    kind = next((kind for kind in _KINDS if kind.libraries_say in str(problem.problem)), None)
    if kind is not None and kind.is_told_at_its_beginning:
        mark = problem.context_mark or mark
    said = _ODD if kind is None else kind.words
    if mark is None:
        return no_yaml(Text(said))
    if words[mark.index : mark.index + 1] == "\t":
        said = _TAB
    return _placed(Text(said), mark.line, mark.column)


def not_taken(node: yaml.Node) -> Malformed:
    """Return the message for a YAML tag (`!!map`) before a value that cannot have it."""
    return _placed(Text(_NOT_TAKEN), node.start_mark.line, node.start_mark.column)


def unreadable_sign(words: str) -> Malformed:
    """Return the message for text whose characters YAML could not even read."""
    said = Text("this character cannot be part of a text")
    found = Reader.NON_PRINTABLE.search(words)
    if found is None:
        return no_yaml(said)
    before = words[: found.start()]
    return _placed(said, before.count("\n"), len(before) - before.rfind("\n") - 1)


def no_yaml(problem: Text) -> Malformed:
    """Return the whole sentence."""
    return Malformed("", Text("this is not YAML: {problem}", problem=problem))


def at(mark: Any, problem: Text) -> Malformed:
    """Return a fault with the line number from the library's mark, if there is one."""
    if mark is None:
        return Malformed("", problem)
    return Malformed("", Text("line {line}: {problem}", line=mark.line + 1, problem=problem))


def _placed(problem: Text, line: int, column: int) -> Malformed:
    """Return a fault with its place; the library counts from 0, an editor from 1."""
    return no_yaml(
        Text("{problem} (line {line}, column {column})", problem=problem, line=line + 1, column=column + 1)
    )
