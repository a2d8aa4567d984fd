"""The match that a command plays: a new one, or one to continue."""

import argparse
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.cli.files import raw_lines
from companion.cli.options import way_on_told
from companion.cli.referee import ScriptLine, read_lines, read_setup
from companion.errors import CompanionError, ScriptError
from companion.ids import MatchId
from companion.session.match_controller import MatchController
from companion.storage.catalogue import SUFFIXES, read_as
from companion.storage.clocks import clocks_of
from companion.storage.places import Places
from companion.storage.settings import NOTHING_AGREED, AgreementStore, agreed_clocks_ms, with_agreed
from companion.table.opening import begun, resumed
from companion.table.recorded_match import match_of, open_store
from companion.timers import SECOND_MS
from companion.words import Text, clauses

_PLAYS_LEFT_OUT = Text(
    "a match begins with this set-up alone, and the plays that follow it in the file are not played; to go on after them, "
    "record them first with `companion referee --record FILE`, and then name the match with `--resume ID`"
)


_AGREED = Text(
    "house rules and clocks that the hall's office sent to this table are used instead of those of the file"
)

PROGRAM = "companion watch"


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """The match to play.

    `open_controller` makes its match controller, in the thread that will own it. `warns`: what people should know first.
    """

    open_controller: Callable[[], MatchController]
    game: str
    warns: Text | None = None


def plan_of(args: argparse.Namespace, where: Places) -> MatchPlan:
    """Return the plan that the options describe.

    Raises `CompanionError` for a refused set-up, before any camera is opened.
    """
    lengths = dict(map(_length, args.clock))
    if args.resume:
        with open_store(where) as store:
            header = store.header(args.resume)
            clocks_of(header.setup, lengths)
        return MatchPlan(lambda: _resumed(header.id, where, lengths, args.take_over), header.game)
    setup, has_plays = setup_of_file(args.setup)
    agreed = AgreementStore(where.agreements).load().get(str(setup.data.get("game")), NOTHING_AGREED)
    fresh = match_of(with_agreed(setup.data, agreed), where)
    lengths = {**agreed_clocks_ms(fresh.setup, agreed), **lengths}
    clocks_of(fresh.setup, lengths)
    told = [_PLAYS_LEFT_OUT] if has_plays else []
    told += [] if agreed == NOTHING_AGREED else [_AGREED]
    warns = clauses(told) if told else None
    return MatchPlan(lambda: begun(fresh, where, lengths, PROGRAM), fresh.rules.game, warns)


def _resumed(match: MatchId, where: Places, lengths: dict[str, int], is_taken_over: bool) -> MatchController:
    with way_on_told():
        return resumed(match, where, lengths, PROGRAM, is_taken_over=is_taken_over)


def setup_of_file(name: str) -> tuple[ScriptLine, bool]:
    """Return the set-up and whether plays follow it.

    The set-up is a file of its own, in YAML or JSON, or the first line of a script. Raises `CompanionError`.
    """
    if Path(name).suffix.lower() not in SUFFIXES:
        return _setup_of(read_lines(raw_lines(name)), name)
    try:
        data = read_as(Path(name), lambda data: data)
    except CompanionError:
        # The lines of a script are JSON: people write what `matches export --script` prints into a file of that name.
        with contextlib.suppress(CompanionError):
            return _setup_of(read_lines(raw_lines(name)), name)
        raise
    return _setup_of(iter((ScriptLine(1, data if isinstance(data, dict) else {}),)), name)


def _setup_of(lines: Iterator[ScriptLine], name: str) -> tuple[ScriptLine, bool]:
    try:
        return read_setup(lines), next(lines, None) is not None
    except ScriptError as problem:
        raise ScriptError(Text("{file}: {problem}", file=name, problem=problem.message)) from problem


def _length(words: str) -> tuple[str, int]:
    name, _, seconds = words.partition("=")
    if not name or not seconds.isdecimal():
        raise ScriptError(
            Text("a clock is given with its seconds, such as turn=120, not as {got}", got=words[:40])
        )
    return name, int(seconds) * SECOND_MS
