"""Reads scripts, which are matches as text: one JSON object a line, first the set-up, then plays and checks.

    {"game": GAME, ...}                          the set-up
    {"play": "attempt", "seat": "home", ...}     a play
    {"expect": {"ok": true, ...}}                a check of the output right before it

Blank lines and lines that begin with `#` are skipped. A play may also stand in its one-line notation, which begins
with a letter: `reveal away EN010-901`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.errors import Malformed, ScriptError
from companion.notation import names_from, parsed
from companion.play import MATCH_PLAYS
from companion.rules.engine import Rules
from companion.rules.games import GAMES
from companion.storage import strict_json
from companion.words import Text

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One object of a script, and its line number."""

    number: int
    data: Any

    @property
    def check(self) -> Any | None:
        """What this line expects, if it is a check."""
        if isinstance(self.data, dict) and "expect" in self.data and "play" not in self.data:
            return self.data["expect"]
        return None


def read_lines(raw: Iterable[bytes], game: Any = None, language: str = "en") -> Iterator[ScriptLine]:
    """Yield the objects of a script, line by line as they come.

    Without a `game` the set-up, which comes first, names it. A play in notation may name pieces as their tokens do, in
    `language`.

    Raises `ScriptError`.
    """
    for number, line in enumerate(raw, start=1):
        text = (line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line).strip()
        if not text or text.startswith(b"#"):
            continue
        rules = GAMES.get(game) if isinstance(game, str) else None
        data = _parse(text, number) if rules is None else _parse_play(rules, text, number, language)
        if game is None and isinstance(data, dict):
            game = data.get("game", "")
        if not isinstance(data, dict):
            raise _no_script(number, Text("each line must be a JSON object"))
        if "expect" in data and "play" not in data and not isinstance(data["expect"], dict):
            raise _no_script(number, Text("a check needs a JSON object"))
        yield ScriptLine(number, data)


def _parse(line: bytes, number: int) -> Any:
    try:
        return strict_json.parse(line, unique_keys=True)
    except Malformed as problem:
        raise _no_script(number, problem.message) from problem


def _parse_play(rules: Rules, line: bytes, number: int, language: str) -> Any:
    """Read a line of a match of this game: JSON, or a play in notation."""
    if not line[:1].isalpha():
        return _parse(line, number)
    try:
        names = names_from(language, rules.spoken)
        return parsed({**rules.play_kinds, **MATCH_PLAYS}, line.decode(), names)
    except UnicodeDecodeError as problem:
        raise _no_script(number, Text("this text is not in UTF-8")) from problem
    except Malformed as problem:
        raise _no_script(number, problem.message) from problem


def _no_script(number: int, problem: Text) -> ScriptError:
    return ScriptError(Text("line {number}: {problem}", number=number, problem=problem))


def read_setup(lines: Iterator[ScriptLine]) -> ScriptLine:
    """Read the set-up, which must come first. Raises `ScriptError`."""
    first = next(lines, None)
    if first is None:
        raise ScriptError(Text("there is no set-up in this file: a script begins with one, on line 1"))
    if "game" not in first.data:
        raise _no_script(first.number, Text('a script begins with its set-up: {"game": …}'))
    game = first.data["game"]
    if not isinstance(game, str) or game not in GAMES:
        known = ", ".join(GAMES)
        raise _no_script(
            first.number, Text("there is no game {game}; possible: {known}", game=str(game)[:40], known=known)
        )
    return first


def matches(want: Any, got: Any) -> bool:
    """Tell whether an output contains what a check expects.

    An object matches if every key it names matches; a list if its elements match elements of the other in the same
    order, others standing between or not; anything else must be equal.
    """
    if isinstance(want, dict):
        return isinstance(got, dict) and all(
            key in got and matches(item, got[key]) for key, item in want.items()
        )
    if isinstance(want, list):
        if not isinstance(got, list):
            return False
        rest = iter(got)
        return all(any(matches(item, other) for other in rest) for item in want)
    if isinstance(want, bool) or isinstance(got, bool):
        return want is got
    return bool(want == got)
