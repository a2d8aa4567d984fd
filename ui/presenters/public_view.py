"""What the page of the public tells beside the score: events with their minute, and the ranking of many sides."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.session.snapshot import Fate, HistoryLine, Snapshot
from companion.showing.scene import Scene, Side, Words
from companion.words import Text

MINUTE_MS = 60_000


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


def _of_line(line: HistoryLine, first_ms: int) -> list[PublicEvent]:
    minute = Text("{n}'", n=(line.at_ms - first_ms) // MINUTE_MS + 1)
    return [PublicEvent(minute, one.says, one.kind) for one in reversed(line.consequences) if one.is_notable]


def next_in_public(scene: Scene) -> Words:
    """Return whose move it is and what is to be done; where nobody is waited for, where the match is."""
    if not scene.waited:
        return scene.headline
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
