"""Begins a match from its set-up and reopens recorded ones from their log, claimed for this program; and says what they wait
for.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence

from companion.clock import wall_ms
from companion.errors import LogDamaged, Malformed, NoSuchMatch, StorageError
from companion.event import MATCH_EVENTS, read_event
from companion.ids import MatchId
from companion.match import Match, SetupRefused
from companion.observation import Observation, Roll, Sighting, Tap
from companion.people import NOBODY, Seated
from companion.play import MATCH_PLAYS, Note, parse_play
from companion.reading.identity import Identities, copies_in, equals_in, names_of, owners_in
from companion.rules.engine import Json, Rules
from companion.rules.games import GAMES
from companion.session.history import JudgedPlay
from companion.showing.games import seat_word
from companion.storage.border import is_there
from companion.storage.claim import Claim, Claimant, lay_claim
from companion.storage.log import Beginning, Header, KeptPlay, MatchStore
from companion.storage.places import Places
from companion.storage.record import Record
from companion.storage.shipped_data import completed, mat_of
from companion.words import Text, Wording, joined, translate, word

# --- match words
# Words about a match: its teams, whom it waits for, and why a play was refused.

LONGEST_NAME = 24


def standing(match: Match, setup: Json, language: str) -> Text:
    """Say whether the match is over, and if not, whom it waits for."""
    if match.is_over:
        return Text("over")
    waits = [
        Text(
            "{seat}: {plays}",
            seat=Text("the whole table") if waited.seat is None else seat_name(setup, waited.seat),
            plays=joined([word(kind) for kind in waited.plays]),
        )
        for waited in match.expects()
    ]
    return Text("waiting for {seats}", seats="; ".join(translate(wait, language) for wait in waits))


def team_names(match: Match, setup: Json, language: str, people: Seated = NOBODY) -> list[str]:
    """Return the names of the sides of a match, each with its person if that is known: `Anna (Bellecombre)`."""
    names = {seat: translate(seat_name(setup, seat), language) for seat in match.rules.seats(match.state)}
    return [f"{people[seat].name} ({name})" if seat in people else name for seat, name in names.items()]


def seat_name(setup: Json, seat: str) -> Text:
    """Return the name of a seat's team, or the seat's own name if the team has none."""
    teams = setup.get("teams")
    team = teams.get(seat) if isinstance(teams, dict) else None
    name = team.get("name") if isinstance(team, dict) else None
    if isinstance(name, str) and name.strip():
        return Text("{name}", name=name[:LONGEST_NAME])
    return seat_word(seat)


def error_message(error: Json) -> Wording:
    """Return why a play was refused, in the words of the log."""
    message = error.get("message")
    if isinstance(message, dict):
        return Wording(str(message.get("en", "")), str(message.get("fr", "")))
    return Wording.plain(str(error.get("code", "")))


# --- claim
# Claims a match for as long as this program plays it, so that no other program does.


def claimed(match: MatchId, where: Places, program: str, *, is_taken_over: bool = False) -> Claim:
    """Return the claim of a program such as `companion play`.

    Raises `PlayedElsewhere` when another program has the match open, unless `is_taken_over`.
    """
    claimant = Claimant(os.getpid(), program, wall_ms())
    return lay_claim(where.claims, match, claimant, is_taken_over=is_taken_over)


# --- new match
# Begins a match from its set-up: looks up the cards and boards that it names, then lets the rules judge it.


def match_of(setup: Json, where: Places) -> Match:
    """Return a new match of a game. Raises `SetupRefused`, or `CatalogueError` for files that cannot be used."""
    try:
        whole, cards = completed(setup, where.catalogues)
    except Malformed as problem:
        raise SetupRefused(problem.where, problem.problem) from problem
    return Match(GAMES[whole["game"]], whole, cards)


# --- recorded match

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


def identities_of(match: Match, tags: Mapping[int, str]) -> Identities:
    """Return the things that may lie on a match's mat."""
    return Identities(
        mat_of(match.rules.game),
        names_of(match.cards),
        tags,
        copies_in(match.setup),
        equals_in(match.cards),
        owners_in(match.setup),
    )


def noted(store: MatchStore, name: str) -> dict[int, Note]:
    """Return all notes in the log of a match by their numbers, those too that were taken back: a match keeps its plays
    alone.
    """
    said = {record.seq: parse_play(MATCH_PLAYS, record.play) for record in store.records(name)}
    return {seq: play for seq, play in said.items() if isinstance(play, Note)}


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
