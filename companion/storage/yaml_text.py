"""YAML that people write: parses it into the data that JSON knows, explains its faults, and changes parts of a file.

YAML 1.1 reads a bare `NO` as false, `on` as true, `1:30` as 90 and `2024-05-01` as a day. Here such a word is an
error that names the line and says to put it in quotes. A key that stands twice, and a reference to a thing that
holds itself, are errors too.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.reader import Reader

from companion.errors import CompanionError, Malformed
from companion.rules.engine import Json
from companion.storage.strict_json import DEEPEST, LONGEST_NUMBER, too_deep
from companion.words import N_, Text

# --- yaml faults
# Explains why a file is not valid YAML: the kind of fault and its place, in plain words.
#
# The libraries (libyaml, and PyYAML where that is missing) say it in English, and of their own workings. What they
# say is only looked at to tell the kind; a kind that is not known here keeps its place, and says no more.


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


# --- yaml text

MOST_VALUES = 1_000_000
"""Values in one file, counted as often as they are referred to: a few lines of references can stand for billions."""

FastLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(FastLoader):  # type: ignore[misc]
    """Makes only values that JSON has; YAML itself refuses every other tag."""

    yaml_constructors: dict[Any, Any] = {}  # noqa: RUF012


def parse(text: bytes) -> Any:
    """Read the data of a YAML file. Raises `Malformed`, whose place is a line."""
    try:
        words = text.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Malformed("", Text("this text is not in UTF-8")) from problem
    try:
        _check_depth(words)
        data = yaml.load(words, Loader=_Loader)  # noqa: S506 it builds on the safe one
    except yaml.MarkedYAMLError as problem:
        raise fault_of(problem, words) from problem
    except yaml.YAMLError as problem:
        raise unreadable_sign(words) from problem
    except RecursionError as problem:
        raise too_deep() from problem
    _check_size(data)
    return data


def _check_depth(words: str) -> None:
    """Check that the text is not nested too deeply, before YAML builds its data by recursion."""
    depth = 0
    for event in yaml.parse(words, Loader=FastLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise too_deep()
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _check_size(data: Any) -> None:
    level, seen = [data], 0
    for _ in range(DEEPEST + 1):
        inside: list[Any] = []
        for holder in level:
            if isinstance(holder, dict | list):
                seen += len(holder)
                if seen > MOST_VALUES:
                    raise Malformed("", Text("this holds more than {most} values", most=MOST_VALUES))
                inside.extend(holder.values() if isinstance(holder, dict) else holder)
        if not inside:
            return
        level = inside
    raise too_deep()


def _quote_it(node: Any, meaning: Text) -> Malformed:
    if not isinstance(node, yaml.ScalarNode):
        return not_taken(node)
    return at(
        node.start_mark,
        Text(
            "YAML reads a bare {word} as {meaning}: put it in quotes",
            word=str(node.value)[:40],
            meaning=meaning,
        ),
    )


def _read_bool(_loader: Any, node: Any) -> bool:
    word = str(node.value).lower()
    if word not in ("true", "false"):
        truth = word in ("yes", "on", "y")
        raise _quote_it(node, Text("true") if truth else Text("false"))
    return word == "true"


def _read_int(_loader: Any, node: Any) -> int:
    digits = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
    if len(digits) > LONGEST_NUMBER:
        raise at(node.start_mark, Text("a number of {digits} digits is too long", digits=len(digits)))
    plain = digits.lstrip("+-")
    if not (plain.isascii() and plain.isdigit()) or (plain[0] == "0" and len(plain) > 1):
        raise _quote_it(node, Text("another number"))
    return int(digits)


def _read_float(_loader: Any, node: Any) -> float:
    try:
        number = float(node.value)
    except (TypeError, ValueError) as problem:
        raise _quote_it(node, Text("a number")) from problem
    if not math.isfinite(number):
        raise at(node.start_mark, Text("the number {number} is too large", number=str(node.value)[:40]))
    return number


def _read_day(_loader: Any, node: Any) -> str:
    raise _quote_it(node, Text("a day"))


def _read_mapping(loader: Any, node: Any) -> Any:
    data: dict[str, Any] = {}
    yield data
    if not isinstance(node, yaml.MappingNode):
        raise not_taken(node)
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise at(key_node.start_mark, Text("a name before a colon is text: put it in quotes"))
        if key in data:
            raise at(key_node.start_mark, Text("{name} appears twice in one object", name=key[:40]))
        data[key] = loader.construct_object(value_node, deep=True)


_TAG = "tag:yaml.org,2002:"
for _name, _reader in (
    ("null", _Loader.construct_yaml_null),
    ("bool", _read_bool),
    ("int", _read_int),
    ("float", _read_float),
    ("timestamp", _read_day),
    ("str", _Loader.construct_yaml_str),
    ("seq", _Loader.construct_yaml_seq),
    ("map", _read_mapping),
):
    _Loader.yaml_constructors[_TAG + _name] = _reader
_Loader.yaml_constructors[None] = _Loader.construct_undefined


# --- yaml edit
# Changes some cards of a YAML file and leaves all other lines and comments as they are.
#
# Cards are found by the lines where they stand. What comes out is read again, and must be exactly the data that was
# wanted; where it is not (everything on one line, references between cards), the file is written anew, without
# comments.

WIDTH = 10_000
"""A text is never broken: it stays findable, and a line of an editor."""
LONGEST_FLOW = 90
"""Signs of fields that stand on one line, in braces."""
CARDS, TAGS = "cards", "tags"


class _Dumper(yaml.SafeDumper):
    """Writes YAML with indented lists and without aliases."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, indentless=False)

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:
        """Write cards, and all that does not fit on a line, with one field below the other."""
        node: yaml.MappingNode = super().represent_mapping(tag, mapping, flow_style)
        length = sum(len(str(part)) + 2 for pair in mapping.items() for part in pair)
        if "kind" in mapping or length > LONGEST_FLOW:
            node.flow_style = False
        return node


@dataclass(frozen=True, slots=True)
class Edited:
    """The new text of a file, and whether its comments are still there."""

    text: str
    keeps_comments: bool


def written_anew(data: Any) -> str:
    """Write data as a new YAML file. Raises `Malformed` for text that YAML cannot hold."""
    text: str = yaml.dump(
        data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=WIDTH
    )
    if _parsed(text) != data:
        raise Malformed("", Text("this contains characters that a YAML file cannot contain"))
    return text


def edited(text: str, before: Any, after: Any) -> Edited:
    """Change the text of a file so that it holds `after` instead of `before`.

    Both have the form of a catalogue or a bare list, and differ only in cards and tags. Raises `Malformed` for data
    that YAML cannot hold.
    """
    try:
        new = _with_changes(text, before, after)
    except (_TooOdd, yaml.YAMLError):
        new = None
    if new is not None and _parsed(new) == after:
        return Edited(new, keeps_comments=True)
    return Edited(written_anew(after), keeps_comments="#" not in text)


def first_lines(text: str) -> list[int]:
    """Return the line on which each card of a file begins, from 1; empty if it cannot be found out."""
    try:
        cards = _cards_node(yaml.compose(text, Loader=FastLoader))
    except (yaml.YAMLError, RecursionError, _TooOdd):
        return []
    return [node.start_mark.line + 1 for node in cards.value]


class _TooOdd(Exception):
    """The file's lines cannot be changed one by one."""


def _parsed(text: str) -> Any:
    try:
        return parse(text.encode())
    except (CompanionError, UnicodeEncodeError):
        return None


def _cards_node(root: Any) -> yaml.SequenceNode:
    node = root
    if isinstance(root, yaml.MappingNode):
        node = next((value for key, value in root.value if key.value == CARDS), None)
    if not isinstance(node, yaml.SequenceNode) or node.flow_style or not node.value:
        raise _TooOdd
    return node


def _with_changes(text: str, before: Any, after: Any) -> str:
    root = yaml.compose(text, Loader=FastLoader)
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += "\n"
    cards = _cards_node(root)
    old, new = _cards_in(before), _cards_in(after)
    if len(cards.value) != len(old):
        raise _TooOdd
    # From the bottom up, so that the lines above keep their numbers.
    changes = [(part, "") for part in _tags_lines(root, lines)] if _tags_differ(before, after) else []
    changes += _changed_cards(cards, lines, old, new)
    for (begin, end), words in sorted(changes, key=lambda change: change[0], reverse=True):
        lines[begin:end] = words.splitlines(keepends=True)
    return _with_tags("".join(lines), after) if _tags_differ(before, after) else "".join(lines)


def _cards_in(data: Any) -> list[Json]:
    cards: list[Json] = data if isinstance(data, list) else data[CARDS]
    return cards


def _tags_differ(before: Any, after: Any) -> bool:
    if isinstance(before, list) or isinstance(after, list):
        if type(before) is not type(after):
            raise _TooOdd
        return False
    return bool(before.get(TAGS) != after.get(TAGS))


def _changed_cards(
    cards: yaml.SequenceNode, lines: Sequence[str], old: Sequence[Json], new: Sequence[Json]
) -> list[tuple[tuple[int, int], str]]:
    """Compare cards by reference and return the changes with their lines; kept cards keep their order, new ones come last."""
    indent = cards.start_mark.column
    begins = [node.start_mark.line for node in cards.value]
    ends = [*begins[1:], cards.end_mark.line if cards.end_mark.column == 0 else cards.end_mark.line + 1]
    wanted = {card["ref"]: card for card in new if "ref" in card}
    changes = []
    for card, begin, end in zip(old, begins, ends, strict=True):
        kept = wanted.get(card["ref"]) if "ref" in card else card
        if kept != card:
            words = "" if kept is None else _set_in([kept], indent)
            changes.append(((begin, _last_line(lines, begin, end)), words))
    known = {card.get("ref") for card in old}
    added = [card for card in new if card.get("ref") not in known]
    if added:
        end = _last_line(lines, begins[-1], ends[-1])
        changes.append(((end, end), "".join(f"\n{_set_in([card], indent)}" for card in added)))
    return changes


def _last_line(lines: Sequence[str], begin: int, end: int) -> int:
    """Return the last line of a card, without the blank lines and comments below it, which belong to the next card."""
    while end > begin + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _set_in(data: Any, indent: int) -> str:
    words = yaml.dump(
        data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=WIDTH
    )
    return "".join(f"{' ' * indent}{line}" for line in words.splitlines(keepends=True))


def _tags_lines(root: Any, lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the lines of the tags; None in a file that has none yet."""
    keys = [key for key, _ in root.value]
    for n, key in enumerate(keys):
        if key.value == TAGS:
            end = keys[n + 1].start_mark.line if n + 1 < len(keys) else len(lines)
            return [(key.start_mark.line, _last_line(lines, key.start_mark.line, end))]
    return []


def _with_tags(text: str, after: Mapping[str, Any]) -> str:
    """Write the tags before the cards, where people see them."""
    if TAGS not in after:
        return text
    words = yaml.dump({TAGS: after[TAGS]}, Dumper=_Dumper, sort_keys=False, default_flow_style=False)
    lines = text.splitlines(keepends=True)
    root: Any = yaml.compose(text, Loader=FastLoader)
    at = next(key.start_mark.line for key, _ in root.value if key.value == CARDS)
    return "".join([*lines[:at], words, *lines[at:]])
