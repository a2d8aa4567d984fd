"""The interface of a game's rules to the rest of the program.

`judge(state, play)` says what follows from a play, or refuses it, and changes nothing. `evolve(state, event)`
makes the next state and never refuses. A live match, a replay, an undo and a recovery run the same `evolve`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.errors import Malformed
from companion.event import Event
from companion.rules.description import GameDescription, NumberTable
from companion.rules.forms import Sayings
from companion.rules.override_paths import OverridePath
from companion.words import Text

Json = dict[str, Any]


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
    """An allowed play: its events, in order, and the state after them."""

    events: tuple[Event, ...]
    after: Any = field(compare=False, repr=False)


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
    """The words on buttons for a value, for one of the values in a list, for a name in a table, or with `()` for an empty
    table.
    """
    table: NumberTable | None = None
    """Its values are tables, typed number by number; its choices are examples."""

    @property
    def default(self) -> Any:
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class SetUp:
    """A match that may begin: its opening state, and the events of its set-up."""

    state: Any
    events: tuple[Event, ...]


NO_SAYINGS = Sayings({}, {}, {})


def _no_faults(_cards: Mapping[str, Any], _rest: Sequence[Any]) -> list[Malformed]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One game's rules, as a value. States, plays and events are the game's own frozen types.

    `opening(setup, cards)` returns the opening state of a match from a set-up with its board's data; it raises
    `Malformed`. `judge(state, play)` returns the events of a play, or its refusal. `override(state, changes, reason)`,
    `time_up(state, clock)` and `concede(state, seat)` do so for what every match takes. `evolve(state, event)` returns
    the state after an event, and never refuses. `expects(state)` says whom the match waits for, and for which kinds of
    play; `options(state, seat, kind)` lists complete plays of one kind that would be accepted from a seat now.
    `seen(state)` is the public part of the match, in the fields of the game. `label(state, event)` is one sentence for
    a person; any state of the match knows the names. `check_card(data, where)` checks one card of a catalogue, and
    raises `Malformed`, whose place begins with `where`. `faults_together(cards, rest)` returns the faults of a
    catalogue as a whole, such as a card that contradicts an item without a reference.
    """

    game: str
    version: str
    description: GameDescription
    house_rules: tuple[HouseRule, ...]
    house_form: type[Any]
    """The form that a set-up's house rules are read with."""
    override_paths: tuple[OverridePath, ...]
    """What a referee may set by his own word: scores first."""
    play_kinds: Mapping[str, type[Any]]
    event_kinds: Mapping[str, type[Any]]
    opening: Callable[[Json, Sequence[Json]], SetUp]
    seats: Callable[[Any], tuple[str, ...]]
    judge: Callable[[Any, Any], Ruling | Refusal]
    override: Callable[[Any, Mapping[str, Any], str], Ruling | Refusal]
    time_up: Callable[[Any, str], Ruling | Refusal]
    concede: Callable[[Any, str], Ruling | Refusal]
    evolve: Callable[[Any, Any], Any]
    is_over: Callable[[Any], bool]
    expects: Callable[[Any], tuple[Expectation, ...]]
    options: Callable[[Any, str | None, str], list[Any]]
    seen: Callable[[Any], Json]
    label: Callable[[Any, Any], Text]
    check_card: Callable[[Any, str], Any]
    faults_together: Callable[[Mapping[str, Any], Sequence[Any]], list[Malformed]] = _no_faults
    play_names: Mapping[str, Text] = field(default_factory=dict)
    """What buttons call the kinds of play."""
    earlier_versions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Earlier versions whose matches are judged too, each with the house rules that had another usual choice then."""
    card_kinds: Mapping[str, type[Any]] = field(default_factory=dict)
    """The kinds of cards that owners enter; none: a game without cards."""
    card_words: Sayings = NO_SAYINGS
    """The explanations of kinds and fields for a person who enters a card."""
    board: str | None = None
    """The board that is played on when a set-up names none; None: the game has no board."""
    needs_nobody: frozenset[str] = frozenset()
    """The kinds of plays that a table makes by itself where no other play is possible: nobody has anything to decide."""
    spoken: Mapping[str, Text] = field(default_factory=dict)
    """What plays name otherwise than its printed token does in some language: `Y9`, in French J9."""

    def set_up(self, setup: Json, cards: Sequence[Json]) -> SetUp | Refusal:
        """Check a set-up with its board's data against the cards; return the opening state, or the refusal."""
        try:
            return self.opening(setup, cards)
        except Malformed as problem:
            return Refusal(ErrorCode.BAD_SETUP, problem.message)

    def judges(self, version: str) -> bool:
        """Tell whether a match that was recorded under a version of the rules can go on under these rules."""
        return version == self.version or version in self.earlier_versions

    def setup_under(self, version: str, setup: Json) -> Json:
        """Return a recorded set-up with the usual choices of its version filled in."""
        house = self.earlier_versions.get(version)
        return {**setup, "house": {**house, **setup.get("house", {})}} if house else setup

    def view(self, state: Any) -> Json:
        """Return what anybody may see of the match."""
        return {"game": self.game, "rules_version": self.version, **self.seen(state)}
