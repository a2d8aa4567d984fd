"""What a game tells about itself before a match: its title, its modes, and the possible agreements."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from companion.words import Text, Wording

PLAIN_MODE = "demo-match"
"""The mode that every game has: its plain demonstration."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One value of a house rule, or of a setting of a match."""

    value: object
    says: Text | Wording
    about: Text | Wording | str = ""
    """What choosing it changes in the match."""


@dataclass(frozen=True, slots=True)
class SquadNeed:
    """Cards that a squad needs: how many of which kind, and in which field of the team's set-up.

    `least` below `count`: the cards beyond `least` are optional. `is_once`: no card twice. `among`: only cards that are
    also in this other field.
    """

    field: str
    title: Text | Wording
    kind: str
    count: int
    least: int
    is_once: bool = True
    among: str = ""


class SettingPlace(StrEnum):
    """The part of the set-up beside which a setting is asked."""

    MATCH = "match"
    BEGINNER = "beginner"
    """Who begins."""
    SQUADS = "squads"


@dataclass(frozen=True, slots=True)
class CardList:
    """Cards that a setting may list: picked, scanned, or from a file of the owner in the folder of this name.

    `as_shown`: the words for the list of the demonstration.
    """

    need: SquadNeed
    as_shown: Text
    folder: str = ""


@dataclass(frozen=True, slots=True)
class MatchSetting:
    """A setting of the match itself: its path in the set-up, and its choices, the usual one first.

    `most`: a whole number from 1 to `most` may be typed as well. `cards`: a list of such cards may be chosen as well.
    `for_others` is the usual value of a team that does not play with its demonstration squad.
    """

    path: tuple[str, ...]
    title: Text | Wording
    says: Text | Wording | str
    choices: tuple[RuleChoice, ...]
    most: int | None = None
    cards: CardList | None = None
    place: SettingPlace = SettingPlace.MATCH
    for_others: object = None

    @property
    def name(self) -> str:
        return ".".join(self.path)


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A table of whole numbers from 0 to `most` that a person types, such as the points for each step of a track.

    `usual` has every name in its order, with the number that holds where none is typed; `asks` says of a `{name}` what
    its number is, and `each` what the name stands for.
    """

    usual: Mapping[str, int]
    asks: Text
    each: Text
    most: int


class SquadRules(Protocol):
    """A game's rules for the cards of a squad. Cards are given as the game reads them."""

    def most_copies(self, card: Any, setup: Mapping[str, Any]) -> int | None:
        """Return how often a squad of this set-up may have a card: 0 if the card is not used in this mode, None
        for any number.
        """

    def level(self, card: Any) -> int | None:
        """Return the level of a card that has one."""

    def most_levels(self, setup: Mapping[str, Any], cards: Mapping[str, Any]) -> int | None:
        """Return the highest sum of levels that a squad may have; None if this set-up does not limit it."""


class AnySquads:
    """The squads of a game that does not limit them: any card, as often as there is room."""

    def most_copies(self, _card: Any, _setup: Mapping[str, Any]) -> int | None:
        return None

    def level(self, _card: Any) -> int | None:
        return None

    def most_levels(self, _setup: Mapping[str, Any], _cards: Mapping[str, Any]) -> int | None:
        return None


ANY_SQUADS = AnySquads()


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """The result of two cards that were turned over together: the seat that wins (None: level), and a sentence. `decided_by`:
    the value of the cards that decided; empty: none.
    """

    winner: str | None
    says: Text
    decided_by: str = ""


class SquadDraw(Protocol):
    """A draw before the match: both sides turn a card of their squads over, pair after pair, until one side wins. The
    winner takes the first seat. If all pairs were level, a coin decides.

    In the set-up it is `{"criterion": …, "drawn": [{SEAT: card, …}, …], "coin": SEAT or null}`, in the field `field`.
    `of` is the field of a squad whose cards are drawn, `chooses` are the fields of the set-up that the winner chooses.
    """

    field: str
    of: str
    title: Text
    says: Text
    criteria: tuple[RuleChoice, ...]
    chooses: tuple[str, ...]

    def compared(self, criterion: str, pair: Mapping[str, str], cards: Mapping[str, Any]) -> ComparedPair:
        """Return the result of a pair of cards, by seat; `cards` are all cards, as the game reads them."""


@dataclass(frozen=True, slots=True)
class ModeDescription:
    """A mode of a game. `like`: it has no demonstration of its own, and uses the squads of this other mode. `moot`: the
    house rules that cannot matter in it.
    """

    title: Text
    says: Text
    like: str | None = None
    moot: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameDescription:
    """A game as its box describes it: its title, a line about it, its length in minutes, and its modes.

    The modes are in the order in which they are offered, by the names of their demonstrations.
    """

    title: str
    says: Text
    aim: Text
    """What players try to do, in one sentence for somebody who sees the game for the first time."""
    minutes: tuple[int, int]
    modes: Mapping[str, ModeDescription]
    needs: tuple[SquadNeed, ...] = ()
    """What every squad consists of."""
    needs_of_some: tuple[SquadNeed, ...] = ()
    """What a squad may have in the modes whose demonstration has it."""
    seats: tuple[str, ...] = ()
    """The seats that may play, in a game whose players choose their seats; else empty."""
    settings: tuple[MatchSetting, ...] = ()
    """What belongs to a match of this game alone."""
    settings_of_some: tuple[MatchSetting, ...] = ()
    """What belongs to the modes whose demonstration says it."""
    squads: SquadRules = ANY_SQUADS
    draw: SquadDraw | None = None
    lesson: str = PLAIN_MODE
    """The mode in which a newcomer learns the game."""
