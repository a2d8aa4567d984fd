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
from companion.rules.effects import Effect, Lasts, Op, Vocabulary, read_effect
from companion.words import Text, Wording


class Post(StrEnum):
    """What a player is on the field (p. 4)."""

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


class Act(StrEnum):
    """What an action card does when it is played for its effect."""

    MOVEMENT = "movement"
    DRAW = "draw"
    ACTION = "action"
    MOVE = "move"
    STAND = "stand"
    KNOCK_DOWN = "knock_down"
    TACKLE = "tackle"
    INTERCEPT_START = "intercept_start"


OPPOSING = frozenset((Act.TACKLE, Act.INTERCEPT_START))
"""The deeds that are settled by an opposition."""

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
POWER_WORDS = Vocabulary(deeds={}, **_WORDS)
ACTION_WORDS = Vocabulary(
    deeds={
        Act.MOVEMENT: Few,
        Act.DRAW: Few,
        Act.ACTION: Literal["pass", "tackle"],
        Act.MOVE: Few,
        Act.STAND: None,
        Act.KNOCK_DOWN: None,
        Act.TACKLE: None,
        Act.INTERCEPT_START: None,
    },
    deeds_who=frozenset("own opponent any".split()),
    instant=True,
    **_WORDS,
)


def _read_effect_or_none(words: Vocabulary, data: Any, where: str) -> Effect | None:
    return None if data is None else read_effect(words, data, where)


_POWER = {"read": partial(read_effect, POWER_WORDS), "form": POWER_WORDS}
_POWER_OR_NONE = {"read": partial(_read_effect_or_none, POWER_WORDS), "form": POWER_WORDS}
_ACTION_OR_NONE = {"read": partial(_read_effect_or_none, ACTION_WORDS), "form": ACTION_WORDS}
NO_WORDS = Wording.plain("")


@dataclass(frozen=True, slots=True)
class Player:
    """A player and his own power; injured, he has the other one or none."""

    kind: ClassVar[str] = "player"
    ref: CardRef
    post: Post
    name: str = ""
    captain: bool = False
    power: Effect | None = field(default=None, metadata=_POWER_OR_NONE)
    injured_power: Effect | None = field(default=None, metadata=_POWER_OR_NONE)


@dataclass(frozen=True, slots=True)
class CardBonus:
    """What an action card adds to the oppositions it is for."""

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
        deeds = self.effect.deeds if self.effect is not None else ()
        if sum(deed.what in OPPOSING for deed in deeds) > 1:
            raise Malformed("effect.deeds", Text("an effect asks for one opposition at most"))


@dataclass(frozen=True, slots=True)
class Power:
    """A power card, bought with fervour; its extra action is used once, and the card with it."""

    kind: ClassVar[str] = "power"
    ref: CardRef
    intensity: Literal[1, 2, 3]
    post: Post
    effect: Effect = field(metadata=_POWER)
    extra_action: Slot | None = None
    name: Wording = NO_WORDS


@dataclass(frozen=True, slots=True)
class TeamTraining:
    """A training, bought after a try; it counts for the whole team."""

    kind: ClassVar[str] = "training"
    ref: CardRef
    side: Literal["bonta", "brakmar"]
    effect: Effect = field(metadata=_POWER)
    name: Wording = NO_WORDS


Card = Player | Action | Power | TeamTraining
KINDS: Mapping[str, type[Card]] = {kind.kind: kind for kind in (Player, Action, Power, TeamTraining)}


def read_card(data: Any, where: str) -> Card:
    """Make a card of its JSON. Raises `Malformed`, whose path begins with the card's reference."""
    return read_kind(KINDS, data, where)
