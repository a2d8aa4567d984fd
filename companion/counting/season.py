"""What people have played: their results in each game by its own numbers, against each other, and a table of a season."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.counting.game_count import CountedNumber, CountedWay, GameCount, MatchResult
from companion.counting.games import COUNTS
from companion.ids import MatchId
from companion.people import KnownPerson, PersonId, Seated
from companion.words import Text, clauses, joined

POINTS_SAY = Text("3 points for a win, 1 for a shared first place")


class PersonsOutcome(StrEnum):
    """What a match was for one who played it. A first place that several share is won by nobody."""

    WON = "won"
    SHARED = "shared"
    LOST = "lost"


POINTS = {PersonsOutcome.WON: 3, PersonsOutcome.SHARED: 1, PersonsOutcome.LOST: 0}


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match whose people are known; `seats` are in the order of the result. `given_up_by`: the seat that gave up."""

    match: MatchId
    game: str
    at_ms: int
    seats: tuple[str, ...]
    result: MatchResult
    people: Seated
    given_up_by: str = ""

    @property
    def count(self) -> GameCount:
        return COUNTS[self.game]

    def seat_of(self, person: PersonId) -> str | None:
        return next((seat for seat, one in self.people.items() if one.id == person), None)

    def place(self, seat: str) -> int:
        return self.result.places[self.seats.index(seat)]

    def number(self, key: str, seat: str) -> int:
        return self.result.numbers[key][self.seats.index(seat)]

    def outcome(self, seat: str) -> PersonsOutcome:
        if self.place(seat) != 1:
            return PersonsOutcome.LOST
        return PersonsOutcome.WON if self.result.places.count(1) == 1 else PersonsOutcome.SHARED


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody has won, shared the first place, and lost."""

    won: int
    shared: int
    lost: int

    @classmethod
    def of(cls, outcomes: Iterable[PersonsOutcome]) -> "Tally":
        found = list(outcomes)
        return cls(*(found.count(one) for one in PersonsOutcome))

    @property
    def matches(self) -> int:
        return self.won + self.shared + self.lost

    @property
    def points(self) -> int:
        counts = (self.won, self.shared, self.lost)
        return sum(POINTS[one] * count for one, count in zip(PersonsOutcome, counts, strict=True))

    @property
    def says(self) -> Text:
        """`4 matches: 2 won, 1 drawn, 1 lost`."""
        counted = (
            (self.won, Text("1 won"), self.wins_say),
            (self.shared, Text("1 drawn"), Text("{n} drawn", n=self.shared)),
            (self.lost, Text("1 lost"), Text("{n} lost", n=self.lost)),
        )
        told = [one if n == 1 else many for n, one, many in counted if n]
        return Text("{matches}: {results}", matches=matches_say(self.matches), results=joined(told))

    @property
    def wins_say(self) -> Text:
        return {0: Text("0 won"), 1: Text("1 won")}.get(self.won, Text("{n} won", n=self.won))


def matches_say(n: int) -> Text:
    """Return a number of matches in words."""
    return Text("one match") if n == 1 else Text("{n} matches", n=n)


# --- one person


def played_by(person: PersonId, matches: Sequence[PlayedMatch]) -> list[tuple[PlayedMatch, str]]:
    """Return the matches of a person, each with the seat that the person played."""
    return [(one, seat) for one in matches if (seat := one.seat_of(person)) is not None]


def by_game(person: PersonId, matches: Sequence[PlayedMatch]) -> Mapping[str, Text]:
    """Return for each game that a person has played how often with which result, and its own numbers."""
    own = played_by(person, matches)
    games = dict.fromkeys(one.game for one, _ in own)
    return {game: _record_says([each for each in own if each[0].game == game]) for game in games}


def _record_says(played: Sequence[tuple[PlayedMatch, str]]) -> Text:
    tally = Tally.of(one.outcome(seat) for one, seat in played)
    count = played[0][0].count
    tell = _two_sided if count.is_two_sided else _of_many
    numbers = (tell(number, played, count) for number in count.numbers)
    return clauses([tally.says, *_given_up(played, count), *numbers])


def _given_up(played: Sequence[tuple[PlayedMatch, str]], count: GameCount) -> Iterator[Text]:
    """Say how many matches somebody gave up: their numbers do not tell why they were lost or won."""
    own = sum(one.given_up_by == seat for one, seat in played)
    others = sum(one.given_up_by not in ("", seat) for one, seat in played)
    if own:
        yield Text("gave up {n}", n=own)
    if others and count.is_two_sided:
        yield Text("the other side gave up {n}", n=others)


def _two_sided(number: CountedNumber, played: Sequence[tuple[PlayedMatch, str]], _count: GameCount) -> Text:
    """Return a number of both sides: `goals 7 to 4`."""
    own = sum(one.number(number.key, seat) for one, seat in played)
    both = sum(sum(one.result.numbers[number.key]) for one, _ in played)
    return Text("{what} {own} to {others}", what=number.words, own=own, others=both - own)


def _of_many(number: CountedNumber, played: Sequence[tuple[PlayedMatch, str]], count: GameCount) -> Text:
    """Return a number of a game of many: its mean, and the best; of one match that number alone."""
    values = [one.number(number.key, seat) for one, seat in played]
    if len(values) == 1:
        return Text("{what}: {n}", what=number.words, n=values[0])
    is_less_better = any(rule.key == number.key and rule.way is CountedWay.LEAST for rule in count.level)
    mean, best = f"{sum(values) / len(values):.1f}", min(values) if is_less_better else max(values)
    return Text("{what} {mean} on average, {best} at best", what=number.words, mean=mean, best=best)


def against(person: PersonId, matches: Sequence[PlayedMatch]) -> Iterator[tuple[KnownPerson, Tally]]:
    """Yield everybody whom a person has met, with how often who was ahead; the most frequent first."""
    met: dict[PersonId, KnownPerson] = {}
    outcomes: dict[PersonId, list[PersonsOutcome]] = {}
    for one, seat in played_by(person, matches):
        for at, other in one.people.items():
            if at != seat:
                met[other.id] = other
                outcomes.setdefault(other.id, []).append(_ahead(one, seat, at))
    for other_id, found in sorted(outcomes.items(), key=lambda item: -len(item[1])):
        yield met[other_id], Tally.of(found)


def _ahead(one: PlayedMatch, seat: str, other: str) -> PersonsOutcome:
    own, theirs = one.place(seat), one.place(other)
    return (
        PersonsOutcome.SHARED
        if own == theirs
        else PersonsOutcome.WON
        if own < theirs
        else PersonsOutcome.LOST
    )


# --- season


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A line of the table of a season; who has as many points and wins shares the place."""

    place: int
    person: KnownPerson
    tally: Tally


def season(matches: Sequence[PlayedMatch]) -> list[SeasonRow]:
    """Return the table of these matches, the best first: points, then wins."""
    people: dict[PersonId, KnownPerson] = {}
    outcomes: dict[PersonId, list[PersonsOutcome]] = {}
    for one in matches:
        for seat, person in one.people.items():
            people[person.id] = person
            outcomes.setdefault(person.id, []).append(one.outcome(seat))
    tallies = {person: Tally.of(found) for person, found in outcomes.items()}

    def rank(person: PersonId) -> tuple[int, int]:
        return -tallies[person].points, -tallies[person].won

    ordered = sorted(tallies, key=lambda one: (rank(one), people[one].name.casefold()))
    ranks = [rank(one) for one in ordered]
    return [SeasonRow(ranks.index(rank(one)) + 1, people[one], tallies[one]) for one in ordered]
