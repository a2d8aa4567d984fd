"""Tournaments that are played by a seed: players come late, go, and results are corrected."""

from dataclasses import dataclass, field
from random import Random

from companion.counting.game_count import GameCount, MatchResult
from companion.hall.tournament import judge
from companion.hall.tournament.events import (
    EntrantNumber,
    FormatKind,
    ResultCorrected,
    TournamentEvent,
    TournamentFormat,
)
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.state import RoundOfTournament, TableOfRound, Tournament, evolve, fold
from companion.words import translate

CLUBS = ("Belfort", "Sochaux", "Bourogne", None)


@dataclass
class Played:
    """A tournament under way, with its events."""

    state: Tournament
    events: list[TournamentEvent] = field(default_factory=list)

    @property
    def count(self) -> GameCount:
        return judge.count_of(self.state)

    def does(self, decision: judge.Decision) -> tuple[TournamentEvent, ...]:
        assert not isinstance(decision, Declined), translate(decision.message, "en")
        for event in decision:
            self.state = evolve(self.state, event)
            self.events.append(event)
        return decision


def opened(game: str, chosen: TournamentFormat | None = None, lot: int = 1) -> Played:
    begun = judge.open_tournament("Cup", game, lot)
    assert not isinstance(begun, Declined)
    played = Played(fold(begun), list(begun))
    if chosen is not None:
        played.does(judge.choose_format(played.state, chosen))
    return played


def joined(played: Played, number: int, random: Random | None = None) -> Played:
    """So many players more, all checked in."""
    for _ in range(number):
        name = f"P{len(played.state.entrants) + 1}"
        club = random.choice(CLUBS) if random is not None else None
        played.does(judge.enter(played.state, name, club))
        played.does(judge.check_in(played.state, EntrantNumber(max(played.state.entrants))))
    return played


def some_result(
    played: Played, table: TableOfRound, random: Random, *, is_level_fine: bool = True
) -> MatchResult:
    count = played.count
    while True:
        numbers = {one.key: tuple(random.randint(0, 5) for _ in table.players) for one in count.numbers}
        made = judge.result_of(count, len(table.players), numbers)
        assert isinstance(made, MatchResult)
        if is_level_fine or made.places.count(1) == 1:
            return made


def play_round(played: Played, random: Random) -> RoundOfTournament:
    """Pair a round and enter all its results."""
    played.does(judge.pair(played.state))
    number = len(played.state.rounds)
    each = played.state.rounds[-1]
    is_knockout = played.state.part.format.kind is FormatKind.KNOCKOUT
    for table in each.tables:
        enter(played, number, table.table, some_result(played, table, random, is_level_fine=not is_knockout))
    return played.state.rounds[-1]


def enter(played: Played, number: int, table: int, result: MatchResult) -> None:
    played.does(judge.enter_result(played.state, number, table, result, "desk"))
    played.does(judge.confirm(played.state, number, table, "desk"))


def a_whole_tournament(game: str, players: int, rounds: int, seed: int) -> Played:
    """Swiss: somebody may go after each round, somebody may come, and a result may be corrected."""
    random = Random(seed)
    played = joined(opened(game, TournamentFormat(FormatKind.SWISS, rounds), seed), players, random)
    for number in range(1, rounds + 1):
        play_round(played, random)
        if number == rounds:
            break
        if random.random() < 0.3 and len(played.state.pairable()) > 5:
            going = random.choice(played.state.pairable())
            played.does(judge.drop(played.state, going.number))
        if random.random() < 0.3:
            joined(played, 1, random)
        if random.random() < 0.3:
            table = random.choice(played.state.rounds[-1].tables)
            right = some_result(played, table, random)
            if right != table.result:
                played.does(
                    judge.correct(
                        played.state, ResultCorrected(number, table.table, right, "Anne", "typing error")
                    )
                )
    return played
