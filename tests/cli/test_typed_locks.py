"""What is locked at a table that is watched in a terminal: the line after it opens it with the PIN, and nothing else does."""

import io
import json
from collections.abc import Iterator

import pytest

from companion.cli.live.narration import JsonNarrator, TextNarrator
from companion.cli.live.typed import TypedInput
from companion.cli.paper import TerminalPaper
from companion.ids import MatchId
from companion.locks import Freedom, Locks, TableLocks
from companion.match import Match
from companion.play import Undo
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll
from companion.session.inbox import PlayIntent
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.storage.shipped_data import demonstrations
from companion.timers import Clocks
from companion.words import Text, translate


class Terminal:
    """A watched match of Lignes whose undo asks the referee, and what is typed and printed."""

    def __init__(self, language: str = "en") -> None:
        setup, cards = demonstrations("lignes")["demo-match"]
        locks = TableLocks(Locks(undo=Freedom.ASKS), has_pin=True)
        match = Match(GAMES["lignes"], setup, cards)
        self.controller = MatchController(MatchId("m"), match, None, Clocks(()), Kept(locks=lambda: locks))
        self.controller.take(PlayIntent(KickoffRoll(3)), 0)
        self.lines: list[bytes] = []
        self.out = io.StringIO()
        self.typed = TypedInput("lignes", self._new_lines, language, pin_refused=_refused)
        paper = TerminalPaper(self.out, language, width=100, coloured=False)
        self.saying = TextNarrator(match, paper, language, None, can_type=True)

    def _new_lines(self) -> Iterator[bytes]:
        lines, self.lines = self.lines, []
        return iter(lines)

    def type(self, line: str) -> list[str]:
        """Type a line; return why it was not taken."""
        self.lines.append(line.encode())
        refused = []
        for item in self.typed.items():
            if isinstance(item, Text):
                refused.append(translate(item, "en"))
                continue
            for told in self.controller.take(item, 0):
                self.typed.hear(told)
                self.saying.tell(told)
        return refused

    @property
    def plays(self) -> int:
        return len(self.controller.match.entries)


def _refused(digits: str) -> Text | None:
    return None if digits == "2580" else Text("that is not the PIN")


@pytest.mark.parametrize(("language", "says"), [("en", "with the PIN"), ("fr", "avec le code")])
def test_a_locked_undo_says_what_to_type_and_is_done_after_it(language: str, says: str) -> None:
    terminal = Terminal(language)
    assert terminal.type("undo") == []
    assert terminal.plays == 1
    assert says in " ".join(terminal.out.getvalue().split())
    assert "pin 2580" in terminal.out.getvalue()
    assert terminal.type("pin 1111") == ["that is not the PIN"]
    assert terminal.plays == 1
    terminal.type("pin 2580")
    assert terminal.plays == 0


def test_a_pin_that_nothing_waits_for_opens_nothing() -> None:
    terminal = Terminal()
    assert terminal.type("pin 2580") == ["nothing waits for the PIN"]
    terminal.type("undo")
    terminal.type("pin 2580")
    assert terminal.type("pin 2580") == ["nothing waits for the PIN"], "it is good for one thing"


def test_programs_read_what_is_locked_as_json() -> None:
    terminal, out = Terminal(), io.StringIO()
    narrator = JsonNarrator(terminal.controller.match, out, "en")
    for one in terminal.controller.take(PlayIntent(Undo()), 0):
        narrator.tell(one)
    assert json.loads(out.getvalue())["locked"]["act"] == "undo"
