"""Sentences beside a match (what happened, what it waits for, what the public reads beside the score), and beside a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.backend.interface import GameOffer
from companion.session.history_rows import NOTHING
from companion.session.session_event import (
    DifferenceEvent,
    LeaveAsked,
    NoticeEvent,
    PuzzleEvent,
    RemarkEvent,
    RulingEvent,
    SessionEvent,
    StaleTouch,
    WentOn,
)
from companion.session.snapshot import Fate, HistoryLine, Snapshot
from companion.showing.citations import tell_citation
from companion.showing.scene import Scene, Side, Words
from companion.showing.scene_builder import unbroken_score
from companion.timers import MINUTE_MS
from companion.words import Text, and_last, in_a_row, joined

# --- event sentences
# Writes a session event as a sentence for the players; most events need none.


def happening(told: SessionEvent) -> Text | None:
    """Return the sentence; empty if an earlier one no longer holds, None if there is nothing to say."""
    match told:
        case RulingEvent(refusal=None):
            return NOTHING
        case WentOn(says=says):
            return Text("by itself: {play}", play=says)
        case RulingEvent(refusal=refusal) if refusal is not None:
            if refusal.cite is None:
                return refusal.message
            return Text("{message} ({cite})", message=refusal.message, cite=tell_citation(refusal.cite))
        case StaleTouch():
            return Text("too late: the match had gone on; look again, and choose again")
        case RemarkEvent(says=says) | LeaveAsked(says=says):
            return says
        case PuzzleEvent(puzzle=puzzle):
            return NOTHING if puzzle is None else puzzle.says
        case DifferenceEvent(desync=None):
            return NOTHING
        case NoticeEvent(words=words):
            return words
        case _:
            return None


# --- wait sentence
# Describes what a match waits for, and whose mark stands before the sentence, for players and referee.

MOST_SENTENCES = 2
MOST_DIFFERENCES = 3
PAIR = 2


@dataclass(frozen=True, slots=True)
class Waiting:
    """The sentence. `role`: the one side that the match waits for; empty for several and for all. `roles`: the same side, or
    several that are not all.
    """

    says: Words
    role: str = ""
    roles: tuple[str, ...] = ()


def final_score(scene: Scene) -> str:
    """Return the score of a match of two sides that is over; of any other match nothing."""
    scores = [side.score for side in scene.sides if side.score is not None]
    return unbroken_score(scores) if scene.is_over and len(scores) == PAIR else ""


def waiting(snapshot: Snapshot) -> Waiting:
    """Describe what the match waits for.

    A difference is told first, because nothing is read until it is settled; after the end, the result; while something
    was laid and may be followed by more, what was understood so far.
    """
    scene = snapshot.scene
    if snapshot.desync is not None:
        return Waiting(in_a_row(list(snapshot.desync.says[:MOST_DIFFERENCES])))
    if scene.is_over:
        return Waiting(scene.result or Text("the match is over"))
    if snapshot.so_far is not None:
        return Waiting(snapshot.so_far.says)
    different = list(dict.fromkeys(Text("{words}", words=waited.says) for waited in scene.waited))
    seats = {waited.seat for waited in scene.waited}
    roles = tuple(side.role for side in scene.sides if side.seat in seats)
    if None in seats or len(roles) == len(scene.sides):
        roles = ()
    says, role = joined(different[:MOST_SENTENCES], " / "), roles[0] if len(roles) == 1 else ""
    # Of several sentences nothing tells which is whose.
    return Waiting(says, role, roles if role or len(different) == 1 else ())


# --- public view
# What the page of the public tells beside the score: events with their minute, and the ranking of many sides.


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """An event that spectators look back at, and the minute of the match in which it happened."""

    minute: Text
    says: Text
    kind: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A side with its place; sides that are level share one."""

    place: int
    side: Side


def public_events(snapshot: Snapshot, most: int) -> tuple[PublicEvent, ...]:
    """Return the newest notable events that stand, the latest first; during a review those before it."""
    lines = snapshot.history
    if snapshot.sure is not None:
        lines = tuple(line for line in lines if line.seq < snapshot.sure.seq)
    found: list[PublicEvent] = []
    first_ms = min((line.at_ms for line in lines), default=0)
    for line in reversed(lines):
        if line.fate is Fate.IN_FORCE:
            found += _of_line(line, first_ms)
    return tuple(found[:most])


def minute_of(snapshot: Snapshot) -> Text | None:
    """Return the minute of the match in which the last play that counts was made; None before the first play."""
    lines = [line for line in snapshot.history if line.fate is Fate.IN_FORCE]
    return _minute(lines[-1].at_ms, min(line.at_ms for line in snapshot.history)) if lines else None


def _minute(at_ms: int, first_ms: int) -> Text:
    return Text("{n}'", n=(at_ms - first_ms) // MINUTE_MS + 1)


def _of_line(line: HistoryLine, first_ms: int) -> list[PublicEvent]:
    minute = _minute(line.at_ms, first_ms)
    return [PublicEvent(minute, one.says, one.kind) for one in reversed(line.consequences) if one.is_notable]


def who_chooses(scene: Scene) -> Text | None:
    """Return who has still to lay a card, for those who wait or look on; None where no cards are laid face down."""
    if not scene.placed:
        return None
    missing = [scene.side(one.seat).called for one in scene.placed if not one.has_placed]
    if not missing:
        return Text("all cards are down: now they are turned over")
    if len(missing) == len(scene.placed) > 1:
        return Text("everybody is choosing a card")
    names = and_last([Text("{name}", name=name) for name in missing])
    if len(missing) == 1:
        return Text("{who} is choosing a card", who=names)
    return Text("{who} are choosing a card", who=names)


def next_in_public(scene: Scene) -> Words:
    """Return whose move it is and what is to be done; where nobody is waited for, where the match is."""
    if not scene.waited:
        return scene.headline
    if (laying := who_chooses(scene)) is not None:
        return laying
    first = scene.waited[0]
    is_of_one = first.seat is not None and len({waited.seat for waited in scene.waited}) == 1
    if not is_of_one or first.seat is None:
        return first.says
    return Text("{side}: {what}", side=scene.side(first.seat).name, what=first.says)


def ranking(sides: Sequence[Side]) -> tuple[Ranked, ...]:
    """Return the sides from the best score to the lowest."""
    ordered = sorted(sides, key=lambda side: -(side.score or 0))
    scores = [side.score or 0 for side in ordered]
    return tuple(Ranked(scores.index(side.score or 0) + 1, side) for side in ordered)


# --- a game
# What stands below a game's title, where one is chosen.

PAIR, FEWEST_SEATS = 2, 3
"""How many play a game whose seats are given, and at least one whose players choose their seats."""


def facts_of(game: GameOffer) -> Text:
    """Return how many play a game, and how long it takes; one is enough where the program plays too."""
    least, most = game.minutes
    n = len(game.seats) or PAIR
    fewest = 1 if game.opponent is not None else FEWEST_SEATS if game.seats else PAIR
    if fewest == n:
        return Text("{n} players · {least} to {most} min", n=n, least=least, most=most)
    return Text("{fewest} to {n} players · {least} to {most} min", fewest=fewest, n=n, least=least, most=most)
