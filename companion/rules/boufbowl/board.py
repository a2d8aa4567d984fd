"""The board (p. 5): its zones, which of them touch, where forward is, and which zones a pass crosses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any

from companion.codec import read
from companion.errors import Malformed
from companion.rules.geometry import Point, Polygon, goes_through, is_inside, read_point, read_polygon
from companion.words import Text

ENTRIES = 2
PLAYERS_A_TEAM = 5
MOST_OF_A_TEAM = 2
MOST_IN_ENDZONE = 1
"""Number of players of one team that a zone holds (p. 6)."""


class Seat(StrEnum):
    """A coach's side of the board."""

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> "Seat":
        return BLUE if self is RED else RED


SEATS = RED, BLUE = tuple(Seat)
"""Both, for what runs at every play: loops over the tuple take a third of the time, and Python 3.11 finds a name of the
module in a fifth of the time of a member of its class.
"""


class ZoneKind(StrEnum):
    """What a zone is for (p. 5)."""

    ENDZONE = "endzone"
    TEAM = "team"
    NEUTRAL = "neutral"


_POINT = {"read": read_point}
_POLYGON = {"read": read_polygon}


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone as the board's data describes it. `forward` lists those of `next` that lie towards the opponent's endzone."""

    id: str
    kind: ZoneKind
    centre: Point = field(metadata=_POINT)
    polygon: Polygon = field(metadata=_POLYGON)
    next: tuple[str, ...]
    forward: Mapping[Seat, tuple[str, ...]]
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class _Form:
    zones: tuple[Zone, ...]
    entry: Mapping[Seat, tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A checked board, and what is computed from it. `goals` are the endzones in which each coach scores,
    `most_of_a_team` is how many players of one team a zone holds, `crossed` has the zones of each pass by its start and
    end, both included; `steps` has for each zone how many zones away those are that lead to it.
    """

    zones: Mapping[str, Zone]
    entries: Mapping[Seat, tuple[str, ...]]
    endzones: Mapping[Seat, str]
    goals: Mapping[Seat, str]
    halves: Mapping[Seat, tuple[str, ...]]
    neutral: tuple[str, ...]
    open_zones: tuple[str, ...]
    most_of_a_team: Mapping[str, int] = field(repr=False)
    crossed: Mapping[tuple[str, str], frozenset[str]] = field(repr=False, compare=False)
    steps: Mapping[str, Mapping[str, int]] = field(repr=False, compare=False)

    def is_endzone(self, zone: str) -> bool:
        return self.zones[zone].kind is ZoneKind.ENDZONE

    def ways_back(self, endzone: str) -> tuple[str, ...]:
        """Return the zones of the field that an endzone touches."""
        return tuple(zone for zone in self.zones[endzone].next if not self.is_endzone(zone))


def read_board(data: Any, where: str) -> Board:
    """Make a board of its data. Raises `Malformed`, which names the zone."""
    form = read(_Form, data, where)
    zones = _by_id(form.zones, f"{where}.zones")
    for zone in form.zones:
        _check_zone(zone, zones, f"{where}.zones.{zone.id}")
    for seat in Seat:
        _check_entries(form.entry.get(seat, ()), zones, seat, f"{where}.entry.{seat}")
    halves = {seat: _of(form.zones, ZoneKind.TEAM, seat) for seat in Seat}
    for seat in Seat:
        if len(halves[seat]) < PLAYERS_A_TEAM:
            raise Malformed(
                f"{where}.zones",
                Text(
                    "{seat} needs at least {wanted} team zones; here: {got}",
                    seat=seat.value,
                    wanted=PLAYERS_A_TEAM,
                    got=len(halves[seat]),
                ),
            )
    neutral = _of(form.zones, ZoneKind.NEUTRAL, None)
    if not neutral:
        raise Malformed(f"{where}.zones", Text("there is no neutral zone to kick off into"))
    endzones = {seat: _endzone(form.zones, seat, f"{where}.zones") for seat in Seat}
    return Board(
        zones=zones,
        entries={seat: form.entry[seat] for seat in Seat},
        endzones=endzones,
        goals={seat: endzones[seat.other] for seat in Seat},
        halves=halves,
        neutral=neutral,
        open_zones=tuple(zone.id for zone in form.zones if zone.kind is not ZoneKind.ENDZONE),
        most_of_a_team={
            zone.id: MOST_IN_ENDZONE if zone.kind is ZoneKind.ENDZONE else MOST_OF_A_TEAM
            for zone in form.zones
        },
        crossed=_crossed(tuple((zone.id, zone.centre, zone.polygon) for zone in form.zones)),
        steps=_steps(tuple((zone.id, zone.next) for zone in form.zones)),
    )


def _by_id(zones: Sequence[Zone], where: str) -> dict[str, Zone]:
    by_id: dict[str, Zone] = {}
    for zone in zones:
        if zone.id in by_id:
            raise Malformed(where, Text("zone {zone} is listed twice", zone=zone.id))
        if zone.id == "off":
            raise Malformed(
                where, Text("no zone may be named off: this word stands for players off the field")
            )
        by_id[zone.id] = zone
    return by_id


def _of(zones: Sequence[Zone], kind: ZoneKind, owner: Seat | None) -> tuple[str, ...]:
    return tuple(zone.id for zone in zones if zone.kind is kind and zone.owner is owner)


def _check_zone(zone: Zone, zones: Mapping[str, Zone], where: str) -> None:
    if (zone.owner is None) is not (zone.kind is ZoneKind.NEUTRAL):
        raise Malformed(f"{where}.owner", Text("endzones and team zones have an owner, neutral zones none"))
    for name in zone.next:
        if name not in zones or name == zone.id:
            raise Malformed(f"{where}.next", Text("there is no zone {zone}", zone=name))
        if zone.id not in zones[name].next:
            raise Malformed(
                f"{where}.next", Text("{zone} does not list this zone in its own next", zone=name)
            )
    if len(set(zone.next)) < len(zone.next) or not zone.next:
        raise Malformed(f"{where}.next", Text("a zone lists at least one other zone, each only once"))
    for seat in Seat:
        for name in zone.forward.get(seat, ()):
            if name not in zone.next:
                raise Malformed(f"{where}.forward.{seat}", Text("{zone} is not listed in next", zone=name))
    if not is_inside(zone.centre, zone.polygon):
        raise Malformed(f"{where}.centre", Text("the centre of a zone must lie inside its outline (polygon)"))


def _check_entries(entries: Sequence[str], zones: Mapping[str, Zone], seat: Seat, where: str) -> None:
    if len(set(entries)) != ENTRIES or len(entries) != ENTRIES:
        raise Malformed(
            where, Text("this board must have {wanted} zones; here: {got}", wanted=ENTRIES, got=len(entries))
        )
    for name in entries:
        zone = zones.get(name)
        if zone is None:
            raise Malformed(where, Text("there is no zone {zone}", zone=name))
        if zone.kind is not ZoneKind.TEAM or zone.owner is not seat:
            raise Malformed(where, Text("{zone} is not a team zone of {seat}", zone=name, seat=seat.value))


def _endzone(zones: Sequence[Zone], seat: Seat, where: str) -> str:
    found = _of(zones, ZoneKind.ENDZONE, seat)
    if len(found) != 1:
        raise Malformed(
            where, Text("{seat} must have exactly one endzone; here: {got}", seat=seat.value, got=len(found))
        )
    return found[0]


class _CrossedZones(dict[tuple[str, str], frozenset[str]]):
    """The zones that the straight line between two centres enters; they are the same in both directions.

    A pair is computed when it is first asked for: all pairs of a board take longer than the rest of a set-up.
    """

    def __init__(self, zones: tuple[tuple[str, Point, Polygon], ...]) -> None:
        super().__init__()
        self._zones = zones

    def __missing__(self, ends: tuple[str, str]) -> frozenset[str]:
        start, end = ends
        centres = {name: centre for name, centre, _ in self._zones}
        over = (name for name, _, area in self._zones if goes_through(centres[start], centres[end], area))
        self[start, end] = self[end, start] = crossed = frozenset((start, end, *over))
        return crossed


@lru_cache(maxsize=8)
def _crossed(zones: tuple[tuple[str, Point, Polygon], ...]) -> Mapping[tuple[str, str], frozenset[str]]:
    """Return the zones of each pass; kept for a few boards, so that a further match computes nothing again."""
    return _CrossedZones(zones)


@lru_cache(maxsize=8)
def _steps(zones: tuple[tuple[str, tuple[str, ...]], ...]) -> Mapping[str, Mapping[str, int]]:
    beside = dict(zones)
    return {start: _steps_from(beside, start) for start in beside}


def _steps_from(beside: Mapping[str, tuple[str, ...]], start: str) -> Mapping[str, int]:
    steps, edge = {start: 0}, [start]
    for zone in edge:
        for to in beside[zone]:
            if to not in steps:
                steps[to] = steps[zone] + 1
                edge.append(to)
    return steps
