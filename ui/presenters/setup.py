"""A match is set up, one step after the other: each has its lines to choose from, and all have their usual answers, so
that who only wants to play touches *on* a few times. A value; screens show it, and the house makes a match of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from companion.rules.engine import Json
from companion.words import Text, joined, word
from ui.house import Found, Game, Gear, Mode, Need, PlayRequest, Timed
from ui.presenters.lines import Line, Option, Words
from ui.presenters.palette import LIVERIES

MINUTE_MS = 60_000
LONGEST_NAME = 24
SHOWN = 4
"""Values of a house rule that have room on one line."""


class Stage(StrEnum):
    """What is settled now."""

    MODE = "mode"
    RULES = "rules"
    TEAMS = "teams"
    SQUADS = "squads"
    CLOCKS = "clocks"
    CAMERA = "camera"
    TOWER = "tower"
    READY = "ready"


ASKS: dict[Stage, Text] = {
    Stage.MODE: Text("how is it played?"),
    Stage.RULES: Text("what holds at this table?"),
    Stage.TEAMS: Text("who plays?"),
    Stage.SQUADS: Text("which squads?"),
    Stage.CLOCKS: Text("how long?"),
    Stage.CAMERA: Text("which camera looks at the table?"),
    Stage.TOWER: Text("is there a dice tower?"),
    Stage.READY: Text("is everything there?"),
}
FIRSTS = ("kickoff", "first")
"""Where a set-up says who begins."""


class Wish(StrEnum):
    """What a touch wants of the page rather than of the match."""

    NAME = "name"
    ADDRESS = "address"
    SCAN = "scan"
    BY_HAND = "by hand"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Asked:
    """A value that needs more than a touch: a name or an address to be typed, a squad to be scanned or chosen."""

    wish: Wish
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Around:
    """What is plugged in."""

    cameras: tuple[Found, ...] = ()
    towers: tuple[Found, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUp:
    """All that was settled so far. `clocks` are minutes, None for no limit; what is not named is as usual."""

    game: Game
    mode: Mode
    stage: Stage
    agreed: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    first: str = ""
    squads: Mapping[str, Json] = field(default_factory=dict)
    """The fields of a team that were scanned or chosen; a team that is not named has the demonstration squad."""
    clocks: Mapping[str, int | None] = field(default_factory=dict)
    gear: Gear = field(default_factory=Gear)
    around: Around = field(default_factory=Around)

    @classmethod
    def of(cls, game: Game, gear: Gear = Gear()) -> "SetUp":  # noqa: B008 - a frozen value
        """The beginning, with the devices that were used last."""
        begun = cls(game, game.modes[0], Stage.MODE, gear=gear)
        whole = begun._with_mode(begun.mode)
        return replace(whole, stage=whole.stages[0])

    # --- steps

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The steps of this game in this mode."""
        skipped = {
            Stage.MODE: len(self.game.modes) < 2,
            Stage.RULES: not self.game.house_rules,
            Stage.TEAMS: not (self.game.seats or self._teams),
            Stage.SQUADS: not self.mode.needs,
            Stage.CLOCKS: not self.mode.clocks,
            Stage.TOWER: not self.game.dice,
        }
        return tuple(stage for stage in Stage if not skipped.get(stage))

    @property
    def asks(self) -> Text:
        return ASKS[self.stage]

    @property
    def says_step(self) -> Text:
        at = self.stages.index(self.stage) + 1
        return Text("step {n} of {count}", n=at, count=len(self.stages))

    def on(self) -> "SetUp":
        """The next step; the last is the last."""
        stages = self.stages
        return replace(self, stage=stages[min(stages.index(self.stage) + 1, len(stages) - 1)])

    def back(self) -> "SetUp | None":
        """The step before; None before the first."""
        at = self.stages.index(self.stage)
        return replace(self, stage=self.stages[at - 1]) if at else None

    @property
    def hinders(self) -> Text | None:
        """Why it cannot go on yet."""
        if self.stage is Stage.TEAMS and self.game.seats and len(self.seats) < self._fewest:
            return Text("at least {least} play", least=self._fewest)
        return None

    # --- what is shown

    @property
    def lines(self) -> tuple[Line, ...]:
        """What may be chosen now."""
        shown: dict[Stage, Callable[[], tuple[Line, ...]]] = {
            Stage.MODE: self._modes,
            Stage.RULES: self._rules,
            Stage.TEAMS: self._who,
            Stage.SQUADS: self._squads,
            Stage.CLOCKS: self._times,
            Stage.CAMERA: self._cameras,
            Stage.TOWER: self._towers,
        }
        return shown[self.stage]() if self.stage in shown else ()

    def choose(self, key: str, value: Any) -> "SetUp":
        """A value of a line was touched."""
        match self.stage:
            case Stage.MODE:
                return self._with_mode(self.game.modes[value])
            case Stage.RULES:
                rule = next(rule for rule in self.game.house_rules if rule.name == key)
                return replace(self, agreed={**self.agreed, key: rule.choices[value].value})
            case Stage.TEAMS if key == "first":
                return replace(self, first=value)
            case Stage.TEAMS:
                return self._toggled(value)
            case Stage.SQUADS:
                return replace(self, squads={seat: one for seat, one in self.squads.items() if seat != key})
            case Stage.CLOCKS:
                return replace(self, clocks={**self.clocks, key: value})
            case Stage.CAMERA:
                return replace(self, gear=replace(self.gear, camera=value, calibration=""))
            case Stage.TOWER:
                return replace(self, gear=replace(self.gear, tower=value))
            case Stage.READY:
                return self

    def named(self, seat: str, name: str) -> "SetUp":
        return replace(self, names={**self.names, seat: name})

    def seen(self, around: Around) -> "SetUp":
        """What is plugged in."""
        return replace(self, around=around)

    def with_gear(self, gear: Gear) -> "SetUp":
        return replace(self, gear=gear)

    def with_squad(self, seat: str, squad: Json) -> "SetUp":
        return replace(self, squads={**self.squads, seat: squad})

    # --- what comes of it

    @property
    def request(self) -> PlayRequest:
        """The match as it was agreed."""
        return PlayRequest(self._setup(), self.gear, self._clocks_ms())

    def _setup(self) -> Json:
        setup = {**self.mode.setup, "house": dict(self.agreed)}
        if self._teams:
            setup["teams"] = {seat: self._team(seat, team) for seat, team in self._teams.items()}
        if self.game.seats:
            setup["seats"] = list(self.seats)
        for name in FIRSTS:
            if name in setup:
                setup[name] = self.first
        for clock in self.mode.clocks:
            if clock.is_of_setup:
                setup["end"] = {**setup["end"], "minutes": self._minutes(clock)}
        return setup

    def _team(self, seat: str, team: Json) -> Json:
        return {**team, **self.squads.get(seat, {}), "name": self.names.get(seat, team.get("name", ""))}

    def _clocks_ms(self) -> dict[str, int]:
        chosen = {clock.name: self._minutes(clock) for clock in self.mode.clocks if not clock.is_of_setup}
        return {name: minutes * MINUTE_MS for name, minutes in chosen.items() if minutes is not None}

    def _minutes(self, clock: Timed) -> int | None:
        return self.clocks.get(clock.name, clock.usual)

    # --- the steps' lines

    def _modes(self) -> tuple[Line, ...]:
        options = tuple(
            Option(n, mode.title, mode.says, is_chosen=mode.name == self.mode.name)
            for n, mode in enumerate(self.game.modes)
        )
        return (Line("mode", "", "", options),)

    def _rules(self) -> tuple[Line, ...]:
        return tuple(
            Line(
                rule.name,
                rule.title,
                rule.says,
                tuple(
                    Option(
                        n,
                        choice.says,
                        Text("usual") if n == 0 else "",
                        is_chosen=choice.value == self.agreed.get(rule.name, rule.choices[0].value),
                    )
                    for n, choice in enumerate(rule.choices[:SHOWN])
                ),
            )
            for rule in self.game.house_rules
        )

    def _who(self) -> tuple[Line, ...]:
        if self.game.seats:
            return (Line("seats", Text("touch who plays, in the order round the table"), "", self._seats()),)
        lines = [
            Line(
                seat,
                self.name_of(seat),
                word(seat),
                (Option(Asked(Wish.NAME, seat), Text("change the name")),),
                role=seat if seat in LIVERIES else "",
            )
            for seat in self._teams
        ]
        firsts = tuple(
            Option(seat, self.name_of(seat), word(seat), is_chosen=seat == self.first) for seat in self._teams
        )
        return (*lines, Line("first", Text("who begins?"), "", firsts)) if self.first else tuple(lines)

    def _seats(self) -> tuple[Option, ...]:
        return tuple(
            Option(
                seat,
                word(seat),
                Text("number {n}", n=self.seats.index(seat) + 1) if seat in self.seats else "",
                is_chosen=seat in self.seats,
            )
            for seat in self.game.seats
        )

    def _squads(self) -> tuple[Line, ...]:
        return tuple(
            Line(
                seat,
                self.name_of(seat),
                self._squad_told(seat),
                (
                    Option("demo", Text("demonstration squad"), is_chosen=seat not in self.squads),
                    Option(Asked(Wish.SCAN, seat), Text("scan the squad in"), is_chosen=seat in self.squads),
                    Option(Asked(Wish.BY_HAND, seat), Text("choose by hand")),
                ),
                role=seat if seat in LIVERIES else "",
            )
            for seat in self._teams
        )

    def _squad_told(self, seat: str) -> Words:
        squad = {**self._teams[seat], **self.squads.get(seat, {})}
        return joined([counted(need, len(in_field(squad, need))) for need in self.mode.needs])

    def _times(self) -> tuple[Line, ...]:
        return tuple(
            Line(
                clock.name,
                clock.title,
                Text("when it runs out, the rules are told") if clock.is_of_setup else "",
                tuple(self._times_of(clock)),
            )
            for clock in self.mode.clocks
        )

    def _times_of(self, clock: Timed) -> list[Option]:
        now = self._minutes(clock)
        limits = [
            Option(minutes, Text("{n} min", n=minutes), is_chosen=minutes == now) for minutes in clock.minutes
        ]
        none = Option(None, Text("no limit"), Text("usual"), is_chosen=now is None)
        return limits if clock.is_of_setup else [none, *limits]

    def _cameras(self) -> tuple[Line, ...]:
        known = {found.name for found in self.around.cameras}
        other = self.gear.camera if self.gear.camera not in known else ""
        options = [
            Option(found.name, found.says, is_chosen=found.name == self.gear.camera)
            for found in self.around.cameras
        ]
        if other:
            options.append(Option(other, other, is_chosen=True))
        options += [
            Option(Asked(Wish.ADDRESS), Text("the address of a stream"), Text("such as a phone's")),
            Option(Asked(Wish.SEARCH), Text("look again"), Text("for what was plugged in just now")),
            Option(
                "",
                Text("no camera"),
                Text("hands say what lies there"),
                is_chosen=not self.gear.camera,
            ),
        ]
        return (Line("camera", "", "", tuple(options)),)

    def _towers(self) -> tuple[Line, ...]:
        known = {found.name for found in self.around.towers}
        other = self.gear.tower if self.gear.tower not in known else ""
        options = [
            Option(found.name, found.says, is_chosen=found.name == self.gear.tower)
            for found in self.around.towers
        ]
        if other:
            options.append(Option(other, other, is_chosen=True))
        options += [
            Option(Asked(Wish.SEARCH), Text("look again"), Text("for what was plugged in just now")),
            Option(
                "",
                Text("no dice tower"),
                Text("hands say what the dice show"),
                is_chosen=not self.gear.tower,
            ),
        ]
        return (Line("tower", "", "", tuple(options)),)

    # --- teams

    @property
    def _teams(self) -> Json:
        teams = self.mode.setup.get("teams")
        return teams if isinstance(teams, dict) else {}

    def name_of(self, seat: str) -> Words:
        """What a team is called."""
        return self.names.get(seat) or str(self._teams[seat].get("name") or "") or word(seat)

    @property
    def _fewest(self) -> int:
        return 2 if self.agreed.get("two_players") else 3

    def _with_mode(self, mode: Mode) -> "SetUp":
        first = next((mode.setup[name] for name in FIRSTS if name in mode.setup), "")
        seats = tuple(mode.setup.get("seats", ())) if self.game.seats else ()
        return replace(self, mode=mode, first=first, seats=seats, squads={}, clocks={})

    def _toggled(self, seat: str) -> "SetUp":
        if seat in self.seats:
            return replace(self, seats=tuple(one for one in self.seats if one != seat))
        return replace(self, seats=(*self.seats, seat))


def in_field(squad: Json, need: Need) -> tuple[str, ...]:
    """The references that stand in a field of a team."""
    value = squad.get(need.field)
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


def counted(need: Need, count: int) -> Text:
    """How many there are, of how many."""
    return Text("{what} {count}/{wanted}", what=need.title, count=count, wanted=need.count)
