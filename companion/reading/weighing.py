"""Compares readings: which are the same, which compete, and how long their things have lain there."""

from collections.abc import Iterable, Sequence

from companion.play import seat_said
from companion.reading.game_reading import Reading
from companion.reading.table_sightings import PlacedThing


def distinct(readings: Iterable[Reading]) -> list[Reading]:
    """Return each play once, with the things of all readings of it."""
    by_play: dict[str, Reading] = {}
    for reading in readings:
        by_play.setdefault(repr((*reading.before, reading.play)), reading)
    return list(by_play.values())


def groups(readings: Sequence[Reading]) -> list[list[Reading]]:
    """Group the readings that share a thing or compete for one seat's play, in the order in which their things were laid."""
    found: list[tuple[set[object], list[Reading]]] = []
    for reading in readings:
        shares: set[object] = {lying.laid for lying in reading.says}
        if reading.competes:
            shares.add(f"seat {seat_said(reading.play)}")
        joined = [group for group in found if group[0] & shares]
        found = [group for group in found if not group[0] & shares]
        found.append(
            (
                shares.union(*(group[0] for group in joined)),
                [*(one for group in joined for one in group[1]), reading],
            )
        )
    return sorted((group for _, group in found), key=lambda group: all_things(group)[0].laid)


def all_things(group: Sequence[Reading]) -> tuple[PlacedThing, ...]:
    things = {lying.laid: lying for reading in group for lying in reading.says}
    return tuple(things[laid] for laid in sorted(things))


def last_laid_ms(things: Sequence[PlacedThing]) -> int:
    return max((lying.since_ms for lying in things), default=0)
