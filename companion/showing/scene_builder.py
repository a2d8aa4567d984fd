"""The interface of a game's own part of showing: its scenes, the arithmetic of its events, and its secrets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from companion.event import Event
from companion.mat import Mat
from companion.play import Play, SaidPlay, UnreadablePlay, kind_said
from companion.rules.engine import Expectation, Rules
from companion.showing.scene import Contest, Duty, Highlight, Role, Scene, SumLine, Waited, Words
from companion.showing.ways import Choosable, Ways, Weight
from companion.words import Text


class SceneBuilder(Protocol):
    """Builds the scenes of one game. Pure: the same state gives the same scene."""

    game: str
    hides: frozenset[str]
    """The kinds of plays that name face-down cards; only their kind and seat are shown."""
    conceals: Mapping[str, str]
    """Kinds of plays of which one field alone is not shown: the card that is laid face down, where all see that one is."""
    opens: Mapping[str, str]
    """Kinds of plays that hide cards, with the kind of the event after which all have seen them."""
    one_by_one: frozenset[str]
    """Kinds of plays that hands make one after the other: several that were read by the same sightings were seen late."""
    notable: frozenset[str]
    """The kinds of events that spectators look back at, such as goals."""

    roles: Mapping[str, Role]
    """The mark of each seat whose mark has another name than the seat."""
    goals: frozenset[str]
    """The kinds of events for which a play is remembered as a goal."""
    fouls: frozenset[str]
    """The same for fouls."""
    stats: frozenset[str]
    """The values of a card of which one counts in a contest, and is lit."""
    goal_says: Text
    """The game's word for a goal."""
    draw_says: Text | None
    """Why a match that ends level is over; None: in this game it goes without saying."""
    run_up: frozenset[str]
    """The kinds of plays that are told when a goal follows them: those whose sentences name no cells."""

    def scene(self, rules: Rules, state: Any, last: Sequence[Event], mat: Mat) -> Scene:
        """Return the scene of a state, after the events of the last play."""

    def arithmetic(self, state: Any, event: Event) -> tuple[SumLine, ...]:
        """Return the arithmetic of an event, line by line; empty where there is no sum."""

    def aside(self, rules: Rules, state: Any) -> tuple[Expectation, ...]:
        """Return what the rules would accept without waiting for it, such as a card for the opponent's turn."""

    def ways(self, rules: Rules, state: Any, seat: str | None, kind: str) -> Ways | None:
        """Return every play of a kind, chosen step by step, if the rules' options show only some; None: they show all."""

    def attempt(self, state: Any, piece: str | None, place: str) -> Play | None:
        """Return the play that is meant by touching a piece (None: no piece) and then another piece or a cell of the
        board, although the rules may refuse it; None if these touches mean no play.
        """

    def weights(self, state: Any, plays: Sequence[Play]) -> Sequence[Weight | None]:
        """Return in a few signs what each of these plays costs or counts for, where that is known without judging it."""

    def ready(self, rules: Rules, state: Any) -> Sequence[tuple[str | None, Play]]:
        """Return whole plays that stand ready on a button of their own, each with its seat: the usual placement."""

    def own_worth(self, state: Any, play: Play, seat: str) -> Text | None:
        """Return what a play is worth to a seat, judged by open cards only and without asking the rules."""

    def worth_after(self, after: Any, play: Play) -> Text | None:
        """Return what a play counts for in the state after it, if no chances are known yet."""

    def matters(self, event: Event, play: Play, seat: str) -> bool:
        """Tell whether an event counts when a play's worth to a seat is described."""

    def shortly(self, state: Any, event: Event, play: Play) -> Text | None:
        """Return a shorter sentence for an event of a play that led to a state; None: its usual sentence will do."""

    def in_brief(self, state: Any, event: Event) -> Text | None:
        """Return what spectators look back at in few words, a goal with the score; None: the sentence of the event is short."""

    def for_visitor(self, play: Play, events: Sequence[Event]) -> Choosable | None:
        """Return a play, with what comes of it, as somebody reads it who does not know the game; None: its usual sentence
        says as much.
        """

    def in_report(self, before: Any, play: Play, events: Sequence[Event]) -> Text | None:
        """Return what a report tells of a play that was made in the state `before`, after the name of its side, where its
        usual sentence is too long or needs the board; None: the sentence will do.
        """

    def loss(self, event: Event, seat: str) -> Text | None:
        """Return how a side that had the ball lost it by an event of a later play; None: it did not."""

    def settled(self, before: Any, last: Sequence[Event]) -> Contest | None:
        """Return the contest that the last play settled, as it was `before` that play; None if the scene after the play
        shows all of it.
        """

    def told_open(self, state: Any, play: Play) -> Text | None:
        """Return the sentence of a play that laid cards face down, with the cards, for when they lie open; None: no other."""

    def duties(self, before: Any, after: Any, last: Sequence[Event]) -> Iterable[Duty]:
        """Return what hands have to do at the table after the last play, which led from one state to the other."""

    def moves(self, before: Any, after: Any) -> Iterable[Duty]:
        """Return where people have to put the pieces and the ball that the program moved between two states."""

    def highlight(self, state: Any, last: Sequence[Event]) -> Highlight | None:
        """Return what screens show large for a moment after the last play, which led to this state; None: nothing."""

    def programme(self, state: Any) -> Iterable[Words]:
        """Return the sentences that introduce the game to a newcomer before a match."""

    def beside(self, state: Any, event: Event) -> Words | None:
        """Return the sentences that explain an event to a newcomer, such as what a place on the board demands."""

    def final_sums(self, state: Any) -> Mapping[str, tuple[SumLine, ...]]:
        """Return what each seat's points are added up from at the end; empty where they were scored one after the other."""

    def counted(self, event: Event) -> tuple[Words, str] | None:
        """Return the final count to which an event adds one, and for which seat, such as duels won by home."""


class BaseSceneBuilder:
    """The default methods, for a game without face-down cards and with sentences that need no additions."""

    hides: frozenset[str] = frozenset()
    conceals: Mapping[str, str] = MappingProxyType({})
    opens: Mapping[str, str] = MappingProxyType({})
    one_by_one: frozenset[str] = frozenset()
    roles: Mapping[str, Role] = MappingProxyType({})
    goals: frozenset[str] = frozenset()
    fouls: frozenset[str] = frozenset()
    stats: frozenset[str] = frozenset()
    goal_says: Text = Text("Goal")
    draw_says: Text | None = None
    run_up: frozenset[str] = frozenset()
    notable: frozenset[str] = frozenset()

    def aside(self, _rules: Rules, _state: Any) -> tuple[Expectation, ...]:
        return ()

    def ways(self, _rules: Rules, _state: Any, _seat: str | None, _kind: str) -> Ways | None:
        return None

    def attempt(self, _state: Any, _piece: str | None, _place: str) -> Play | None:
        return None

    def weights(self, _state: Any, plays: Sequence[Play]) -> Sequence[Weight | None]:
        return [None] * len(plays)

    def ready(self, _rules: Rules, _state: Any) -> Sequence[tuple[str | None, Play]]:
        return ()

    def own_worth(self, _state: Any, _play: Play, _seat: str) -> Text | None:
        return None

    def worth_after(self, _after: Any, _play: Play) -> Text | None:
        return None

    def matters(self, _event: Event, _play: Play, _seat: str) -> bool:
        return True

    def shortly(self, _state: Any, _event: Event, _play: Play) -> Text | None:
        return None

    def in_brief(self, _state: Any, _event: Event) -> Text | None:
        return None

    def for_visitor(self, _play: Play, _events: Sequence[Event]) -> Choosable | None:
        return None

    def in_report(self, _before: Any, _play: Play, _events: Sequence[Event]) -> Text | None:
        return None

    def loss(self, _event: Event, _seat: str) -> Text | None:
        return None

    def settled(self, _before: Any, _last: Sequence[Event]) -> Contest | None:
        return None

    def told_open(self, _state: Any, _play: Play) -> Text | None:
        return None

    def duties(self, _before: Any, _after: Any, _last: Sequence[Event]) -> Iterable[Duty]:
        return ()

    def moves(self, _before: Any, _after: Any) -> Iterable[Duty]:
        return ()

    def highlight(self, _state: Any, _last: Sequence[Event]) -> Highlight | None:
        return None

    def programme(self, _state: Any) -> Iterable[Words]:
        return ()

    def beside(self, _state: Any, _event: Event) -> Words | None:
        return None

    def final_sums(self, _state: Any) -> Mapping[str, tuple[SumLine, ...]]:
        return {}

    def counted(self, _event: Event) -> tuple[Words, str] | None:
        return None


def says_hidden(shower: SceneBuilder, play: SaidPlay) -> bool:
    """Tell whether a play names face-down cards, or may do so if it is unreadable."""
    kind = kind_said(play)
    concealed = shower.conceals.get(kind)
    if kind in shower.hides or concealed is None:
        return kind in shower.hides
    return isinstance(play, UnreadablePlay) or bool(getattr(play, concealed))


def opens(shower: SceneBuilder, play: SaidPlay, later: Iterable[str]) -> bool:
    """Tell whether the cards of a play lie open after later plays and events, by their kinds."""
    return shower.opens.get(kind_said(play)) in {*later}


def waits(rules: Rules, state: Any, says: Callable[[str | None, Sequence[str]], Words]) -> tuple[Waited, ...]:
    """Return whom the match waits for; `says` makes the words from a seat and its kinds of plays."""
    return tuple(Waited(one.seat, says(one.seat, one.plays)) for one in rules.expects(state))


ROUNDING = 1e-9
"""Chances are sums of many small numbers."""


def percent_of(chance: float) -> int:
    """Return a chance in whole percent. It is 0 or 100 only if the outcome is sure."""
    percent = round(100 * chance)
    if ROUNDING < chance < 1 - ROUNDING:
        return max(1, min(99, percent))
    return percent


def unbroken_score(points: Iterable[int]) -> str:
    """Return a score that no line breaks: `2 – 1`."""
    return "\u00a0–\u00a0".join(map(str, points))
