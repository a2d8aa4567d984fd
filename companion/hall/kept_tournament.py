"""A tournament as it is kept: its state after all acts, and its file while it may be changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.counting.game_count import GameCount
from companion.counting.games import COUNTS
from companion.errors import CompanionError, LogDamaged, Malformed
from companion.hall.tournament.events import TournamentEvent, read_tournament_event, write_tournament_event
from companion.hall.tournament.judge import Decision
from companion.hall.tournament.pairing import Declined
from companion.hall.tournament.state import Tournament, evolve, fold
from companion.storage.tournaments import KeptAct, TournamentFile
from companion.words import Text


@dataclass(slots=True)
class KeptTournament:
    """A tournament's state and acts; `file` None: it is only looked at."""

    state: Tournament
    acts: tuple[KeptAct, ...]
    file: TournamentFile | None = None

    @property
    def count(self) -> GameCount:
        return COUNTS[self.state.game]

    @property
    def head(self) -> str:
        """The hash over everything that happened."""
        return self.acts[-1].hash

    def does(self, decision: Decision, at_ms: int) -> tuple[TournamentEvent, ...]:
        """Keep what follows from an act. Raises `CompanionError` with the reason if it cannot be done."""
        assert self.file is not None, "it was opened to be changed"
        if isinstance(decision, Declined):
            raise CompanionError(decision.message)
        if decision:
            self.file.append([write_tournament_event(event) for event in decision], at_ms)
            self.acts = self.file.acts
        for event in decision:
            self.state = evolve(self.state, event)
        return decision


def folded(name: str, acts: Sequence[KeptAct]) -> Tournament:
    """Return the state after some acts. Raises `LogDamaged`."""
    try:
        state = fold(read_tournament_event(event) for act in acts for event in act.events)
        _expect_whole(state)
    except Malformed as problem:
        raise LogDamaged(
            Text("the tournament {name} cannot be read: {problem}", name=name, problem=problem.message)
        ) from problem
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as problem:
        # The events follow from no acts of this program.
        raise LogDamaged(
            Text("the tournament {name} cannot be read: {problem}", name=name, problem=repr(problem)[:120])
        ) from problem
    if state.game not in COUNTS:
        raise LogDamaged(
            Text("unknown game {game}; known: {known}", game=state.game[:40], known=", ".join(COUNTS))
        )
    return state


def _expect_whole(state: Tournament) -> None:
    """Check what evolving does not: that everybody in a round is known, and that results have a value for each seat.

    Raises `Malformed`.
    """
    for each in state.rounds:
        is_played = all(len(table.players) > 1 for table in each.tables)
        if not is_played or not set(each.players) <= state.entrants.keys():
            raise Malformed("", Text("round {round} has a table at which nobody can play", round=each.number))
        for table in each.tables:
            rows = [] if table.result is None else [table.result.places, *table.result.numbers.values()]
            if any(len(row) != len(table.players) for row in rows):
                raise Malformed(
                    "",
                    Text(
                        "round {round}, table {table}: the result has not one value for each player",
                        round=each.number,
                        table=table.table,
                    ),
                )
