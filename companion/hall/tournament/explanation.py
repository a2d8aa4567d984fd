"""Explains why two players meet: the cost of their table, and the next best round in which they do not meet."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.hall.tournament.arithmetic import PairingLine, first_difference
from companion.hall.tournament.corrections import paired_anew
from companion.hall.tournament.counting.game_count import GameCount
from companion.hall.tournament.events import PairedTable, RoundPaired
from companion.hall.tournament.formats import FormatKind
from companion.hall.tournament.pairing import Declined, round_lines, tables_by_players
from companion.hall.tournament.state import RoundOfTournament, Tournament
from companion.words import Text


@dataclass(frozen=True, slots=True)
class NextBest:
    """The best round without a pair: the tables that differ, and the most important line in which it costs more
    (None: both rounds cost the same, and the first one found was used). A round that costs less was passed over because a
    later one would repeat a pair.
    """

    tables: tuple[PairedTable, ...]
    worse: PairingLine | None

    @property
    def says(self) -> Text:
        """The sentence that stands above the tables."""
        if self.worse is None:
            return Text("the next best round weighs the same:")
        if self.worse.amount < 0:
            return Text("another round weighs less, but after it a later round would repeat a pair:")
        return Text("the next best round is worse, {line} more:", line=self.worse.says)


def next_best(
    state: Tournament, count: GameCount, each: RoundOfTournament, players: Sequence[int]
) -> NextBest | None:
    """Return the best round in which two players do not meet, or one does not have the bye; None if there is no other
    round.

    Only Swiss rounds of games of two weigh alternatives.
    """
    if state.parts[each.part - 1].format.kind is not FormatKind.SWISS or not count.is_two_sided:
        return None
    best = paired_anew(state, count, each)
    other = paired_anew(state, count, each, frozenset(players))
    if isinstance(best, Declined) or isinstance(other, Declined):
        return None
    return NextBest(_others(best, other), first_difference(round_lines(best), round_lines(other)))


def _others(best: RoundPaired, other: RoundPaired) -> tuple[PairedTable, ...]:
    known = tables_by_players(best.tables)
    return tuple(one for one in other.tables if frozenset(one.players) not in known)
