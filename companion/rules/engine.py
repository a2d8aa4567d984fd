"""The interface of a game's rules to the rest of the program.

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
    """The kinds of refusal."""

    BAD_SETUP = "bad_setup"
    BAD_PLAY = "bad_play"
    UNKNOWN_CARD = "unknown_card"
    ILLEGAL_PLAY = "illegal_play"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A play that the rules do not allow: the reason in the players' words, and the section of the rulebook."""

    code: ErrorCode
    message: Text
    cite: str | None = None


def illegal(cite: str, template: str, /, **args: Text | str | int) -> Refusal:
    """Return a refusal by the rules, with the section of the rulebook."""
    return Refusal(ErrorCode.ILLEGAL_PLAY, Text(template, **args), cite)


def unknown_card(ref: str) -> Refusal:
    """Return the refusal of a reference that no card of the match has."""
    short = ref if len(ref) < 40 else ref[:36] + "…"
    return Refusal(ErrorCode.UNKNOWN_CARD, Text("{card} is not in any catalogue of this match", card=short))


@dataclass(frozen=True, slots=True)
class Ruling:
    """An allowed play: its events, in order."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """A seat that the match waits for (`None`: the whole table), and the kinds of play that the rules accept from it now."""

    seat: str | None
    plays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A point that the rulebook leaves open, with its possible decisions: its name, its choices (the default first),
    and a sentence.

    A rule that takes any value of its form (the faces of a die, a table of costs) has examples for choices.
    """

    name: str
    choices: tuple[Any, ...]
    says: Text
    words: Mapping[Any, Text] = field(default_factory=dict)
    """The words on buttons for a value, for one of the values in a list, or with `()` for an empty table."""
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
    house_form: ClassVar[type[Any]]
    """The form that a set-up's house rules are read with."""
    override_paths: ClassVar[tuple[OverridePath, ...]]
    """What a referee may set by his own word: scores first."""
    play_kinds: ClassVar[Mapping[str, type[Any]]]
    event_kinds: ClassVar[Mapping[str, type[Any]]]
    card_kinds: ClassVar[Mapping[str, type[Any]]]
    """The kinds of cards that owners enter; none: a game without cards."""
    card_words: ClassVar[Sayings]
    """The explanations of kinds and fields for a person who enters a card."""
    board: ClassVar[str | None]
    """The board that is played on when a set-up names none; None: the game has no board."""
    spoken: ClassVar[Mapping[str, Text]]
    """What plays name otherwise than its printed token does in some language: `Y9`, in French J9."""

    def check_card(self, data: Any, where: str) -> Any:
        """Check one card definition of a catalogue. Raises `Malformed`, whose place begins with `where`."""

    def faults_together(self, cards: Mapping[str, Any], rest: Sequence[Any]) -> list[Malformed]:
        """Return the faults of a catalogue as a whole, such as a card that contradicts an item without a reference.

        Each place begins with a card's reference.
        """

    def set_up(self, setup: Json, cards: Sequence[Json]) -> "SetUp | Refusal":
        """Check a set-up with its board's data against the cards; return the opening state, or the refusal."""

    def judges(self, version: str) -> bool:
        """Tell whether a match that was recorded under a version of the rules can go on under these rules."""

    def setup_under(self, version: str, setup: Json) -> Json:
        """Return a recorded set-up with the usual choices of its version filled in."""

    def seats(self, state: Any) -> tuple[str, ...]:
        """Return the seats of this match."""

    def judge(self, state: Any, play: Any) -> Ruling | Refusal:
        """Return the events of a play of `play_kinds`, or its refusal."""

    def override(self, state: Any, changes: Mapping[str, Any], reason: str) -> Ruling | Refusal:
        """Return the events of the referee setting values of the view, or the refusal."""

    def time_up(self, state: Any, clock: str) -> Ruling | Refusal:
        """Return the events that follow when a clock runs out."""

    def evolve(self, state: Any, event: Any) -> Any:
        """Return the state after an event. Never refuses."""

    def is_over(self, state: Any) -> bool:
        """Tell whether the match has ended by the game's own rules."""

    def concede(self, state: Any, seat: str) -> Ruling | Refusal:
        """Return the events that follow when a seat concedes the match."""

    def expects(self, state: Any) -> tuple[Expectation, ...]:
        """Return whom the match waits for, and for which kinds of play."""

    def options(self, state: Any, seat: str | None, kind: str) -> list[Any]:
        """Return complete plays of one kind that would be accepted from a seat now."""

    def view(self, state: Any) -> Json:
        """Return what anybody may see of the match."""

    def label(self, state: Any, event: Any) -> Text:
        """Return one sentence that describes an event to a person; `state`, any state of the match, knows the names."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A match that may begin: its opening state, and the events of its set-up."""

    state: Any
    events: tuple[Event, ...]
