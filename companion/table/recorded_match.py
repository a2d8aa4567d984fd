"""Reopens recorded matches from their log."""

import contextlib
from collections.abc import Iterator, Sequence

from companion.errors import LogDamaged, NoSuchMatch, StorageError
from companion.event import MATCH_EVENTS, read_event
from companion.match import Match, SetupRefused
from companion.observation import Observation, Roll, Sighting, Tap
from companion.play import parse_play
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES
from companion.session.history import JudgedPlay
from companion.storage.border import is_there
from companion.storage.log import Beginning, Header, KeptPlay, MatchStore
from companion.storage.places import Places
from companion.storage.record import Record
from companion.table.match_words import error_message
from companion.words import Text

_BAD_RECORD = (
    LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError, RecursionError
)  # fmt: skip
"""What a record that no program of this kind wrote may raise."""


def open_store(where: Places, *, is_to_look: bool = True) -> MatchStore:
    """Open the log, which must exist: a lookup creates no file. Raises `StorageError`."""
    if not is_there(where.matches):
        raise NoSuchMatch(Text("no match is recorded yet in {folder}", folder=str(where.data)))
    return MatchStore(where.matches, is_to_look=is_to_look)


def rules_of(game: str) -> Rules:
    """Return the rules of a recorded match. Raises `StorageError` for a game that this program does not know."""
    rules = GAMES.get(game)
    if rules is None:
        raise StorageError(
            Text("there is no game {game}; possible: {known}", game=game[:40], known=", ".join(GAMES))
        )
    return rules


def opened(beginning: Header | Beginning, cards: Sequence[Json]) -> Match:
    """Return a recorded match before its first play, with the usual choices of the version that judged it.

    Raises `StorageError`.
    """
    rules = rules_of(beginning.game)
    try:
        return Match(rules, rules.setup_under(beginning.rules_version, beginning.setup), cards)
    except SetupRefused as problem:
        raise LogDamaged(Text("its set-up is refused: {problem}", problem=problem.message)) from problem
    except _BAD_RECORD as problem:
        raise LogDamaged(
            Text("its set-up cannot be read: {problem}", problem=repr(problem)[:120])
        ) from problem


@contextlib.contextmanager
def damage_told(seq: int) -> Iterator[None]:
    """Turn any error that a bad record causes into `LogDamaged`, with the number of the play."""
    try:
        yield
    except _BAD_RECORD as problem:
        raise LogDamaged(
            Text("play {seq} of the log cannot be read: {problem}", seq=seq, problem=repr(problem)[:120])
        ) from problem


def restore(match: Match, record: Record) -> None:
    """Take the next play from the log into the match. Raises `LogDamaged`."""
    with damage_told(record.seq):
        match.restore(record)


def expect_shown(match: Match) -> None:
    """Check that a match that was restored can be shown. Raises `LogDamaged`."""
    with damage_told(match.seq):
        match.view()


def not_judged_here(header: Header) -> Text | None:
    """Return the warning for a match whose plays the rules of this program never judged; None if they did."""
    rules = GAMES.get(header.game)
    if header.is_judged and (rules is None or rules.judges(header.rules_version)):
        return None
    return Text(
        "not judged again: shown as it was recorded under the rules {theirs}",
        theirs=header.rules_version[:40],
    )


def expect_judged_here(header: Header) -> None:
    """Raise `StorageError` for a match that can only be shown."""
    if not_judged_here(header) is not None:
        raise StorageError(
            Text(
                "match {id} was judged by {theirs}, this program judges by {ours}: it can be shown and exported,"
                " not resumed",
                id=header.id,
                theirs=header.rules_version[:40],
                ours=rules_of(header.game).version,
            )
            if not rules_of(header.game).judges(header.rules_version)
            else Text(
                "match {id} was imported and never judged by this program: it can be shown and exported, not resumed",
                id=header.id,
            )
        )


def reopen(store: MatchStore, header: Header) -> Match:
    """Return the match as it was after its last play. Raises `StorageError`."""
    match = opened(header, store.cards(header.id))
    for record in store.records(header.id):
        restore(match, record)
    expect_shown(match)
    return match


def judged(kept: KeptPlay, match: Match) -> JudgedPlay:
    """Return a recorded play as the history shows it, after the match has taken it. Raises `LogDamaged`."""
    record, kinds = kept.record, {**match.rules.event_kinds, **MATCH_EVENTS}
    with damage_told(record.seq):
        events = tuple(read_event(kinds, one.data) for one in record.events if one.of == record.seq)
    error = record.error
    return JudgedPlay(
        record.seq,
        kept.at_ms,
        _by(record.observations),
        parse_play(match.play_kinds, record.play),
        record.evidence,
        events,
        None if error is None else error_message(error),
        None if error is None else error.get("cite"),
    )


def _by(observations: Sequence[Observation]) -> str:
    """Return who entered a play, by its last observation: a hand may have answered what a camera asked."""
    match observations[-1] if observations else None:
        case Sighting():
            return "camera"
        case Roll(line=line):
            return "tray" if line is None else "tower"
        case Tap(source=source):
            return source or "tap"
        case _:
            return "clock"
