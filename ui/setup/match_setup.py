"""Sets a match up, one step after the other; each step has its usual answers, so that a player can touch *on* a few
times.

This is a value: `setup_lines` says what may be touched, and the backend makes a match of the result.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from companion.backend.interface import (
    ClockSetting,
    GameMode,
    GameOffer,
    HouseRuleOffer,
    PlayRequest,
    TableDevices,
)
from companion.rules.description import MatchSetting
from companion.rules.engine import Json
from companion.words import Text, word
from ui.presenters.devices import CAMERA, Around
from ui.presenters.lines import Words
from vision.phone.link import PHONE

MINUTE_MS = 60_000
LONGEST_NAME = 24


class SetupStage(StrEnum):
    """The steps of a set-up."""

    MODE = "mode"
    MATCH = "match"
    RULES = "rules"
    TEAMS = "teams"
    SQUADS = "squads"
    CLOCKS = "clocks"
    CAMERA = "camera"
    TOWER = "tower"
    READY = "ready"


ASKS: dict[SetupStage, Text] = {
    SetupStage.MODE: Text("how is it played?"),
    SetupStage.MATCH: Text("what match will it be?"),
    SetupStage.RULES: Text("which rules apply at this table?"),
    SetupStage.TEAMS: Text("who plays?"),
    SetupStage.SQUADS: Text("which squads?"),
    SetupStage.CLOCKS: Text("how long?"),
    SetupStage.CAMERA: Text("which camera looks at the table?"),
    SetupStage.TOWER: Text("is there a dice tower?"),
    SetupStage.READY: Text("is everything there?"),
}
FIRSTS = ("kickoff", "first")
"""The field of a set-up that says who begins."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """All choices so far. `clocks` are minutes, None for no limit; a clock that is not named has its usual length."""

    game: GameOffer
    mode: GameMode
    stage: SetupStage
    chosen: Mapping[str, Any] = field(default_factory=dict)
    """Of the match's own settings, by name."""
    turned: Mapping[str, int] = field(default_factory=dict)
    """The page of a line that has more choices than room."""
    agreed: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    first: str = ""
    squads: Mapping[str, Json] = field(default_factory=dict)
    """The fields of a team that were scanned or chosen; a team that is not named has the demonstration squad."""
    clocks: Mapping[str, int | None] = field(default_factory=dict)
    gear: TableDevices = field(default_factory=TableDevices)
    around: Around = field(default_factory=Around)

    @classmethod
    def of(cls, game: GameOffer, gear: TableDevices = TableDevices()) -> "MatchSetup":  # noqa: B008 - a frozen value
        """Return the first step, with the devices that were used last."""
        begun = cls(game, game.modes[0], SetupStage.MODE, gear=gear)
        whole = begun._with_mode(begun.mode)
        return replace(whole, stage=whole.stages[0])

    # --- steps

    @property
    def stages(self) -> tuple[SetupStage, ...]:
        """The steps of this game in this mode."""
        skipped = {
            SetupStage.MODE: len(self.game.modes) < 2,
            SetupStage.MATCH: not self.mode.settings,
            SetupStage.RULES: not self.game.house_rules,
            SetupStage.TEAMS: not (self.game.seats or self.teams),
            SetupStage.SQUADS: not self.mode.needs,
            SetupStage.CLOCKS: not self.mode.clocks,
            SetupStage.TOWER: not self.game.dice,
        }
        return tuple(stage for stage in SetupStage if not skipped.get(stage))

    @property
    def asks(self) -> Text:
        return ASKS[self.stage]

    @property
    def says_step(self) -> Text:
        at = self.stages.index(self.stage) + 1
        return Text("step {n} of {count}", n=at, count=len(self.stages))

    def on(self) -> "MatchSetup":
        """Return the next step; the last step returns itself."""
        stages = self.stages
        return replace(self, stage=stages[min(stages.index(self.stage) + 1, len(stages) - 1)])

    def back(self) -> "MatchSetup | None":
        """Return the step before; None before the first."""
        at = self.stages.index(self.stage)
        return replace(self, stage=self.stages[at - 1]) if at else None

    @property
    def hinders(self) -> Text | None:
        """The reason why the set-up cannot go on yet."""
        if self.stage is SetupStage.TEAMS and self.game.seats and len(self.seats) < self._fewest:
            return Text("at least {least} players are needed", least=self._fewest)
        return None

    @property
    def note(self) -> Text | str:
        """A remark about a step that can go on."""
        match self.stage:
            case SetupStage.CAMERA if not self.around.cameras and self.gear.camera != PHONE:
                return Text("no camera is plugged in")
            case SetupStage.TOWER if not self.around.towers:
                return Text("no dice tower is plugged in")
            case _:
                return ""

    # --- what is chosen

    def choose(self, key: str, value: Any) -> "MatchSetup":
        """Return the set-up after a touch on a line's value."""
        match self.stage:
            case SetupStage.MODE:
                return self._with_mode(self.game.modes[value])
            case SetupStage.MATCH:
                setting = next(one for one in self.mode.settings if one.name == key)
                return self.set_to(key, setting.choices[value].value)
            case SetupStage.RULES:
                rule = next(rule for rule in self.game.house_rules if rule.name == key)
                return self.agree(key, rule.choices[value].value)
            case SetupStage.TEAMS if key == "first":
                return replace(self, first=value)
            case SetupStage.TEAMS:
                return self._toggled(value)
            case SetupStage.SQUADS:
                return replace(self, squads={seat: one for seat, one in self.squads.items() if seat != key})
            case SetupStage.CLOCKS:
                return replace(self, clocks={**self.clocks, key: value})
            case SetupStage.CAMERA | SetupStage.TOWER:
                return self.with_gear(with_device(self.gear, key, value))
            case SetupStage.READY:
                return self

    def agree(self, name: str, value: Any) -> "MatchSetup":
        """Return the set-up with a touched house rule, or with its typed table."""
        return replace(self, agreed={**self.agreed, name: value})

    def set_to(self, name: str, value: Any) -> "MatchSetup":
        """Return the set-up with one of the match's own settings, touched or typed."""
        return replace(self, chosen={**self.chosen, name: value})

    def turn(self, name: str, count: int) -> "MatchSetup":
        """Show the next page of a line's choices; the first page follows the last."""
        return replace(self, turned={**self.turned, name: (self.turned.get(name, 0) + 1) % count})

    def named(self, seat: str, name: str) -> "MatchSetup":
        return replace(self, names={**self.names, seat: name})

    def seen(self, around: Around) -> "MatchSetup":
        """Take the list of connected devices."""
        return replace(self, around=around)

    def with_gear(self, gear: TableDevices) -> "MatchSetup":
        return replace(self, gear=gear)

    def with_squad(self, seat: str, squad: Json) -> "MatchSetup":
        return replace(self, squads={**self.squads, seat: squad})

    # --- what holds now

    def value_of(self, setting: MatchSetting) -> Any:
        return self.chosen.get(setting.name, setting.choices[0].value)

    def agreed_of(self, rule: HouseRuleOffer) -> Any:
        """Return the present value of a house rule."""
        return self.agreed.get(rule.name, rule.choices[0].value)

    def minutes(self, clock: ClockSetting) -> int | None:
        return self.clocks.get(clock.name, clock.usual)

    @property
    def teams(self) -> Json:
        """The teams of the set-up by seat; empty if it has none."""
        teams = self.mode.setup.get("teams")
        return teams if isinstance(teams, dict) else {}

    def name_of(self, seat: str) -> Words:
        """Return the name of a team."""
        return self.names.get(seat) or str(self.teams[seat].get("name") or "") or word(seat)

    def squad_of(self, seat: str) -> Json:
        """Return a team with the squad that was scanned or chosen for it."""
        return {**self.teams[seat], **self.squads.get(seat, {})}

    # --- what comes of it

    @property
    def request(self) -> PlayRequest:
        """Return the request for the match."""
        return PlayRequest(self._setup(), self.gear, self._clocks_ms())

    def _setup(self) -> Json:
        setup = {**self.mode.setup, "house": dict(self.agreed)}
        if self.teams:
            setup["teams"] = {
                seat: {**self.squad_of(seat), "name": self.names.get(seat, team.get("name", ""))}
                for seat, team in self.teams.items()
            }
        if self.game.seats:
            setup["seats"] = list(self.seats)
        for name in FIRSTS:
            if name in setup:
                setup[name] = self.first
        for setting in self.mode.settings:
            setup = _with(setup, setting.path, self.value_of(setting))
        for clock in self.mode.clocks:
            if clock.is_of_setup:
                setup = _with(setup, ("end", "minutes"), self.minutes(clock))
        return setup

    def _clocks_ms(self) -> dict[str, int]:
        chosen = {clock.name: self.minutes(clock) for clock in self.mode.clocks if not clock.is_of_setup}
        return {name: minutes * MINUTE_MS for name, minutes in chosen.items() if minutes is not None}

    # --- who plays

    @property
    def _fewest(self) -> int:
        return 2 if self.agreed.get("two_players") else 3

    def _with_mode(self, mode: GameMode) -> "MatchSetup":
        first = next((mode.setup[name] for name in FIRSTS if name in mode.setup), "")
        seats = tuple(mode.setup.get("seats", ())) if self.game.seats else ()
        return replace(self, mode=mode, first=first, seats=seats, chosen={}, turned={}, squads={}, clocks={})

    def _toggled(self, seat: str) -> "MatchSetup":
        if seat in self.seats:
            return replace(self, seats=tuple(one for one in self.seats if one != seat))
        return replace(self, seats=(*self.seats, seat))


def with_device(gear: TableDevices, key: str, name: str) -> TableDevices:
    """Return the set-up with another camera or tower; calibrations of another camera are dropped."""
    if key == CAMERA:
        return replace(gear, camera=name, calibration="")
    return replace(gear, tower=name)


def _with(setup: Json, path: tuple[str, ...], value: Any) -> Json:
    """Return a copy of data with a value at a path."""
    name, *rest = path
    return {**setup, name: _with(setup[name], tuple(rest), value) if rest else value}
