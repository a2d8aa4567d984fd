"""What a game's rules are to the rest of the program.

`judge(state, play)` says what follows from a play, or refuses it, and changes nothing. `evolve(state, event)`
makes the next state and never refuses. A live match, a replay, an undo and a recovery run the same `evolve`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Protocol, TypeVar

from companion.errors import Malformed
from companion.event import Event
from companion.rules.description import GameDescription, NumberTable
from companion.rules.forms import Sayings
from companion.rules.override_paths import OverridePath
from companion.words import Text

Json = dict[str, Any]
State = TypeVar("State")


class ErrorCode(StrEnum):
    """Why something is refused."""

    BAD_SETUP = "bad_setup"
    BAD_PLAY = "bad_play"
    UNKNOWN_CARD = "unknown_card"
    ILLEGAL_PLAY = "illegal_play"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rules do not allow it: why, in the players' words, and where the rulebook says so."""

    code: ErrorCode
    message: Text
    cite: str | None = None


def illegal(cite: str, template: str, /, **args: Text | str | int) -> Refusal:
    """A refusal by the rules, with the place in the rulebook that says so."""
    return Refusal(ErrorCode.ILLEGAL_PLAY, Text(template, **args), cite)


def unknown_card(ref: str) -> Refusal:
    """A refusal of a reference that no card of the match has."""
    short = ref if len(ref) < 40 else ref[:36] + "…"
    return Refusal(ErrorCode.UNKNOWN_CARD, Text("{card} is in no catalogue of this match", card=short))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A play is allowed: what follows from it, in order."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """Whom the table waits for (`None`: the whole table), and the kinds of play the rules would take now."""

    seat: str | None
    plays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An ambiguity of a rulebook, resolved: its name, the default first among its choices, and a sentence.

    A rule that takes any value of its form (the faces of a die, a table of costs) has examples for choices.
    """

    name: str
    choices: tuple[Any, ...]
    says: Text
    words: Mapping[Any, Text] = field(default_factory=dict)
    """What its values mean, on a button: a value itself, one of those that a value lists, or `()` for an empty table."""
    table: NumberTable | None = None
    """Its values are tables, typed number by number; its choices are examples."""

    @property
    def default(self) -> Any:
        return self.choices[0]


class Rules(Protocol):
    """One game's rules. States, plays and events are the game's own frozen types."""

    game: ClassVar[str]
    version: ClassVar[str]
    earlier_versions: ClassVar[Mapping[str, Mapping[str, Any]]]
    """Earlier versions whose matches are judged too, each with the house rules that had another usual choice then."""
    description: ClassVar[GameDescription]
    house_rules: ClassVar[tuple[HouseRule, ...]]
    override_paths: ClassVar[tuple[OverridePath, ...]]
    """What a referee may set by his own word: scores first."""
    play_kinds: ClassVar[Mapping[str, type[Any]]]
    event_kinds: ClassVar[Mapping[str, type[Any]]]
    card_kinds: ClassVar[Mapping[str, type[Any]]]
    """The kinds of cards that owners enter; none: a game without cards."""
    card_words: ClassVar[Sayings]
    """What is said of the kinds and their fields to who enters a card."""
    board: ClassVar[str | None]
    """The board that is played on when a set-up names none; None: the game has no board."""
    spoken: ClassVar[Mapping[str, Text]]
    """What plays name otherwise than its printed token does in some language: `Y9`, in French J9."""

    def check_card(self, data: Any, where: str) -> Any:
        """Read one card definition of a catalogue. Raises `Malformed`, whose place begins with `where`."""

    def faults_together(self, cards: Mapping[str, Any], rest: Sequence[Any]) -> list[Malformed]:
        """What is wrong with cards only beside the others of their catalogue, and what it holds without a reference.
        Each place begins with a card's reference.
        """

    def set_up(self, setup: Json, cards: Sequence[Json]) -> "SetUp | Refusal":
        """Check a set-up, its board's data in it, against the cards of its catalogue; the opening state, or why it is
        refused.
        """

    def judges(self, version: str) -> bool:
        """Whether matches that were recorded under a version of the rules go on under these."""

    def setup_under(self, version: str, setup: Json) -> Json:
        """A set-up that was recorded under a version, with the usual choices of that version said in full."""

    def seats(self, state: Any) -> tuple[str, ...]:
        """The seats of this match."""

    def judge(self, state: Any, play: Any) -> Ruling | Refusal:
        """Say what follows from a play of `play_kinds`."""

    def override(self, state: Any, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
        """Say what follows from the referee's word on paths of the view."""

    def time_up(self, state: Any, clock: str) -> Ruling | Refusal:
        """Say what follows when a clock runs out."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event. Never refuses."""

    def is_over(self, state: Any) -> bool:
        """Whether the match has ended by the game's own rules."""

    def concede(self, state: Any, seat: str) -> Ruling | Refusal:
        """Say what follows when a seat gives the match up."""

    def expects(self, state: Any) -> tuple[Expectation, ...]:
        """Whom the table waits for, and for which kinds of play."""

    def options(self, state: Any, seat: str | None, kind: str) -> list[Any]:
        """Complete plays of one kind that would be accepted from a seat now."""

    def view(self, state: Any) -> Json:
        """What anybody may see of the match."""

    def state_to_json(self, state: Any) -> Json:
        """All of a state but its set-up."""

    def state_from_json(self, opening: Any, data: Json) -> Any:
        """The state again, from the opening state of the same set-up and `state_to_json`'s data."""

    def label(self, state: Any, event: Any) -> Text:
        """One sentence that tells an event to a person; `state` is any of the match, and knows the names."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A match that may begin: its opening state, and what the set-up itself has to tell."""

    state: Any
    events: tuple[Event, ...]
