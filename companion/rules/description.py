"""What a game tells of itself before anybody plays: what it is called, how it may be played, and what may be agreed."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.words import Text, Wording

PLAIN_MODE = "demo-match"
"""The mode that every game has: its plain demonstration."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One of the values of a house rule, or of a setting of a match."""

    value: object
    says: Text | Wording


@dataclass(frozen=True, slots=True)
class MatchSetting:
    """A point of the match itself: where it stands in the set-up, field by field; the usual choice first. `most`: a whole
    number from 1 up to it may be typed as well.
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
    """Cards that a squad consists of: so many of a kind, in a field of the team's set-up. `least` fewer than `count`: the
    rest is as one likes. `is_once`: no card of it twice. `among`: only of what stands in another field.
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
    """A way to play a game. `like`: it has no demonstration of its own, and is played with the squads of this one."""

    title: Text
    says: Text
    like: str | None = None


@dataclass(frozen=True, slots=True)
class GameDescription:
    """What stands on a game's box: its title, a line about it, how many minutes it takes, and its modes in the order in
    which they are offered, by the names of their demonstrations.
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
    """Those who may play where the table says who does; else empty."""
    settings: tuple[MatchSetting, ...] = ()
    """What belongs to a match of this game alone."""
