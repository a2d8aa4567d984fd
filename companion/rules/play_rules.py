"""Defines the row that describes a kind of play, and the checks and rulings that all games share."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from functools import lru_cache
from itertools import product, starmap
from typing import Any, Generic, Self, TypeVar

from companion.event import Event
from companion.play import Play
from companion.rules.engine import Expectation, Refusal, Rules, Ruling, illegal, unknown_card
from companion.words import Text, clauses, joined, word

# --- accepted
# Accepted plays of kinds that several sections of a rulebook rule: each carries the section of its own situation.
#
# A player never tells that section, so a play as it is told has no field for it; the accepted play, which is the first
# event of its ruling, has one.

P = TypeVar("P")
AcceptedForms = Mapping[type[Any], type[Any]]
"""For a kind of play as it is told, the form in which it is accepted."""


def accepted_forms(kinds: Iterable[type[Any]]) -> AcceptedForms:
    """Return the accepted forms of kinds of play: each is the play with a field `section`. None stands for the usual
    section.
    """
    return {kind: _accepted_form(kind) for kind in kinds}


def _accepted_form(kind: type[Any]) -> type[Any]:
    usual: str = kind.cite
    return make_dataclass(
        f"Accepted{kind.__name__}",
        [("section", str | None, field(default=None))],
        bases=(kind,),
        namespace={"__doc__": kind.__doc__, "cite": property(lambda play: play.section or usual)},
        frozen=True,
        slots=True,
    )


def accepted(forms: AcceptedForms, play: P, section: str | None) -> P:
    """Return a play of such a kind in its accepted form, with the section that rules it; None: the usual one."""
    form = forms[type(play)]
    made: P = form(*[getattr(play, name) for name in type(play).__match_args__], section)  # type: ignore[attr-defined]
    return made


def with_accepted_forms(by_kind: Mapping[type[Any], Any], forms: AcceptedForms) -> dict[type[Any], Any]:
    """Return these kinds of event with the accepted forms of their plays added."""
    return {**by_kind, **{form: by_kind[kind] for kind, form in forms.items() if kind in by_kind}}


# --- play rules

T = TypeVar("T")
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class KindOfPlay:
    """What a row of each game has: the form of a kind of play, and its name on buttons."""

    form: type[Any]
    name: Text

    @property
    def kind(self) -> str:
        kind: str = self.form.kind
        return kind


def nothing_named(_play: Any) -> tuple[()]:
    """Return nothing: many plays name no card and no cell."""
    return ()


@dataclass(frozen=True, slots=True)
class PlayRule(KindOfPlay, Generic[State]):
    """One kind of play, and the stage of a match in which it is possible.

    `waits(state)` are the seats that may make it in that stage (None: the whole table). `judge(state, play)` returns its
    events, or why it is refused. `options(state, seat)` are complete plays that would be accepted from a seat that may
    make it. `label(state, play)` tells it in one sentence.
    """

    stage: Any
    waits: Callable[[State], Iterable[str | None]]
    judge: Callable[[State, Any], Ruling | Refusal]
    options: Callable[[State, Any], Iterable[Any]]
    label: Callable[[State, Any], Text]
    names: Callable[[Any], Iterable[Any]] = nothing_named
    """What a play names of the board or of the cards."""
    is_certain: bool = True
    """Whether who may make it always can; otherwise a seat is waited for only if there is such a play."""


RowsByStage = Mapping[Any, Mapping[str, PlayRule[State]]]
"""The rows of each stage of a match by their kinds of play, in their order."""


def by_stage(rows: Iterable[PlayRule[State]]) -> RowsByStage[State]:
    """Return the rows by the stage in which they are possible, and by kind. A kind of play has one row in a stage."""
    found: dict[Any, dict[str, PlayRule[State]]] = {}
    for row in rows:
        kinds = found.setdefault(row.stage, {})
        assert row.kind not in kinds, f"{row.kind} has two rows in {row.stage}"
        kinds[row.kind] = row
    return found


def names_of_plays(rows: Sequence[KindOfPlay]) -> Mapping[str, Text]:
    """Return the names of all kinds of play, by kind: as buttons call them, and refusals too."""
    return {row.kind: row.name for row in rows}


def expectations(rows: RowsByStage[State], state: State, stage: Any) -> tuple[Expectation, ...]:
    """Return whom the table waits for in a stage, and for which kinds of play, in the order of the rows."""
    waited: dict[str | None, list[str]] = {}
    for kind, row in rows.get(stage, {}).items():
        for seat in row.waits(state):
            if row.is_certain or next(iter(row.options(state, seat)), None) is not None:
                waited.setdefault(seat, []).append(kind)
    return tuple([Expectation(seat, tuple(kinds)) for seat, kinds in waited.items()])


def possible_plays(
    rows: RowsByStage[State], state: State, stage: Any, seat: str | None, kind: str
) -> list[Any]:
    """Return the complete plays of one kind that would be accepted now from a seat or the whole table."""
    row = rows.get(stage, {}).get(kind)
    return [] if row is None or seat not in row.waits(state) else list(row.options(state, seat))


def unknown_card_among(refs: Iterable[str | None], cards: Collection[str]) -> Refusal | None:
    """Return the refusal of the first reference that no card of the match has; None if there is no such reference."""
    return next((unknown_card(ref) for ref in refs if ref is not None and ref not in cards), None)


def told_by_rows(
    row_of: Mapping[type[Any], Any], told: Callable[[State, Any], Text]
) -> Callable[[State, Any], Text]:
    """Return the function that tells an event in one sentence: a play by its row, anything else by `told`."""

    def label(state: State, event: Any) -> Text:
        row = row_of.get(type(event))
        return told(state, event) if row is None else row.label(state, event)

    return label


# --- parts of rows


def during(*stages: T) -> frozenset[T]:
    """Return the stages of a match in which a play is possible."""
    return frozenset(stages)


def every(form: type[Any], *values: Iterable[Any]) -> Callable[[Any, Any], Iterator[Any]]:
    """Return the options of a play that the state does not limit: one play for each combination of the values of its
    fields, made once. A play without fields has one.
    """
    plays = tuple(starmap(form, product(*values)))
    return lambda _state, _seat: iter(plays)


def made_once(form: Callable[..., T]) -> Callable[..., T]:
    """Return a function that makes plays of a kind, and keeps them: most are offered again, and to find one is quicker."""
    return lru_cache(maxsize=8192)(form)


def from_seat(form: type[Any]) -> Callable[[Any, Any], Iterator[Any]]:
    """Return the options of a play that says nothing but its seat."""
    return lambda _state, seat: iter((form(seat),))


def runs(items: Sequence[T], n: int) -> Iterator[tuple[T, ...]]:
    """Return for each item a row of n items that begins with it."""
    for first in range(len(items)):
        yield tuple(items[(first + k) % len(items)] for k in range(n))


# --- out of turn
# Refuses plays that the table does not wait for, and says for which plays it waits.


def play_named(names: Mapping[str, Text], kind: str) -> Text:
    """Return the name of a kind of play in quotation marks, as its button has it."""
    return Text("“{play}”", play=names.get(kind) or word(kind))


def waited_plays(
    expected: Iterable[Expectation], seat_name: Callable[[str], Text], names: Mapping[str, Text]
) -> Text:
    """Return the plays that the table waits for, seat by seat. `names` has the name of each kind of play."""
    return clauses(
        [
            Text(
                "{seat}: {plays}",
                seat=Text("both sides") if x.seat is None else seat_name(x.seat),
                plays=joined([play_named(names, kind) for kind in x.plays]),
            )
            for x in expected
        ]
    )


def other_seats_play(cite: str, seat: Text, waited: Text) -> Refusal:
    """Return the refusal of a play that only another seat can enter now."""
    return illegal(cite, "{seat} cannot act now; the table waits for {waited}", seat=seat, waited=waited)


def not_possible_now(cite: str, play: Text, waited: Text) -> Refusal:
    """Return the refusal of a play that no seat can enter now."""
    return illegal(cite, "{play} is not possible now; the table waits for {waited}", play=play, waited=waited)


# --- rows
# Checks a sequence of plays that belong together before any of them is played.


def state_after(rules: Rules, state: Any, row: Sequence[Play]) -> Any | None:
    """Return the state after plays that are made one after the other; None if one would be refused."""
    then, refusal = _judged(rules, state, row)
    return then if refusal is None else None


def refusal_in(rules: Rules, state: Any, row: Sequence[Play]) -> Refusal | None:
    """Return the first refusal if the plays were made one after the other; None if all would be accepted."""
    return _judged(rules, state, row)[1]


def _judged(rules: Rules, state: Any, row: Sequence[Play]) -> tuple[Any, Refusal | None]:
    for play in row:
        ruling = rules.judge(state, play)
        if isinstance(ruling, Refusal):
            return state, ruling
        for event in ruling.events:
            state = rules.evolve(state, event)
    return state, None


# --- unfolding
# Collects the events of a ruling, each judged on the state that the last one left.


class Unfolding(Generic[State]):
    """The events of one play so far, and the state after them. A game's own class adds how its rulings end."""

    __slots__ = ("_evolve", "before", "events", "state")

    def __init__(self, state: State, evolve: Callable[[State, Any], State]) -> None:
        self._evolve = evolve
        self.before = state
        self.state = state
        self.events: list[Event] = []

    def then(self, event: Event) -> Self:
        """Add one event."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
        return self

    def ruling(self) -> Ruling:
        """Return the finished ruling."""
        return Ruling(tuple(self.events), self.state)
