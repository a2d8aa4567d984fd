"""What a game tells about itself before a match: its title, its modes, and the possible agreements."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.words import Text, Wording

PLAIN_MODE = "demo-match"
"""The mode that every game has: its plain demonstration."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One value of a house rule, or of a setting of a match."""

    value: object
    says: Text | Wording


@dataclass(frozen=True, slots=True)
class MatchSetting:
    """A setting of the match itself: its path in the set-up, and its choices, the usual one first.

    `most`: a whole number from 1 to `most` may be typed as well.
    """

    path: tuple[str, ...]
    title: Text | Wording
    says: Text | Wording | str
    choices: tuple[RuleChoice, ...]
    most: int | None = None

    @property
    def name(self) -> str:
        return ".".join(self.path)


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A table of whole numbers from 0 to `most`, which a set-up page has typed: such as what each step of a track pays.

    `usual` has every name in its order, with the number that holds where none is typed; `asks` says of a `{name}` what
    its number is.
    """

    usual: Mapping[str, int]
    asks: Text
    most: int


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


@dataclass(frozen=True, slots=True)
class ModeDescription:
    """A mode of a game. `like`: it has no demonstration of its own, and uses the squads of this other mode."""

    title: Text
    says: Text
    like: str | None = None


@dataclass(frozen=True, slots=True)
class GameDescription:
    """A game as its box describes it: its title, a line about it, its length in minutes, and its modes.

    The modes are in the order in which they are offered, by the names of their demonstrations.
    """

    title: str
    says: Text
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
