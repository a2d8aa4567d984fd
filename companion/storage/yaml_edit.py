"""Changes some cards of a YAML file and leaves all other lines and comments as they are.

Cards are found by the lines where they stand. What comes out is read again, and must be exactly the data that was
wanted; where it is not (everything on one line, references between cards), the file is written anew, without comments.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from companion.errors import CompanionError, Malformed
from companion.rules.engine import Json
from companion.storage import yaml_text
from companion.words import Text

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
        cards = _cards_node(yaml.compose(text, Loader=yaml_text.FastLoader))
    except (yaml.YAMLError, RecursionError, _TooOdd):
        return []
    return [node.start_mark.line + 1 for node in cards.value]


class _TooOdd(Exception):
    """The file's lines cannot be changed one by one."""


def _parsed(text: str) -> Any:
    try:
        return yaml_text.parse(text.encode())
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
    root = yaml.compose(text, Loader=yaml_text.FastLoader)
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
    root: Any = yaml.compose(text, Loader=yaml_text.FastLoader)
    at = next(key.start_mark.line for key, _ in root.value if key.value == CARDS)
    return "".join([*lines[:at], words, *lines[at:]])
