"""Takes typed plays at a watched table: anything that camera and tower may report can be typed too.

    2                   the second of a question's options; 0: none of these
    ok                  the table is right as it is, where it differs from the match
    call                calls a referee of the hall, or takes the call back
    hint                a hint for who has to choose; again: more of it
    help                one example of each kind of play that is possible now
    pin 2580            allows what was asked for last and is locked
    move R2 to=a17      a play, in notation or as JSON: see `notation`; in French J9 is taken for Y9

Nobody waits for who types: what has come is taken when the table is looked at.
"""

import os
import select
import sys
from collections.abc import Callable, Iterator, Sequence
from secrets import token_hex

from companion.errors import Malformed
from companion.match import Match
from companion.notation import names_from, names_in, parsed, written
from companion.play import MATCH_PLAYS, Play, parse_play, write_play
from companion.reading.answer import Desync, TableQuestion
from companion.rules.games import GAMES
from companion.session.inbox import (
    CALL_BYTES,
    HintRequest,
    Item,
    LeaveGiven,
    PlayIntent,
    QuestionAnswer,
    RefereeCall,
    TableApproval,
)
from companion.session.session_event import DifferenceEvent, LeaveAsked, QuestionEvent, SessionEvent
from companion.storage import strict_json
from companion.words import Text, clauses

RIGHT = "ok"
CALL = ("call", "appel")
HINT = ("hint", "conseil")
HELP = ("help", "aide", "?")
PIN = "pin"
BY = "typed"
"""As whose word a play is kept."""
_CHUNK = 65_536
_LONGEST_LINE = 100_000
"""Characters of a line that is still waited for: no play comes near it."""


class TypedInput:
    """The typed input for one match."""

    def __init__(
        self,
        game: str,
        lines: Callable[[], Iterator[bytes]],
        language: str = "en",
        *,
        has_hall: bool = False,
        possible: Callable[[], Sequence[Play]] = tuple,
        pin_refused: Callable[[str], Text | None] | None = None,
    ) -> None:
        """`lines` returns the new lines since its last call; plays may name pieces as their tokens do.

        `possible` returns the plays that `help` names. `has_hall`: the table tells a hall of its match, which has referees.
        `pin_refused` returns why digits do not open what is locked; None: they do.
        """
        self._kinds = {**GAMES[game].play_kinds, **MATCH_PLAYS}
        self._names = names_from(language, GAMES[game].spoken)
        self._names_told = names_in(language, GAMES[game].spoken)
        self._lines = lines
        self._question: TableQuestion | None = None
        self._desync: Desync | None = None
        self._possible = possible
        self._has_hall = has_hall
        self._is_calling = False
        self._pin_refused = pin_refused
        self._locked: LeaveAsked | None = None

    def hear(self, told: SessionEvent) -> None:
        """Remember the open question, which a typed number answers."""
        match told:
            case QuestionEvent(question):
                self._question = question
            case DifferenceEvent(desync):
                self._desync = desync
            case LeaveAsked():
                self._locked = told
            case _:
                pass

    def items(self) -> Iterator[Item | Text]:
        """Yield the typed items, and the reason for each line that is not understood."""
        for line in self._lines():
            words = line.decode("utf-8", "replace").strip()
            if words.lower() in CALL:
                yield from self._call()
            elif words.lower() in HINT:
                yield HintRequest()
            elif words.lower() in HELP:
                yield self._help()
            elif words.lower().split(" ")[0] == PIN:
                yield self._allowed(words[len(PIN) :].strip())
            elif words:
                yield self._item(words)

    def _allowed(self, digits: str) -> Item | Text:
        locked = self._locked
        if locked is None or not locked.opens_with_pin or self._pin_refused is None:
            return Text("nothing waits for the PIN")
        refused = self._pin_refused(digits)
        if refused is None:
            self._locked = None
        return refused or LeaveGiven(locked.number)

    def _call(self) -> Iterator[Item | Text]:
        if not self._has_hall:
            yield Text("this table belongs to no hall: there is no referee to call")
            return
        self._is_calling = not self._is_calling
        if self._is_calling:
            yield RefereeCall(token_hex(CALL_BYTES))
            yield Text(
                "a referee of the hall is called; type {word} again when nobody is needed", word=CALL[0]
            )
        else:
            yield RefereeCall(None)
            yield Text("nobody is called any more")

    def _help(self) -> Text:
        plays = [
            Text("{play}", play=written(self._kinds, write_play(play), self._names_told))
            for play in self._possible()
        ]
        if not plays:
            return Text("no play is possible now")
        return Text("you can type, for example: {plays}", plays=clauses(plays))

    def _item(self, words: str) -> Item | Text:
        if words.isdecimal():
            return self._answer(int(words))
        if words.lower() == RIGHT:
            if self._desync is None:
                return Text("table and match agree: {word} has nothing to confirm", word=RIGHT)
            return TableApproval(self._desync.key)
        try:
            said = (
                parsed(self._kinds, words, self._names) if words[:1].isalpha() else strict_json.parse(words)
            )
        except Malformed as problem:
            return problem.message
        if not isinstance(said, dict):
            return Text("this is not a play")
        return PlayIntent(parse_play(self._kinds, said), source=BY, said=said)

    def _answer(self, number: int) -> Item | Text:
        question = self._question
        if question is None:
            return Text("there is no question now")
        if number > len(question.options):
            return Text("type a number from 0 to {most}, not {got}", most=len(question.options), got=number)
        return QuestionAnswer(question.key, number - 1 if number else None)


def one_of_each_kind(match: Match) -> list[Play]:
    """Return one play of each kind that the match waits for, of the first seat that can make it."""
    found: dict[str, Play] = {}
    for waited in match.expects():
        for kind in waited.plays:
            offered = [] if kind in found else match.rules.options(match.state, waited.seat, kind)
            if offered:
                found[kind] = offered[0]
    return list(found.values())


class StandardInput:
    """Yields the lines of standard input as they come; none without an input, or while another job has the terminal."""

    def __init__(self) -> None:
        try:
            self._handle: int | None = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            self._handle = None
        self._begun = b""

    def __call__(self) -> Iterator[bytes]:
        while self._handle is not None and self._has_come(self._handle):
            data = os.read(self._handle, _CHUNK)
            if not data:
                self._handle = None
            *lines, self._begun = (self._begun + data).split(b"\n")
            if self._handle is None or len(self._begun) > _LONGEST_LINE:
                lines, self._begun = [*lines, self._begun], b""
            yield from lines

    @staticmethod
    def _has_come(handle: int) -> bool:
        try:
            # Who reads from a terminal that another job has is stopped.
            if os.isatty(handle) and os.tcgetpgrp(handle) != os.getpgrp():
                return False
            return bool(select.select([handle], [], [], 0)[0])
        except (OSError, ValueError):
            return False
