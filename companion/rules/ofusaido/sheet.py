"""Reads the match sheet: mode, teams, stadium, coaches and house rules, checked before kick-off (§01 to §03)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from companion.codec import read
from companion.errors import Malformed
from companion.ids import CardRef
from companion.rules.catalogue import find_card, read_cards
from companion.rules.effects import Effect
from companion.rules.engine import HouseRule
from companion.rules.ofusaido.cards import (
    Action,
    Card,
    Coach,
    Energy,
    Footballer,
    Goalkeeper,
    Icon,
    Occasion,
    Player,
    Stadium,
    Zone,
    lines_in,
    lines_of_posts,
    read_card,
    unknown_posts,
)
from companion.rules.ofusaido.squads import Lots, LotsResult, Mode, most_copies, most_levels, settled_lots
from companion.words import Text, word

FIELD_PLAYERS = 18
KEEPERS = 2
ACTIONS = 9
ENERGIES = 12
OCCASIONS = 6
VISIBLE = 2


class Seat(StrEnum):
    """`home` won the draw and chose the stadium."""

    HOME = "home"
    AWAY = "away"

    @property
    def other(self) -> "Seat":
        return AWAY if self is HOME else HOME


SEATS = HOME, AWAY = tuple(Seat)
"""Both, for what runs at every play: loops over the tuple take a third of the time, and Python 3.11 finds a name of the
module in a fifth of the time of a member of its class.
"""


@dataclass(frozen=True, slots=True)
class House:
    """The house rules: how this table resolves the ambiguities of the rulebook."""

    foul_advance: Literal["shooting_zone", "anywhere"] = "shooting_zone"
    both_whistles: Literal["attack", "defence", "none"] = "attack"
    multipliers: Literal["multiply", "add"] = "multiply"


HOUSE_RULES = (
    HouseRule(
        "foul_advance",
        ("shooting_zone", "anywhere"),
        Text(
            "After a defender's foul outside a shooting zone, where does the attack go: to a "
            "shooting zone (§13), or anywhere (§02)?"
        ),
        {"shooting_zone": Text("on to a shooting zone"), "anywhere": Text("on to any zone")},
    ),
    HouseRule(
        "both_whistles",
        ("attack", "defence", "none"),
        Text("Both base energy cards have the same colour and a whistle: which side commits the foul?"),
        {
            "attack": Text("a foul by the attack"),
            "defence": Text("a foul by the defence"),
            "none": Text("no foul"),
        },
    ),
    HouseRule(
        "multipliers",
        ("multiply", "add"),
        Text(
            "An energy card has two doublings: does it count four times (2 x 2), or three times (+1 and +1)?"
        ),
        {"multiply": Text("×2 and ×2 make ×4"), "add": Text("×2 and ×2 make ×3")},
    ),
)


@dataclass(frozen=True, slots=True)
class _TeamForm:
    players: tuple[CardRef, ...]
    goalkeepers: tuple[CardRef, ...]
    actions: tuple[CardRef, ...]
    energies: tuple[CardRef, ...]
    occasions: tuple[CardRef, ...]
    visible: tuple[CardRef, ...]
    name: str = ""
    coach: CardRef | None = None


@dataclass(frozen=True, slots=True)
class _TeamForms:
    home: _TeamForm
    away: _TeamForm


@dataclass(frozen=True, slots=True)
class _Form:
    game: Literal["ofusaido"]
    mode: Mode
    kickoff: Seat
    teams: _TeamForms
    stadium: CardRef | None = None
    catalogue: Any = None
    house: House = House()
    lots: Lots | None = None


@dataclass(frozen=True, slots=True)
class AnnouncedEffect:
    """An ability that is an action: `index` counts all effects of its card from 0, `number` the announced ones from 1
    (§04).
    """

    card: CardRef
    index: int
    number: int
    effect: Effect


@dataclass(frozen=True, slots=True, eq=False)
class TeamSheet:
    """One team as it was chosen. `deck` counts the copies that can be in hand, `energies` those of the pile.
    `abilities` are those that its footballers announce; none in `ecole`.
    """

    name: str
    players: tuple[CardRef, ...]
    goalkeepers: tuple[CardRef, ...]
    actions: tuple[CardRef, ...]
    occasions: tuple[CardRef, ...]
    visible: tuple[CardRef, ...]
    coach: Coach | None
    deck: Mapping[CardRef, int]
    energies: Mapping[CardRef, int]
    abilities: tuple[AnnouncedEffect, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """All that was chosen before kick-off."""

    mode: Mode
    kickoff: Seat
    house: House
    stadium: Stadium | None
    home: TeamSheet
    away: TeamSheet
    cards: Mapping[str, Card]
    lines_of: Mapping[str, tuple[str, ...]]
    zones: Mapping[str, Mapping[str, Zone]] = field(repr=False)
    lots: LotsResult | None = None

    def team(self, seat: Seat) -> TeamSheet:
        return self.home if seat is HOME else self.away

    @property
    def has_fouls(self) -> bool:
        return self.mode is not Mode.ECOLE

    @property
    def whole_cards(self) -> bool:
        """Return whether the lower part of the cards counts: icons, abilities, physique (§02)."""
        return self.mode is not Mode.ECOLE

    def footballer(self, ref: CardRef) -> Footballer:
        card = self.cards[ref]
        assert isinstance(card, Player | Goalkeeper)
        return card

    def player(self, ref: CardRef) -> Player:
        card = self.cards[ref]
        assert isinstance(card, Player)
        return card

    def keeper(self, ref: CardRef) -> Goalkeeper:
        card = self.cards[ref]
        assert isinstance(card, Goalkeeper)
        return card

    def energy(self, ref: CardRef) -> Energy:
        card = self.cards[ref]
        assert isinstance(card, Energy)
        return card

    def occasion(self, ref: CardRef) -> Occasion:
        card = self.cards[ref]
        assert isinstance(card, Occasion)
        return card

    def action(self, ref: CardRef) -> Action:
        card = self.cards[ref]
        assert isinstance(card, Action)
        return card

    def has_icon(self, ref: CardRef, icon: Icon) -> bool:
        card = self.cards[ref]
        return self.whole_cards and isinstance(card, Player) and icon in card.icons

    def own_effects(self, ref: CardRef) -> tuple[Effect, ...]:
        """Return the effects of a footballer's own card, announced or not; none in `ecole`."""
        return self.footballer(ref).effects if self.whole_cards else ()


def read_sheet(setup: Mapping[str, Any], catalogue: Sequence[Any]) -> Sheet:
    """Check a set-up. Raises `Malformed`, which names the team and the card."""
    form = read(_Form, dict(setup))
    cards, rest = read_cards(catalogue, read_card)
    lines = lines_in(rest)
    unknown = unknown_posts(cards.values(), lines)
    if unknown:
        raise unknown[0]
    if form.stadium is not None and form.mode.is_simple:
        raise Malformed("stadium", Text("the mode “{mode}” is played without a stadium", mode=form.mode))
    stadium = None if form.stadium is None else find_card(cards, form.stadium, Stadium, "stadium")
    sheet = Sheet(
        mode=form.mode,
        kickoff=form.kickoff,
        house=form.house,
        stadium=stadium,
        home=_team(form.teams.home, cards, form.mode, "teams.home"),
        away=_team(form.teams.away, cards, form.mode, "teams.away"),
        cards=cards,
        lines_of=lines_of_posts(lines),
        zones={
            card.ref: {zone.id: zone for zone in card.zones}
            for card in cards.values()
            if isinstance(card, Occasion)
        },
        lots=None if form.lots is None else _draw_lots(form, form.lots, cards),
    )
    for seat in Seat:
        _check_market(sheet, seat)
    return sheet


def _draw_lots(form: _Form, lots: Lots, cards: Mapping[str, Card]) -> LotsResult:
    return settled_lots(lots, {"home": form.teams.home.players, "away": form.teams.away.players}, cards)


def _team(form: _TeamForm, cards: Mapping[str, Card], mode: Mode, where: str) -> TeamSheet:
    for name, kind, wanted in (
        ("players", Player, FIELD_PLAYERS),
        ("goalkeepers", Goalkeeper, KEEPERS),
        ("actions", Action, ACTIONS),
        ("energies", Energy, ENERGIES),
        ("occasions", Occasion, OCCASIONS),
        ("visible", Occasion, VISIBLE),
    ):
        _check_list(getattr(form, name), kind, wanted, cards, f"{where}.{name}")
    for name in ("players", "goalkeepers", "occasions", "visible"):
        _check_no_double(getattr(form, name), f"{where}.{name}")
    for ref in form.visible:
        if ref not in form.occasions:
            raise Malformed(f"{where}.visible", Text("{card} is not one of the six occasions", card=ref))
    _check_actions(form.actions, cards, mode, f"{where}.actions")
    _check_occasions(form.occasions, cards, mode, f"{where}.occasions")
    if form.coach is not None and mode.is_simple:
        raise Malformed(f"{where}.coach", Text("the mode “{mode}” is played without a coach", mode=mode))
    deck = Counter((*form.players, *form.actions))
    energies = Counter(form.energies)
    return TeamSheet(
        name=form.name,
        players=form.players,
        goalkeepers=form.goalkeepers,
        actions=tuple(dict.fromkeys(form.actions)),
        occasions=form.occasions,
        visible=form.visible,
        coach=None if form.coach is None else find_card(cards, form.coach, Coach, f"{where}.coach"),
        deck=dict(deck),
        energies=dict(energies),
        abilities=() if mode is Mode.ECOLE else tuple(_abilities((*form.players, *form.goalkeepers), cards)),
    )


def _abilities(footballers: Iterable[CardRef], cards: Mapping[str, Card]) -> Iterator[AnnouncedEffect]:
    for ref in footballers:
        card = cards[ref]
        assert isinstance(card, Player | Goalkeeper)
        announced = [(n, effect) for n, effect in enumerate(card.effects) if effect.announced is not None]
        for number, (index, effect) in enumerate(announced, start=1):
            yield AnnouncedEffect(ref, index, number, effect)


def _check_list(
    refs: Sequence[CardRef], kind: type[Card], wanted: int, cards: Mapping[str, Card], where: str
) -> None:
    for n, ref in enumerate(refs):
        find_card(cards, ref, kind, f"{where}[{n}]")
    if len(refs) != wanted:
        raise Malformed(
            where, Text("there must be {wanted} cards; here: {got}", wanted=wanted, got=len(refs))
        )


def _check_no_double(refs: Sequence[CardRef], where: str) -> None:
    for ref, copies in Counter(refs).items():
        if copies > 1:
            raise Malformed(where, Text("{card} is listed twice", card=ref))


def _check_occasions(refs: Sequence[CardRef], cards: Mapping[str, Card], mode: Mode, where: str) -> None:
    """Check the occasions: the football school has its own, which replaces another one (§08)."""
    for ref in refs:
        if most_copies(find_card(cards, ref, Occasion, where), mode) == 0:
            says = (
                Text("{card} is not played in the football school: another one replaces it (§08)", card=ref)
                if mode is Mode.ECOLE
                else Text(
                    "{card} is played in the football school only (§08), not in mode {mode}",
                    card=ref,
                    mode=mode,
                )
            )
            raise Malformed(where, says)


def _check_actions(refs: Sequence[CardRef], cards: Mapping[str, Card], mode: Mode, where: str) -> None:
    if mode.is_simple:
        _check_no_double(refs, where)
    for ref, copies in Counter(refs).items():
        card = find_card(cards, ref, Action, where)
        most = most_copies(card, mode)
        if most == 0:
            raise Malformed(
                where,
                Text(
                    "{card} is not one of the base actions, which mode {mode} asks for",
                    card=ref,
                    mode=mode,
                ),
            )
        if most is not None and copies > most:
            raise Malformed(
                where,
                Text(
                    "{card} is {tier}: at most {most} copies; here: {copies}",
                    card=ref,
                    tier=word(card.tier),
                    most=most,
                    copies=copies,
                ),
            )


def _check_market(sheet: Sheet, seat: Seat) -> None:
    team = sheet.team(seat)
    levels = sum(sheet.footballer(ref).level for ref in (*team.players, *team.goalkeepers))
    market = most_levels(sheet.mode, sheet.stadium)
    if market is not None and levels > market:
        raise Malformed(
            f"teams.{seat}.players",
            Text(
                "the levels of the 20 players add up to {levels}, more than the market of {market}",
                levels=levels,
                market=market,
            ),
        )
