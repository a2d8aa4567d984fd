"""Sets a match up step by step; each step has its usual answers, so that a player can touch *on* a few times.

This is a value: `setup_lines` says what may be touched, and the backend makes a match of the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from companion.backend.interface import (
    CardName,
    ClockSetting,
    DeviceOffer,
    FoundDevice,
    GameMode,
    GameOffer,
    HouseRuleOffer,
    PlayRequest,
    TableDevices,
)
from companion.opponent.seat import USUAL_LEVEL, Seating
from companion.people import KnownPerson, OwnTeam, PersonId
from companion.rules.description import MatchSetting, SettingPlace
from companion.rules.engine import Json
from companion.showing.games import SCENE_BUILDERS, seat_word
from companion.storage.shipped_data import with_value
from companion.timers import MINUTE_MS
from companion.words import Text
from ui.presenters.lines import Around, Words
from ui.presenters.palette import LIVERIES
from ui.setup.squads import Drawing, Squad, filled_squad

LONGEST_NAME = 24


class SetupStage(StrEnum):
    """The steps of a set-up. Three are asked; those between `MORE` and the end are opened from there, as are those that are
    called after the kinds of devices.
    """

    MODE = "mode"
    PEOPLE = "people"
    READY = "ready"
    MORE = "more"
    MATCH = "match"
    RULES = "rules"
    TEAMS = "teams"
    SQUADS = "squads"
    DECKS = "decks"
    DRAW = "draw"
    CLOCKS = "clocks"


ASKS: dict[str, Text] = {
    SetupStage.MODE: Text("which mode of play?"),
    SetupStage.MATCH: Text("what kind of match?"),
    SetupStage.RULES: Text("house rules"),
    SetupStage.TEAMS: Text("which teams?"),
    SetupStage.PEOPLE: Text("who plays?"),
    SetupStage.MORE: Text("what do you want to change?"),
    SetupStage.SQUADS: Text("which squads?"),
    SetupStage.DECKS: Text("which decks?"),
    SetupStage.DRAW: Text("draw of lots"),
    SetupStage.CLOCKS: Text("how long?"),
    SetupStage.READY: Text("ready?"),
}
TWO_PLAYERS, FEWEST = "two_players", 2
"""The house rule by which two people play a game for more, and the fewest who play any game."""
COMPANION, NO_NAME, NOBODY = "companion", "", "nobody"
"""The values of the touches that have the program play a seat, somebody without a name, or nobody."""
PAIR = "pair"
"""The key of a line that only shows a pair of cards; the number of the pair follows it."""
STADIUM = "stadium"
"""The setting that is asked with its own question, where it stands alone."""
FIRSTS = ("kickoff", "first")
"""The field of a set-up that says who begins."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """All choices so far. `clocks` are minutes, None for no limit; a clock that is not named has its usual length."""

    game: GameOffer
    mode: GameMode
    stage: str
    chosen: Mapping[str, Any] = field(default_factory=dict)
    """The chosen values of the match's own settings, by name."""
    turned: Mapping[str, int] = field(default_factory=dict)
    """The page of a line that has more choices than room."""
    agreed: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    seat: str = ""
    """The seat whose player is chosen on a page of its own, where people choose their seats too."""
    played: tuple[str, ...] = ()
    """The seats that the program plays."""
    may_name: bool = True
    """People may be named; not by the visitors of a kiosk, who would read who was there before."""
    known: tuple[KnownPerson, ...] = ()
    """The people who are remembered."""
    own_teams: tuple[OwnTeam, ...] = ()
    people: Mapping[str, PersonId] = field(default_factory=dict)
    """Who plays which seat, as far as that was said."""
    level: int | None = USUAL_LEVEL
    """The program's level; None: that of an even match."""
    is_laid: bool = False
    """People lay the program's cards."""
    first: str = ""
    squads: Mapping[str, Json] = field(default_factory=dict)
    """The fields of a team that were scanned or chosen; a team that is not named has the demonstration squad."""
    cards: Mapping[str, CardName] = field(default_factory=dict)
    """All known cards of the game, by reference."""
    drawing: Drawing | None = None
    clocks: Mapping[str, int | None] = field(default_factory=dict)
    gear: TableDevices = field(default_factory=TableDevices)
    around: Around = field(default_factory=dict)
    back_to: str = ""
    """The step from which this one was opened, out of turn: the last one, or what else there is."""

    @classmethod
    def of(cls, game: GameOffer, gear: TableDevices = TableDevices()) -> "MatchSetup":  # noqa: B008 - a frozen value
        """Return the first step, with the devices that were used last."""
        begun = cls(game, game.modes[0], SetupStage.MODE, gear=gear)
        whole = begun._with_mode(begun.mode)
        return replace(whole, stage=whole.stages[0])

    # --- steps

    @property
    def stages(self) -> tuple[str, ...]:
        """The steps that are asked one after the other: at most three."""
        mode = (SetupStage.MODE,) if len(self.game.modes) > 1 else ()
        people = (SetupStage.PEOPLE,) if self.game.seats or self.sides else ()
        return (*mode, *people, SetupStage.READY)

    @property
    def further(self) -> tuple[str, ...]:
        """The steps of this game in this mode that are opened only by those who want to change something."""
        there = {
            SetupStage.MATCH: self.settings(SettingPlace.MATCH),
            SetupStage.RULES: self.house_rules,
            SetupStage.TEAMS: self.teams,
            SetupStage.SQUADS: self.mode.needs,
            SetupStage.DECKS: self.settings(SettingPlace.SQUADS),
            SetupStage.DRAW: self.mode.draw,
            SetupStage.CLOCKS: self.mode.clocks,
        }
        own = (stage for stage, has in there.items() if has)
        return (*own, *(offer.name for offer in self.game.devices))

    @property
    def device(self) -> DeviceOffer | None:
        """The kind of device that is chosen in this step."""
        return next((offer for offer in self.game.devices if offer.name == self.stage), None)

    @property
    def asks(self) -> Text:
        if self.device is not None:
            return self.device.asks
        if self.seat:
            return Text("who plays {seat}?", seat=self.told_name(self.seat))
        if self.stage == SetupStage.DRAW and self.drawing is not None and self.drawing.winner:
            return Text("{team} has won the draw", team=self.told_name(self.drawing.seats[0]))
        if self.stage == SetupStage.RULES and len(self.house_rules) == 1:
            return Text("{title}", title=self.house_rules[0].title)
        if self.stage == SetupStage.MATCH and self.has_only_stadium:
            return Text("which stadium?")
        if self.stage == SetupStage.MATCH and len(self.asked_settings(SettingPlace.MATCH)) == 1:
            return Text("when does the match end?")
        if self.stage == SetupStage.DRAW and self.drawing is not None and self.drawing.is_level:
            return Text("it is a tie!")
        if self.stage == SetupStage.DRAW and self.drawing is None and self.mode.draw is not None:
            return Text("{title}", title=self.mode.draw.title)
        return ASKS[self.stage]

    def asked_settings(self, place: SettingPlace) -> list[MatchSetting]:
        """Return the settings about which there is something to choose."""
        return [one for one in self.settings(place) if _is_asked(one)]

    @property
    def has_only_stadium(self) -> bool:
        """Whether the stadium is all that is chosen about the match itself."""
        return [one.name for one in self.settings(SettingPlace.MATCH)] == [STADIUM]

    @property
    def says_step(self) -> Text | None:
        """The number of this page among the steps; None if the page is none of the steps."""
        if self.stage not in self.stages:
            return None
        return Text("step {n} of {count}", n=self.stages.index(self.stage) + 1, count=len(self.stages))

    @property
    def house_rules(self) -> tuple[HouseRuleOffer, ...]:
        """Return the house rules that are asked for: those that can matter in this mode. Whether two may play is not asked,
        because the number of players says it.
        """
        moot = (*self.mode.moot, TWO_PLAYERS)
        return tuple(rule for rule in self.game.house_rules if rule.name not in moot)

    def visit(self, stage: str) -> "MatchSetup":
        """Open a step out of turn, to change something; from there it goes on to where it was opened."""
        return replace(self, stage=stage, back_to=self.stage)

    def on(self) -> "MatchSetup":
        """Return the next step; the last step returns itself."""
        if self.seat:
            return replace(self, seat="")
        if self.back_to:
            is_further = self.back_to == SetupStage.MORE
            return replace(self, stage=self.back_to, back_to=SetupStage.READY if is_further else "")
        stages = self.stages
        return replace(self, stage=stages[min(stages.index(self.stage) + 1, len(stages) - 1)])

    def back(self) -> "MatchSetup | None":
        """Return the step before; None before the first."""
        if self.seat or self.back_to:
            return self.on()
        at = self.stages.index(self.stage)
        return replace(self, stage=self.stages[at - 1]) if at else None

    @property
    def hinders(self) -> Text | None:
        """The reason why the set-up cannot go on yet."""
        if self.stage == SetupStage.PEOPLE and self.game.seats and len(self.seats) < FEWEST:
            return Text("at least {least} players are needed", least=FEWEST)
        if self.stage == SetupStage.DRAW and self.drawing is not None and self.drawing.is_level:
            return Text("the draw of lots goes on until a side has won")
        return None

    @property
    def note(self) -> Words:
        """A remark about the step, which does not prevent going on."""
        match self.stage:
            case SetupStage.PEOPLE if self.game.seats and len(self.seats) == FEWEST:
                return Text("with two players each order is twice its average per player")
            case SetupStage.PEOPLE if self.game.seats and not self.seat:
                return Text("touch a colour: who plays it?")
            case SetupStage.PEOPLE if self.may_name and not self.people and not self.played:
                return Text("you need no name")
            case SetupStage.MATCH:
                # About what there is nothing to choose, there may be something to say.
                fixed = (one for one in self.settings(SettingPlace.MATCH) if not _is_asked(one))
                return next((one.says for one in fixed), "")
            case SetupStage.CLOCKS if not all(clock.is_of_setup for clock in self.mode.clocks):
                return Text("when time is up, Companion says so; the match goes on")
            case _:
                return ""

    # --- what is chosen

    def choose(self, key: str, value: Any) -> "MatchSetup":
        """Return the set-up after a touch on a line's value."""
        match self.stage:
            case SetupStage.MODE:
                return self._with_mode(self.game.modes[value])
            case SetupStage.RULES:
                rule = next(rule for rule in self.game.house_rules if rule.name == key)
                return self.agree(key, rule.choices[value].value)
            case _ if (setting := self.setting(key)) is not None:
                return self.set_to(key, setting.choices[value].value)
            case SetupStage.TEAMS | SetupStage.DRAW if key == "first":
                return replace(self, first=value)
            case SetupStage.TEAMS:
                return self.named(key, value)
            case SetupStage.PEOPLE if key == "seats":
                return replace(self, seat=value)
            case SetupStage.PEOPLE:
                return self._with_player(key, value)
            case SetupStage.SQUADS:
                squads = {seat: one for seat, one in self.squads.items() if seat != key}
                return replace(self.undrawn(), squads=squads)
            case SetupStage.DRAW if key.startswith(PAIR):
                return self
            case SetupStage.DRAW:
                return self._draw_with(key, value)
            case SetupStage.CLOCKS:
                return replace(self, clocks={**self.clocks, key: value})
            case _ if self.device is not None:
                return self.with_gear(self.gear.choose(key, value))
            case _:
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

    def seen(self, kind: str, found: Sequence[FoundDevice]) -> "MatchSetup":
        """Take the list of connected devices of a kind."""
        return replace(self, around={**self.around, kind: found})

    def with_gear(self, gear: TableDevices) -> "MatchSetup":
        return replace(self, gear=gear)

    def with_squad(self, seat: str, squad: Json) -> "MatchSetup":
        """Return the set-up with a squad; a draw with cards of another squad is void."""
        return replace(self.undrawn(), squads={**self.squads, seat: squad})

    def with_cards(self, cards: Mapping[str, CardName]) -> "MatchSetup":
        return replace(self, cards=cards)

    # --- the draw of who is at home

    def turned_over(self, pair: Mapping[str, str]) -> "MatchSetup":
        """Return the set-up with one more pair of the draw."""
        assert self.drawing is not None
        return self.drawn(self.drawing.turned(pair, self.cards))

    def drawn_by_chance(self, shuffled: Mapping[str, Sequence[str]], coin: str) -> "MatchSetup":
        """Return the set-up with the whole draw: the squads' cards in this order, and who would win a toss."""
        begun = self.undrawn()
        criterion = self.drawing.criterion if self.drawing is not None else ""
        return begun.drawn(begun.begun_drawing(criterion).by_chance(shuffled, coin, self.cards))

    def drawable(self, seat: str) -> tuple[str, ...]:
        """Return the cards of a squad that were not turned over yet."""
        if self.mode.draw is None:
            return ()
        turned = {pair.cards[seat] for pair in self.drawing.pairs} if self.drawing is not None else set()
        refs = self.squad_of(seat).get(self.mode.draw.of, ())
        return tuple(ref for ref in refs if ref not in turned and ref in self.cards)

    def undrawn(self) -> "MatchSetup":
        """Return the set-up without a draw, each side in the seat that it had."""
        drawing = self.drawing
        before = self if drawing is None or not drawing.is_exchanged else self.exchanged()
        return replace(before, drawing=None)

    def _draw_with(self, key: str, value: Any) -> "MatchSetup":
        """Return the set-up after a touch on a line of the draw: its ability, the coin, or no draw."""
        if key == "coin" and self.drawing is not None:
            return self.drawn(replace(self.drawing, coin=value))
        if value is None:
            return self.undrawn()
        begun = self.undrawn()
        return replace(begun, drawing=begun.begun_drawing(value))

    def begun_drawing(self, criterion: str = "") -> Drawing:
        """Return a draw without a pair, by this ability or by the first that there is."""
        draw = self.mode.draw
        assert draw is not None
        return Drawing(draw, tuple(self.teams), criterion or str(draw.criteria[0].value))

    def drawn(self, drawing: Drawing) -> "MatchSetup":
        """Return the set-up after a pair or a toss; the winner takes the first seat."""
        drawn = replace(self, drawing=drawing)
        return drawn.exchanged() if drawing.winner not in ("", drawing.seats[0]) else drawn

    def exchanged(self) -> "MatchSetup":
        """Return the set-up with the sides in each other's seats, with their names and squads."""
        assert self.drawing is not None
        other = dict(zip(self.teams, reversed(list(self.teams)), strict=True))
        return replace(
            self,
            drawing=self.drawing.exchanged(),
            names={other[seat]: name for seat, name in self.names.items()},
            squads={other[seat]: squad for seat, squad in self.squads.items()},
            played=tuple(other[seat] for seat in self.played),
            people={other[seat]: person for seat, person in self.people.items()},
        )

    # --- what holds now

    def settings(self, place: SettingPlace) -> tuple[MatchSetting, ...]:
        """Return the match's own settings that are asked at this place."""
        return tuple(one for one in self.mode.settings if one.place is place)

    def setting(self, name: str) -> MatchSetting | None:
        return next((one for one in self.mode.settings if one.name == name), None)

    def value_of(self, setting: MatchSetting) -> Any:
        """Return the present value of a setting: what was chosen, or what is usual."""
        return self.chosen.get(setting.name, self.usual_of(setting))

    def usual_of(self, setting: MatchSetting) -> Any:
        """Return the usual value of a setting, which depends on whether the team has a squad of its own."""
        has_own_squad = setting.place is SettingPlace.SQUADS and setting.path[1] in self.squads
        return setting.for_others if has_own_squad else setting.choices[0].value

    def listed(self, setting: MatchSetting) -> Squad:
        """Return the cards that a setting lists, as they are chosen card by card."""
        assert setting.cards is not None
        now = self.value_of(setting)
        need = setting.cards.need
        empty = Squad((need,), self.cards, self.mode.squads, self._setup())
        return filled_squad(empty, {need.field: now if isinstance(now, list) else []})

    def agreed_of(self, rule: HouseRuleOffer) -> Any:
        """Return the present value of a house rule."""
        return self.agreed.get(rule.name, rule.choices[0].value)

    def minutes(self, clock: ClockSetting) -> int | None:
        return self.clocks.get(clock.name, clock.usual)

    @property
    def teams(self) -> Json:
        """The teams of the set-up by seat; empty if it has none."""
        teams = self.mode.setup.get("teams")
        if not isinstance(teams, dict):
            return {}
        if self.drawing is not None and self.drawing.is_exchanged:
            return dict(zip(teams, reversed(list(teams.values())), strict=True))
        return teams

    def name_of(self, seat: str) -> Words:
        """Return the name of a team."""
        team = self.teams.get(seat, {})
        return self.names.get(seat) or str(team.get("name") or "") or seat_word(seat)

    def role_of(self, seat: str) -> str:
        """Return the mark of a seat; "" if it has none."""
        role = SCENE_BUILDERS[self.game.name].roles.get(seat, seat)
        return role if role in LIVERIES else ""

    def told_name(self, seat: str) -> Text:
        """Return the name of a team as part of a sentence."""
        name = self.name_of(seat)
        return Text("{name}", name=name)

    def squad_of(self, seat: str) -> Json:
        """Return a team with the squad that was scanned or chosen for it."""
        return {**self.teams[seat], **self.squads.get(seat, {})}

    def squad(self, seat: str) -> Squad:
        """Return a squad as it is chosen card by card."""
        empty = Squad(self.mode.needs, self.cards, self.mode.squads, self._setup())
        return filled_squad(empty, self.squad_of(seat))

    # --- what comes of it

    @property
    def request(self) -> PlayRequest:
        """Return the request for the match."""
        is_even, level = self.level is None, self.level or USUAL_LEVEL
        opponents = (Seating(seat, level, is_even, self.is_laid) for seat in self.played)
        people = {seat: person for seat, person in self.people.items() if seat in self.sides}
        return PlayRequest(self._setup(), self.gear, self._clocks_ms(), tuple(opponents), people)

    def _setup(self) -> Json:
        setup = {**self.mode.setup, "house": self._house()}
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
            setup = with_value(setup, setting.path, self.value_of(setting))
        told = None if self.drawing is None else self.drawing.told
        if self.drawing is not None and told is not None:
            setup = {**setup, self.drawing.draw.field: told}
        for clock in self.mode.clocks:
            if clock.is_of_setup:
                setup = with_value(setup, ("end", "minutes"), self.minutes(clock))
        return setup

    def _house(self) -> Json:
        """Return the house rules that were touched, or agreed for this table; the others are as the rulebook has them."""
        usual = {rule.name: rule.choices[0].value for rule in self.game.house_rules if rule.is_agreed}
        two = {TWO_PLAYERS: True} if len(self.seats) == FEWEST else {}
        return {**usual, **self.agreed, **two}

    def _clocks_ms(self) -> dict[str, int]:
        chosen = {clock.name: self.minutes(clock) for clock in self.mode.clocks if not clock.is_of_setup}
        return {name: minutes * MINUTE_MS for name, minutes in chosen.items() if minutes is not None}

    # --- who plays

    @property
    def sides(self) -> tuple[str, ...]:
        """All seats of the match."""
        if self.game.seats:
            return self.seats
        return tuple(self.teams) or (() if self.game.opponent is None else self.game.opponent.seats)

    def known_by(self, people: Sequence[KnownPerson]) -> "MatchSetup":
        """Take the list of who is remembered; who was in it keeps the place that a finger knows."""
        places = {one.id: n for n, one in enumerate(self.known)}
        return replace(self, known=tuple(sorted(people, key=lambda one: places.get(one.id, len(places)))))

    def seated_as(self, request: PlayRequest) -> "MatchSetup":
        """Return the set-up with those in the seats who would play a match that begins at once."""
        return replace(
            self,
            seats=tuple(request.setup["seats"]) if self.game.seats else (),
            people=request.people,
            played=tuple(one.seat for one in request.opponents),
        )

    def seated(self, seat: str, person: PersonId) -> "MatchSetup":
        """Return the set-up with a person in a seat; nobody plays two."""
        left = self.vacated(seat)
        people = {at: one for at, one in left.people.items() if one != person}
        return replace(left.taken(seat), people={**people, seat: person})

    def person_of(self, seat: str) -> KnownPerson | None:
        return next((one for one in self.known if one.id == self.people.get(seat)), None)

    def _with_player(self, key: str, value: Any) -> "MatchSetup":
        """Return the set-up after a touch on who plays a seat, or on how the program plays."""
        match key:
            case "level":
                return replace(self, level=value)
            case "laid":
                return replace(self, is_laid=value)
            case _ if value in (NO_NAME, NOBODY):
                left = self.vacated(key)
                return left if value == NOBODY else left.taken(key)
            case _ if value == COMPANION:
                taken = self.vacated(key).taken(key)
                return replace(taken, played=(*taken.played, key))
            case _:
                return self.seated(key, value)

    def vacated(self, seat: str) -> "MatchSetup":
        """Return the set-up with a seat that nobody plays."""
        return replace(
            self,
            seat="",
            seats=tuple(one for one in self.seats if one != seat),
            people={at: one for at, one in self.people.items() if at != seat},
            played=tuple(one for one in self.played if one != seat),
        )

    def taken(self, seat: str) -> "MatchSetup":
        """Return the set-up with a seat more, if its game has seats to choose from: they stand in the game's order."""
        return replace(self, seats=tuple(one for one in self.game.seats if one in (*self.seats, seat)))

    def _with_mode(self, mode: GameMode) -> "MatchSetup":
        first = next((mode.setup[name] for name in FIRSTS if name in mode.setup), "")
        # How many play does not depend on the mode: another one changes nobody's seat.
        seats = self.seats or tuple(mode.setup.get("seats", ())) if self.game.seats else ()
        return replace(
            self,
            mode=mode,
            first=first,
            seats=seats,
            chosen={},
            turned={},
            names=self.undrawn().names,
            squads={},
            drawing=None,
            clocks={},
        )


def _is_asked(setting: MatchSetting) -> bool:
    return bool(len(setting.choices) > 1 or setting.most or setting.cards)
