"""Reads the match sheet: mode, teams, board and house rules, checked before the match (p. 5, 12)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from companion.codec import Range, read
from companion.errors import Malformed
from companion.ids import CardRef
from companion.rules.boufbowl.board import PLAYERS_A_TEAM, RED, Board, Seat, read_board
from companion.rules.boufbowl.cards import (
    Action,
    Bent,
    Card,
    Doing,
    Moment,
    Player,
    Post,
    Power,
    PowerPile,
    TeamTraining,
    read_card,
)
from companion.rules.catalogue import find_card, read_cards
from companion.rules.effects import Effect, Op
from companion.rules.engine import HouseRule
from companion.words import Text

POINT = 1
"""Movement points that a move, getting up, a pick-up or a replacement costs (p. 7, 8)."""
HAND = 5
"""Number of cards in a full hand (p. 5)."""
DECK = 43
"""Number of action cards of a team (p. 5)."""
MOST_CARDS = 999


class Mode(StrEnum):
    """How much of the rules is played (p. 12)."""

    NORMAL = "normal"
    EXPERT = "expert"


class Length(StrEnum):
    """When the match ends (p. 12)."""

    NORMAL = "normal"
    LONG = "long"


class DamageFace(StrEnum):
    """What a damage die shows (p. 10)."""

    NONE = "none"
    KO = "ko"
    INJURED = "injured"


FACE_WORDS: Mapping[DamageFace, Text] = {
    DamageFace.NONE: Text("nothing"),
    DamageFace.KO: Text("K.O."),
    DamageFace.INJURED: Text("injured"),
}
COSTS: Mapping[str, int] = {"1": 3, "1_same_post": 2, "2": 4, "3": 5, "bonta": 5, "brakmar": 5}
"""Default prices of powers and trainings in fervour, until the owner enters the printed ones."""

_COST_WORDS: Mapping[Any, Text] = {
    **{str(n): Text("intensity {n}", n=n) for n in (1, 2, 3)},
    "1_same_post": Text("intensity 1, same post"),
    "bonta": Text("Bonta"),
    "brakmar": Text("Brâkmar"),
}

ACTION_DIE = (0, 1, 1, 2, 2, 3)
DAMAGE_DIE = (*[DamageFace.NONE] * 3, *[DamageFace.KO] * 2, DamageFace.INJURED)
_CAN_SCORE = (0, 1)


def _read_faces(data: Any, where: str) -> tuple[int, ...]:
    return _some(read(tuple[Annotated[int, Range(0, 9)], ...], data, where), where)


def _read_damage_faces(data: Any, where: str) -> tuple[DamageFace, ...]:
    return _some(read(tuple[DamageFace, ...], data, where), where)


F = TypeVar("F")


def _some(faces: tuple[F, ...], where: str) -> tuple[F, ...]:
    if not faces:
        raise Malformed(where, Text("a die has at least one face"))
    return faces


def _read_costs(data: Any, where: str) -> Mapping[str, int]:
    costs = read(Mapping[str, Annotated[int, Range(0, 99)]], data, where)  # type: ignore[type-abstract]
    for name in costs:
        if name not in COSTS:
            raise Malformed(
                where, Text("there is no cost {name}; possible: {known}", name=name, known=", ".join(COSTS))
            )
    return {**COSTS, **costs}


@dataclass(frozen=True, slots=True)
class House:
    """The house rules: how this table plays what the rulebook leaves open. Costs that are left out keep their default."""

    second_die: Literal["sum", "best"] = "sum"
    action_die: tuple[int, ...] = field(default=ACTION_DIE, metadata={"read": _read_faces})
    damage_die: tuple[DamageFace, ...] = field(default=DAMAGE_DIE, metadata={"read": _read_damage_faces})
    chandelle_to: Literal["anywhere", "not_endzones"] = "anywhere"
    lying_level: Literal["both", "tackler"] = "both"
    stand_up: Literal["free", "point"] = "free"
    pick_up_against: Literal["standing", "present"] = "standing"
    lightning: Literal["between_plays", "any_moment"] = "between_plays"
    costs: Mapping[str, int] = field(default_factory=lambda: COSTS, metadata={"read": _read_costs})


HOUSE_RULES = (
    HouseRule(
        "second_die",
        ("sum", "best"),
        Text("The stars of several action dice add up, or only the best of them counts."),
        {"sum": Text("the stars add up"), "best": Text("only the best die counts")},
    ),
    HouseRule(
        "action_die", (list(ACTION_DIE), list(_CAN_SCORE)), Text("The stars on the faces of an action die.")
    ),
    HouseRule(
        "damage_die",
        ([face.value for face in DAMAGE_DIE], ["none", "ko", "injured"]),
        Text("What the faces of a damage die show."),
        {face.value: says for face, says in FACE_WORDS.items()},
    ),
    HouseRule(
        "chandelle_to",
        ("anywhere", "not_endzones"),
        Text("Where an up-and-under may go: the rulebook keeps passes only out of the endzones."),
        {"anywhere": Text("into any zone"), "not_endzones": Text("into no endzone")},
    ),
    HouseRule(
        "lying_level",
        ("both", "tackler"),
        Text("Who is hurt when a tackle on a lying player ends in a tie."),
        {"both": Text("both players are hurt"), "tackler": Text("only the tackler is hurt")},
    ),
    HouseRule(
        "stand_up",
        ("free", "point"),
        Text("What it costs to stand a player up who has no marker: p. 6 and p. 7 of the rulebook disagree."),
        {"free": Text("nothing, at the turn's beginning"), "point": Text("a movement point")},
    ),
    HouseRule(
        "pick_up_against",
        ("standing", "present"),
        Text("Which opponents in the zone make a roll necessary to pick the ball up."),
        {"standing": Text("standing opponents only"), "present": Text("lying opponents too")},
    ),
    HouseRule(
        "lightning",
        ("between_plays", "any_moment"),
        Text("When an effect with the lightning may be played."),
        {
            "between_plays": Text("between two plays"),
            "any_moment": Text("at any moment before the dice fall"),
        },
    ),
    HouseRule(
        "costs",
        (dict(COSTS), {**COSTS, "1": 1, "1_same_post": 1, "bonta": 2, "brakmar": 2}),
        Text("What powers of each intensity and trainings of each side cost in fervour."),
        _COST_WORDS,
    ),
)


def _read_deck(data: Any, where: str) -> int | tuple[CardRef, ...]:
    """Read a coach's deck: the number of action cards, or their references, one for each copy."""
    if isinstance(data, list):
        return _at_least_a_hand(read(tuple[CardRef, ...], data, where), where)
    number: int = read(Annotated[int, Range(0, MOST_CARDS)], data, where)  # type: ignore[arg-type]
    return number


def _at_least_a_hand(deck: tuple[CardRef, ...], where: str) -> tuple[CardRef, ...]:
    """Refuse a list that nobody can have finished: a coach's first hand would not be full (reading `deck_listed`)."""
    if len(deck) >= HAND:
        return deck
    raise Malformed(
        where,
        Text(
            "a deck that is listed has all cards of its coach, {n} at least; cards here: {got}",
            n=HAND,
            got=len(deck),
        ),
    )


@dataclass(frozen=True, slots=True)
class _TeamForm:
    players: tuple[CardRef, ...]
    name: str = ""
    deck: int | tuple[CardRef, ...] = field(default=DECK, metadata={"read": _read_deck})


@dataclass(frozen=True, slots=True)
class _TeamForms:
    red: _TeamForm
    blue: _TeamForm


_BOARD = {"read": read_board}


@dataclass(frozen=True, slots=True)
class _Form:
    game: Literal["boufbowl"]
    first: Seat
    teams: _TeamForms
    board: Board = field(metadata=_BOARD)
    mode: Mode = Mode.NORMAL
    length: Length = Length.NORMAL
    catalogue: Any = None
    house: House = House()
    toss: Seat | None = None
    shown: tuple[CardRef, ...] | None = None


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """One team as it was chosen. `deck` is how many action cards its coach has; `copies` counts each card, None where
    nobody said which they are; `effects` are those of the cards that have one; `bonuses` are the cards with a bonus for an
    opposition: each copy, or where nobody said, each card once.
    """

    name: str
    players: tuple[CardRef, ...]
    deck: int
    copies: Mapping[CardRef, int] | None
    effects: Mapping[CardRef, Effect] = field(repr=False)
    bonuses: Mapping[Moment, tuple[CardRef, ...]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Price:
    """What a power card costs a player of some post."""

    cost: int
    power: Power


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """All that was chosen before the match. `counting`, the cards whose effects may count, is by what an opposition
    is about, and so is `once`, those that are used up when they have counted; `bending`, the cards that bend a rule
    of movement, is by what is done and by the rule, `bends_once` whether one of them is used up by that; `dearest` are
    the most movement points that each thing may ever cost; `doers` are the players whose own power has deeds; `faces` are
    those of the action die, each once; `prices` are by the post of who buys, the cheapest first; `toss` is who won it, and
    `shown` the power cards face up on the stand, each None where nobody told.
    """

    mode: Mode
    length: Length
    first: Seat
    house: House
    board: Board
    red: TeamSheet
    blue: TeamSheet
    cards: Mapping[str, Card]
    seat_of: Mapping[CardRef, Seat]
    trainings: tuple[CardRef, ...] = field(repr=False)
    faces: tuple[int, ...] = field(repr=False)
    counting: Mapping[Moment, frozenset[str]] = field(repr=False)
    once: Mapping[Moment, frozenset[str]] = field(repr=False)
    bending: Mapping[tuple[str, str], frozenset[str]] = field(repr=False)
    bends_once: bool
    dearest: Mapping[Doing, int] = field(repr=False)
    doers: frozenset[CardRef] = field(repr=False)
    prices: Mapping[Post, tuple[Price, ...]] = field(repr=False)
    toss: Seat | None = None
    shown: tuple[CardRef, ...] | None = None

    def team(self, seat: Seat) -> TeamSheet:
        return self.red if seat is RED else self.blue

    @property
    def is_expert(self) -> bool:
        return self.mode is Mode.EXPERT

    def player(self, ref: CardRef) -> Player:
        card = self.cards[ref]
        assert isinstance(card, Player)
        return card

    def action(self, ref: CardRef) -> Action:
        card = self.cards[ref]
        assert isinstance(card, Action)
        return card

    def effect(self, ref: CardRef) -> Effect:
        """Return the effect of an action card that has one."""
        effect = self.action(ref).effect
        assert effect is not None
        return effect

    def power(self, ref: CardRef) -> Power:
        card = self.cards[ref]
        assert isinstance(card, Power)
        return card

    def training(self, ref: CardRef) -> TeamTraining:
        card = self.cards[ref]
        assert isinstance(card, TeamTraining)
        return card


def read_sheet(setup: Mapping[str, Any], catalogue: Sequence[Any]) -> Sheet:
    """Check a set-up. Raises `Malformed`, which names the team and the card."""
    form = read(_Form, dict(setup))
    cards, _ = read_cards(catalogue, read_card)
    forms = {Seat.RED: form.teams.red, Seat.BLUE: form.teams.blue}
    seat_of: dict[CardRef, Seat] = {}
    for seat, team in forms.items():
        _check_team(team, cards, form.mode, f"teams.{seat}.players")
        for n, ref in enumerate(team.players):
            if ref in seat_of:
                raise Malformed(f"teams.{seat}.players[{n}]", Text("{card} is listed twice", card=ref))
            seat_of[ref] = seat
    _check_sides(form, cards)
    if form.shown is not None:
        _check_stand(form.shown, cards, form.mode)
    in_play = {ref: card for ref, card in cards.items() if form.mode is Mode.EXPERT or ref in seat_of}
    actions = {CardRef(ref): card for ref, card in cards.items() if isinstance(card, Action)}
    red, blue = (_team_sheet(team, cards, actions, f"teams.{seat}.deck") for seat, team in forms.items())
    return Sheet(
        mode=form.mode,
        length=form.length,
        first=form.first,
        house=form.house,
        board=form.board,
        red=red,
        blue=blue,
        cards=cards,
        seat_of=seat_of,
        trainings=tuple(CardRef(ref) for ref, card in cards.items() if isinstance(card, TeamTraining)),
        faces=tuple(sorted(set(form.house.action_die))),
        counting={moment: _counting(cards, moment) for moment in Moment},
        once={moment: _counting(cards, moment, once=True) for moment in Moment},
        bending={(on, what): _bending(in_play, on, what) for on in Doing for what in Bent},
        bends_once=any(_bends_once(card) for card in in_play.values()),
        dearest={on: _dearest(in_play, on) for on in Doing},
        doers=frozenset(ref for ref in seat_of if any(power.deeds for power in _effects_of(cards[ref]))),
        prices={post: _prices(cards, post, form.house.costs) for post in Post},
        toss=form.toss,
        shown=form.shown,
    )


def _team_sheet(
    form: _TeamForm, cards: Mapping[str, Card], actions: Mapping[CardRef, Action], where: str
) -> TeamSheet:
    if isinstance(form.deck, int):
        deck, copies, of_the_deck = form.deck, None, tuple(actions)
    else:
        for n, ref in enumerate(form.deck):
            find_card(cards, ref, Action, f"{where}[{n}]")
        deck, copies, of_the_deck = len(form.deck), dict(Counter(form.deck)), form.deck
    bonuses = {
        moment: tuple(ref for ref in of_the_deck if moment in actions[ref].bonus.on) for moment in Moment
    }
    effects = {
        ref: card.effect
        for ref, card in actions.items()
        if card.effect is not None and (copies is None or ref in copies)
    }
    return TeamSheet(form.name, form.players, deck, copies, effects, bonuses)


def _check_sides(form: "_Form", cards: Mapping[str, Card]) -> None:
    """Check that the two teams belong to different sides, and that each figure is there once (p. 5, 12)."""
    of_side: dict[str, tuple[Seat, CardRef]] = {}
    of_team: dict[Seat, CardRef] = {}
    of_figure: dict[str, CardRef] = {}
    for seat, team in ((Seat.RED, form.teams.red), (Seat.BLUE, form.teams.blue)):
        for n, ref in enumerate(team.players):
            where = f"teams.{seat}.players[{n}]"
            card = find_card(cards, ref, Player, where)
            if card.side:
                other = of_team.setdefault(seat, ref)
                if find_card(cards, other, Player, where).side != card.side:
                    raise Malformed(
                        where, Text("{card} and {other} belong to different teams", card=ref, other=other)
                    )
                owner, one = of_side.setdefault(card.side, (seat, ref))
                if owner is not seat:
                    raise Malformed(
                        where,
                        Text(
                            "{card} belongs to the same team as {other}, who plays for the opponent",
                            card=ref,
                            other=one,
                        ),
                    )
            if card.figure and (one := of_figure.setdefault(card.figure, ref)) != ref:
                raise Malformed(where, Text("{card} and {other} are the same figure", card=ref, other=one))


def _check_stand(shown: tuple[CardRef, ...], cards: Mapping[str, Card], mode: Mode) -> None:
    """Check the stand: power cards, one at most of each pile, in mode expert (p. 13)."""
    if mode is not Mode.EXPERT:
        raise Malformed("shown", Text("only the expert mode has power cards on the stand"))
    of_pile: dict[PowerPile, CardRef] = {}
    for n, ref in enumerate(shown):
        card = find_card(cards, ref, Power, f"shown[{n}]")
        if ref in shown[:n]:
            raise Malformed(f"shown[{n}]", Text("{card} is listed twice", card=ref))
        if (other := of_pile.setdefault(card.pile, ref)) != ref:
            raise Malformed(
                f"shown[{n}]",
                Text(
                    "{card} and {other} are of one pile, of which one card lies face up",
                    card=ref,
                    other=other,
                ),
            )


def _counting(cards: Mapping[str, Card], moment: Moment, *, once: bool = False) -> frozenset[str]:
    """Return the cards with an effect that may count in such an opposition, or only those used up by it."""
    return frozenset(
        ref
        for ref, card in cards.items()
        for effect in _effects_of(card)
        if any(modifier.on in (moment, "any") for modifier in effect.modifiers) and (effect.once or not once)
    )


def _bending(cards: Mapping[str, Card], on: Doing, what: Bent) -> frozenset[str]:
    """Return the cards that bend a rule when something is done."""
    return frozenset(
        ref
        for ref, card in cards.items()
        for effect in _effects_of(card)
        if any(modifier.on == on and modifier.what == what for modifier in effect.modifiers)
    )


def _dearest(cards: Mapping[str, Card], on: Doing) -> int:
    """Return the movement points that something costs if every card that makes it dearer is in force."""
    found = [
        modifier
        for card in cards.values()
        for effect in _effects_of(card)
        for modifier in effect.modifiers
        if modifier.on == on and modifier.what == Bent.COST
    ]
    fixed = max((modifier.value for modifier in found if modifier.op is Op.SET), default=POINT)
    return max(POINT, fixed) + sum(max(0, modifier.value) for modifier in found if modifier.op is Op.ADD)


def _bends_once(card: Card) -> bool:
    """Return whether a card bends a rule of movement and is used up by that."""
    bent = (modifier.what for effect in _effects_of(card) if effect.once for modifier in effect.modifiers)
    return any(what in tuple(Bent) for what in bent)


def _prices(cards: Mapping[str, Card], post: Post, costs: Mapping[str, int]) -> tuple[Price, ...]:
    prices = []
    for card in cards.values():
        if isinstance(card, Power):
            is_own = card.intensity == 1 and card.post is post
            prices.append(Price(costs["1_same_post" if is_own else str(card.intensity)], card))
    return tuple(sorted(prices, key=lambda price: price.cost))


def _effects_of(card: Card) -> Iterator[Effect]:
    effects = (card.power, card.injured_power) if isinstance(card, Player) else (card.effect,)
    return (effect for effect in effects if effect is not None)


def _check_team(form: _TeamForm, cards: Mapping[str, Card], mode: Mode, where: str) -> None:
    if len(form.players) != PLAYERS_A_TEAM:
        raise Malformed(
            where,
            Text("there must be {wanted} cards; here: {got}", wanted=PLAYERS_A_TEAM, got=len(form.players)),
        )
    captains = 0
    for n, ref in enumerate(form.players):
        card = find_card(cards, ref, Player, f"{where}[{n}]")
        captains += card.captain
        if card.captain and mode is Mode.NORMAL:
            raise Malformed(
                f"{where}[{n}]", Text("{card} is a captain, and captains play only in expert mode", card=ref)
            )
    if captains > 1:
        raise Malformed(where, Text("a team has at most one captain; here: {got}", got=captains))
