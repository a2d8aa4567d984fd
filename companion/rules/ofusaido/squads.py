"""Squads before kick-off: what they may be made of, the draw of lots, and the game's description for menus (§01 to §03)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from companion.errors import Malformed
from companion.ids import CardRef
from companion.rules.description import (
    PLAIN_MODE,
    ComparedPair,
    GameDescription,
    ModeDescription,
    RuleChoice,
    SquadNeed,
)
from companion.rules.ofusaido.card_words import SAYINGS
from companion.rules.ofusaido.cards import (
    Action,
    Card,
    Coach,
    Energy,
    Goalkeeper,
    Occasion,
    Player,
    Stadium,
    Stat,
    Stats,
)
from companion.words import Text

MARKET = 120
"""The levels of 20 players add up to at most this in `elite` (§02)."""
TIERS = {"red": 1, "orange": 2}
"""Copies of an action that a squad may have, by its colour; a green one as often as wanted (§07)."""


class Mode(StrEnum):
    """How much of the rules is played (§02)."""

    ECOLE = "ecole"
    AMATEUR = "amateur"
    PRO = "pro"
    ELITE = "elite"

    @property
    def is_simple(self) -> bool:
        """Whether it is played with the base actions, and without coach and stadium."""
        return self in (Mode.ECOLE, Mode.AMATEUR)


def most_copies(card: Card, mode: Mode) -> int | None:
    """Return how often a squad may have a card in a mode: 0 for a card that is not played there, None for any number."""
    match card:
        case Occasion(ecole=ecole):
            return 0 if ecole is not None and ecole is not (mode is Mode.ECOLE) else 1
        case Action(base=base) if mode.is_simple:
            return 1 if base else 0
        case Action(tier=tier):
            return TIERS.get(tier)
        case Coach() | Stadium() if mode.is_simple:
            return 0
        case Energy():
            return None
        case _:
            return 1


def most_levels(mode: Mode, stadium: Stadium | None) -> int | None:
    """Return what the levels of a squad's 20 players may add up to; None in a mode that does not limit them."""
    if mode is not Mode.ELITE:
        return None
    return MARKET if stadium is None or stadium.market is None else stadium.market


class Squads:
    """The same for the pages on which squads are chosen (see `companion.rules.description.SquadRules`)."""

    def most_copies(self, card: Any, setup: Mapping[str, Any]) -> int | None:
        return most_copies(card, Mode(setup["mode"]))

    def level(self, card: Any) -> int | None:
        return card.level if isinstance(card, Player | Goalkeeper) else None

    def most_levels(self, setup: Mapping[str, Any], cards: Mapping[str, Any]) -> int | None:
        stadium = cards.get(setup.get("stadium") or "")
        return most_levels(Mode(setup["mode"]), stadium if isinstance(stadium, Stadium) else None)


# --- lots
# The draw of lots (§03): each side turns one of its players over, and the side with the higher ability is at home.

CRITERIA = tuple(Stat)
"""The abilities in the order in which they are compared; the next one counts when the one before is level (§03)."""


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """The two players that were turned over together."""

    home: CardRef
    away: CardRef


@dataclass(frozen=True, slots=True)
class Lots:
    """The draw of lots in a set-up: the agreed ability, the pairs in order, and who won a toss of the coin."""

    criterion: Stat
    drawn: tuple[DrawnPair, ...]
    coin: Literal["home", "away"] | None = None


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """The card that a side turned over, and its value in the ability that decided."""

    card: CardRef
    value: int


@dataclass(frozen=True, slots=True)
class LotsResult:
    """The result of the draw of lots: the pair that decided it, and the ability, or the coin."""

    criterion: Stat
    by: str
    home: DrawnLot
    away: DrawnLot


COIN = "coin"


def settled_lots(lots: Lots, squads: Mapping[str, Sequence[CardRef]], cards: Mapping[str, Any]) -> LotsResult:
    """Return the draw of lots, won by the home side. Raises `Malformed` if cards or coin say otherwise (§03)."""
    if not lots.drawn:
        raise Malformed("lots.drawn", Text("the draw of lots needs at least one pair of players (§03)"))
    for seat in ("home", "away"):
        _check_cards([getattr(pair, seat) for pair in lots.drawn], squads, seat)
    for n, pair in enumerate(lots.drawn):
        result = compared(lots.criterion, pair, cards)
        if result is not None:
            _check_decision(lots, n, result)
            return result
    return _by_coin(lots, cards)


class LotsDraw:
    """The draw for the page on which it is told (see `companion.rules.description.SquadDraw`)."""

    field = "lots"
    of = "players"
    title = Text("who plays at home?")
    says = Text(
        "each side turns a player over; the side with the higher value is at home, and "
        "chooses kick-off and stadium (§03)"
    )
    criteria = tuple(RuleChoice(stat.value, SAYINGS.fields[Stats][stat.value]) for stat in CRITERIA)
    chooses: tuple[str, ...] = ("kickoff", "stadium")

    def compared(self, criterion: str, pair: Mapping[str, str], cards: Mapping[str, Any]) -> ComparedPair:
        lot = compared(Stat(criterion), DrawnPair(CardRef(pair["home"]), CardRef(pair["away"])), cards)
        if lot is None:
            return ComparedPair(None, Text("a tie in all six stats"))
        most, least = sorted((lot.home.value, lot.away.value), reverse=True)
        says = Text("{stat}: {most} to {least}", stat=lot.by, most=most, least=least)
        return ComparedPair("home" if lot.home.value > lot.away.value else "away", says, lot.by)


def _check_cards(drawn: Sequence[CardRef], squads: Mapping[str, Sequence[CardRef]], seat: str) -> None:
    for n, ref in enumerate(drawn):
        where = f"lots.drawn[{n}].{seat}"
        if ref not in squads[seat]:
            raise Malformed(
                where, Text("{card} is not one of the 18 field players of this side (§03)", card=str(ref))
            )
        if ref in drawn[:n]:
            raise Malformed(where, Text("{card} was turned over before (§03)", card=str(ref)))


def compared(criterion: Stat, pair: DrawnPair, cards: Mapping[str, Any]) -> LotsResult | None:
    """Return the first ability in which two players differ, beginning with the agreed one and going round; None if they
    are level in all.
    """
    for stat in _round(criterion):
        home, away = _value(cards[pair.home], stat), _value(cards[pair.away], stat)
        if home != away:
            return LotsResult(criterion, stat.value, DrawnLot(pair.home, home), DrawnLot(pair.away, away))
    return None


def _round(criterion: Stat) -> Iterator[Stat]:
    first = CRITERIA.index(criterion)
    yield from (*CRITERIA[first:], *CRITERIA[:first])


def _value(card: Player, stat: Stat) -> int:
    value: int = getattr(card.stats, stat.value)
    return value


def _check_decision(lots: Lots, n: int, result: LotsResult) -> None:
    if n + 1 < len(lots.drawn):
        raise Malformed(
            f"lots.drawn[{n + 1}]",
            Text("the draw of lots was decided before, by {stat}: no pair follows (§03)", stat=result.by),
        )
    if lots.coin is not None:
        raise Malformed(
            "lots.coin",
            Text("the cards decide the draw of lots by {stat}: no coin is tossed (§03)", stat=result.by),
        )
    if result.away.value > result.home.value:
        raise Malformed(
            f"lots.drawn[{n}]",
            Text(
                "the away side wins the draw of lots by {stat}, {away} to {home}: the winner is at home (§03)",
                stat=result.by,
                away=result.away.value,
                home=result.home.value,
            ),
        )


def _by_coin(lots: Lots, cards: Mapping[str, Any]) -> LotsResult:
    """Check that the coin says that the home side has won, when all pairs are level in all abilities."""
    if lots.coin is None:
        raise Malformed(
            "lots.coin",
            Text("the players have the same value in all stats: draw again, or toss a coin (§03)"),
        )
    if lots.coin == "away":
        raise Malformed("lots.coin", Text("the away side wins the toss: the winner is at home (§03)"))
    pair = lots.drawn[-1]
    home, away = (DrawnLot(ref, _value(cards[ref], lots.criterion)) for ref in (pair.home, pair.away))
    return LotsResult(lots.criterion, COIN, home, away)


# --- description
# Describes OFUSAIDO for menus: title, modes, and what a squad needs (§01, §03).

DESCRIPTION = GameDescription(
    title="OFUSAIDO",
    says=Text("football in card duels"),
    aim=Text(
        "bring the ball from zone to zone and into the goal: in each duel the higher total wins; a player at an ideal position counts"
        " 2 more"
    ),
    minutes=(45, 60),
    modes={
        PLAIN_MODE: ModeDescription(
            Text("pro match"), Text("coaches, stadium, actions and fouls; 45 to 60 minutes")
        ),
        "demo-match-ecole": ModeDescription(
            Text("football school"),
            Text("no fouls, and the colours of energy cards do not count: to learn the duels"),
            moot=("foul_advance", "both_whistles"),
        ),
        "demo-match-amateur": ModeDescription(
            Text("amateur match"),
            Text("fouls and all that the cards say, without coach and stadium"),
        ),
        "elite": ModeDescription(
            Text("elite match"),
            Text(
                "the same rules as in a pro match; the levels of a squad may add up to at most 120, "
                "or to the limit of the stadium"
            ),
            like=PLAIN_MODE,
        ),
    },
    lesson="demo-match-ecole",
    needs=(
        SquadNeed("players", Text("players"), "player", 18, 18),
        SquadNeed("goalkeepers", Text("keepers"), "goalkeeper", 2, 2),
        SquadNeed("actions", Text("actions"), "action", 9, 9, is_once=False),
        SquadNeed("energies", Text("energy cards"), "energy", 12, 12, is_once=False),
        SquadNeed("occasions", Text("occasions"), "occasion", 6, 6),
        SquadNeed("visible", Text("of these face up"), "occasion", 2, 0, among="occasions"),
    ),
    needs_of_some=(SquadNeed("coach", Text("coach"), "coach", 1, 0),),
    squads=Squads(),
    draw=LotsDraw(),
)
