"""The cards of Boufbowl (p. 4, 12 to 15): players, actions, powers and trainings, read from a catalogue and checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from companion.codec import Range
from companion.errors import Malformed
from companion.ids import CardRef
from companion.rules.catalogue import read_kind
from companion.rules.effects import (
    EFFECT_FIELDS,
    EFFECT_NAMES,
    BentRule,
    Effect,
    Lasts,
    Op,
    Vocabulary,
    read_effect,
)
from companion.rules.forms import Sayings
from companion.words import Text, Wording


class Post(StrEnum):
    """A player's post on the field (p. 4)."""

    BRUISER = "bruiser"
    RUNNER = "runner"
    PASSER = "passer"


class Moment(StrEnum):
    """What an opposition is about (p. 6)."""

    PICK_UP = "pick_up"
    TRY = "try"
    PASS = "pass"
    CHANDELLE = "chandelle"
    TACKLE = "tackle"


class Slot(StrEnum):
    """What a coach's order, or the extra action of a power, gives (p. 14)."""

    PASS = "pass"
    TACKLE = "tackle"
    SPRINT = "sprint"


SLOTS = tuple(Slot)
"""All of them, for what looks at them at every play: a loop over the class takes several times as long."""


class Doing(StrEnum):
    """What a player does for movement points (p. 7, 8)."""

    MOVE = "move"
    STAND = "stand"
    PICK_UP = "pick_up"
    TAKE_OFF = "take_off"
    BRING_ON = "bring_on"


class Bent(StrEnum):
    """Names the rules of movement that powers may change (p. 4, 12)."""

    BLOCKING = "blocking"
    CAPACITY = "capacity"
    COST = "cost"


class Act(StrEnum):
    """What an action card does when it is played for its effect, or a power when it is used."""

    MOVEMENT = "movement"
    DRAW = "draw"
    ACTION = "action"
    MOVE = "move"
    STAND = "stand"
    KNOCK_DOWN = "knock_down"
    TACKLE = "tackle"
    INTERCEPT_START = "intercept_start"


OPPOSING = frozenset((Act.TACKLE, Act.INTERCEPT_START))
"""The deeds that lead to an opposition."""

Few = Annotated[int, Range(1, 9)]
Bonus = Annotated[int, Range(0, 9)]

_WORDS: dict[str, Any] = {
    "on": frozenset((*Moment, "any")),
    "side": frozenset("attack defence both".split()),
    "who": frozenset("self team opponent".split()),
    "what": frozenset("star die damage".split()),
    "op": frozenset((Op.ADD,)),
    "conditions": {"post": Post, "opponent_post": Post, "majority": bool},
    "lasts": (Lasts.TURN, Lasts.MATCH),
}
_DEEDS: dict[str, Any] = {
    "deeds": {
        Act.MOVEMENT: Few,
        Act.DRAW: Few,
        Act.ACTION: Literal["pass", "tackle"],
        Act.MOVE: Few,
        Act.STAND: None,
        Act.KNOCK_DOWN: None,
        Act.TACKLE: None,
        Act.INTERCEPT_START: None,
    },
    "deeds_who": frozenset("own opponent any".split()),
}


def _bends(who: str) -> Mapping[str, BentRule]:
    """Return the rules that a power bends, with the players concerned if the card names none."""
    is_ignored = BentRule(frozenset((Doing.MOVE,)), frozenset((Op.IGNORE,)), who)
    return {
        Bent.BLOCKING: is_ignored,
        Bent.CAPACITY: is_ignored,
        Bent.COST: BentRule(frozenset(Doing), frozenset((Op.SET, Op.ADD)), who),
    }


POWER_WORDS = Vocabulary(bends=_bends("self"), **_DEEDS, **_WORDS)
TRAINING_WORDS = Vocabulary(deeds={}, bends=_bends("team"), **_WORDS)
ACTION_WORDS = Vocabulary(instant=True, **_DEEDS, **_WORDS)


def _read_effect_or_none(words: Vocabulary, data: Any, where: str) -> Effect | None:
    return None if data is None else read_effect(words, data, where)


def _check_oppositions(effect: Effect | None) -> None:
    deeds = effect.deeds if effect is not None else ()
    if sum(deed.what in OPPOSING for deed in deeds) > 1:
        raise Malformed("effect.deeds", Text("an effect asks for one opposition at most"))


_POWER = {"read": partial(read_effect, POWER_WORDS), "form": POWER_WORDS}
_TRAINING = {"read": partial(read_effect, TRAINING_WORDS), "form": TRAINING_WORDS}
_POWER_OR_NONE = {"read": partial(_read_effect_or_none, POWER_WORDS), "form": POWER_WORDS}
_ACTION_OR_NONE = {"read": partial(_read_effect_or_none, ACTION_WORDS), "form": ACTION_WORDS}
NO_WORDS = Wording.plain("")


@dataclass(frozen=True, slots=True)
class Player:
    """A player and his own power; injured, he has the other one or none. `side` is the team that his card belongs to,
    `figure` the same word on the cards of one figure, the normal one and the captain's (p. 12).
    """

    kind: ClassVar[str] = "player"
    ref: CardRef
    post: Post
    name: str = ""
    captain: bool = False
    power: Effect | None = field(default=None, metadata=_POWER_OR_NONE)
    injured_power: Effect | None = field(default=None, metadata=_POWER_OR_NONE)
    side: str = ""
    figure: str = ""

    def __post_init__(self) -> None:
        _check_oppositions(self.power)
        _check_oppositions(self.injured_power)

    def power_now(self, *, is_injured: bool) -> Effect | None:
        """Return the effect of the player's card: its power, or, once he is injured, the power of its injured side (p. 12)."""
        return self.injured_power if is_injured else self.power


@dataclass(frozen=True, slots=True)
class CardBonus:
    """What an action card adds to the oppositions that its bonus is for."""

    on: tuple[Moment, ...]
    star: Bonus = 0
    die: Bonus = 0
    damage: Bonus = 0


@dataclass(frozen=True, slots=True)
class Action:
    """An action card: played for its bonus, or for its effect if it has one."""

    kind: ClassVar[str] = "action"
    ref: CardRef
    bonus: CardBonus
    effect: Effect | None = field(default=None, metadata=_ACTION_OR_NONE)
    name: Wording = NO_WORDS

    def __post_init__(self) -> None:
        _check_oppositions(self.effect)


@dataclass(frozen=True, slots=True)
class PowerPile:
    """Says which pile of the stand a power card belongs to: those of intensity 1 have one for each post, those of
    intensity 2 and 3 one each (reading `power_piles`).
    """

    intensity: int
    post: Post | None


@dataclass(frozen=True, slots=True)
class Power:
    """A power card, bought with fervour; its extra action or its deeds are used once, and the card with them."""

    kind: ClassVar[str] = "power"
    ref: CardRef
    intensity: Literal[1, 2, 3]
    post: Post
    effect: Effect = field(metadata=_POWER)
    extra_action: Slot | None = None
    name: Wording = NO_WORDS

    def __post_init__(self) -> None:
        _check_oppositions(self.effect)

    @property
    def pile(self) -> PowerPile:
        return PowerPile(self.intensity, self.post if self.intensity == 1 else None)


@dataclass(frozen=True, slots=True)
class TeamTraining:
    """A training, bought after a try; it counts for the whole team."""

    kind: ClassVar[str] = "training"
    ref: CardRef
    side: Literal["bonta", "brakmar"]
    effect: Effect = field(metadata=_TRAINING)
    name: Wording = NO_WORDS


Card = Player | Action | Power | TeamTraining
KINDS: Mapping[str, type[Card]] = {kind.kind: kind for kind in (Player, Action, Power, TeamTraining)}


def read_card(data: Any, where: str) -> Card:
    """Make a card of its JSON. Raises `Malformed`, whose path begins with the card's reference."""
    return read_kind(KINDS, data, where)


_NAME = Text("the name on the card")

SAYINGS = Sayings(
    kinds={
        "player": Text("player"),
        "action": Text("action card"),
        "power": Text("power card"),
        "training": Text("team training"),
    },
    fields={
        **EFFECT_FIELDS,
        Player: {
            "name": _NAME,
            "post": Text("the player's post"),
            "captain": Text("whether he is a captain"),
            "power": Text("his own power, on the front"),
            "injured_power": Text("the power when injured, on the back"),
            "side": Text("the team that his card belongs to; a match has one team against another"),
            "figure": Text("a word for his figure, the same on his normal card and on his captain's card"),
        },
        Action: {
            "name": _NAME,
            "bonus": Text("what the card adds to an opposition"),
            "effect": Text("the effect that it may be played for instead"),
        },
        CardBonus: {
            "on": Text("the oppositions that its bonus is for"),
            "star": Text("the stars that it adds"),
            "die": Text("the action dice that it adds"),
            "damage": Text("the damage dice that it adds"),
        },
        Power: {
            "name": _NAME,
            "intensity": Text("the intensity from which it can be bought"),
            "post": Text("the post that it is for"),
            "effect": Text("what the power does"),
            "extra_action": Text("the additional action that it gives, once"),
        },
        TeamTraining: {
            "name": _NAME,
            "side": Text("the team that it belongs to"),
            "effect": Text("what the training does"),
        },
    },
    names={
        **EFFECT_NAMES,
        "bruiser": Text("bruiser"),
        "runner": Text("runner"),
        "passer": Text("passer"),
        "pick_up": Text("pick up"),
        "try": Text("try"),
        "pass": Text("pass"),
        "chandelle": Text("up-and-under"),
        "tackle": Text("tackle"),
        "sprint": Text("sprint"),
        "move": Text("move a player"),
        "stand": Text("stand a player up for a point"),
        "take_off": Text("take a player off the field"),
        "bring_on": Text("bring a player on"),
        "blocking": Text("the rule of blocking"),
        "capacity": Text("how many players a zone holds"),
        "cost": Text("its cost in movement points"),
        "self": Text("this player"),
        "team": Text("his team"),
        "opponent": Text("the opponent"),
        "whom.own": Text("a player of your team"),
        "whom.opponent": Text("a player of the opponent's"),
        "whom.any": Text("any player"),
        "star": Text("stars"),
        "die": Text("action dice"),
        "damage": Text("damage dice"),
        "any": Text("any of these"),
        "do.tackle": Text("tackle a player"),
        "if.post": Text("his post"),
        "if.opponent_post": Text("the opponent's post"),
        "if.majority": Text("whether one has the majority"),
        "do.movement": Text("movement points"),
        "do.draw": Text("draw cards"),
        "do.action": Text("another basic action"),
        "do.move": Text("move a player some zones"),
        "do.stand": Text("stand a player up"),
        "do.knock_down": Text("knock a player down"),
        "do.intercept_start": Text("intercept an up-and-under at its start"),
        "bonta": Text("Bonta"),
        "brakmar": Text("Brâkmar"),
    },
)
