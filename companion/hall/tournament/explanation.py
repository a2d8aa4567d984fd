"""Explains a round: why two players meet, the next best round, and what a corrected result would have changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.counting.game_count import GameCount
from companion.hall.tournament.arithmetic import PairingLine, first_difference
from companion.hall.tournament.events import EntrantNumber, FormatKind, PairedTable, RoundPaired
from companion.hall.tournament.pairing import Declined, paired_round, round_lines, tables_by_players
from companion.hall.tournament.state import Entrant, Presence, RoundOfTournament, Tournament
from companion.words import Text

# --- corrections
# Finds out what a corrected result would have changed in the rounds that were paired after it.


def would_change(before: Tournament, after: Tournament, count: GameCount, number: int) -> tuple[int, ...]:
    """Return the tables of the last round whose players would not have met if a result of round `number` had been
    entered correctly.

    The last round stays as it is; it is paired twice on paper, with the wrong result and with the right one. In free play
    nobody is paired by results but the winner who stays, and nothing is told.
    """
    last = before.rounds[-1]
    if last.number <= number or before.parts[last.part - 1].format.kind is FormatKind.FREE:
        return ()
    was = paired_anew(before, count, last)
    would_be = paired_anew(after, count, last)
    if isinstance(was, Declined) or isinstance(would_be, Declined):
        return tuple(one.table for one in last.tables)
    kept = set(tables_by_players(would_be.tables))
    at = {who: one.table for one in last.tables for who in one.players}
    changed = {
        at[who]
        for one in was.tables
        if frozenset(one.players) not in kept
        for who in one.players
        if who in at
    }
    right = {one.table for one in after.rounds[-1].tables if frozenset(one.players) in kept}
    return tuple(sorted(changed - right))


def paired_anew(
    state: Tournament,
    count: GameCount,
    each: RoundOfTournament,
    without: frozenset[int] = frozenset(),
) -> RoundPaired | Declined:
    """Pair a round once more from the results before it, for the players who are in it."""
    return paired_round(state_before(state, each), count, _who_was_there(state, each), without)


def _who_was_there(state: Tournament, each: RoundOfTournament) -> tuple[EntrantNumber, ...]:
    """Return who could be paired in a round; groups and knockouts have players without a match, too."""
    there = set(each.players)
    part = state.parts[each.part - 1]
    if part.format.kind is not FormatKind.SWISS:
        there |= {*part.seeds, *(one.number for one in state.pairable() if one.first_round <= each.number)}
    return tuple(sorted(there))


def state_before(state: Tournament, each: RoundOfTournament) -> Tournament:
    """Return the tournament as it was before a round, but with today's results of the earlier rounds."""
    parts = state.parts[: each.part]
    rounds = state.rounds[: each.number - 1]
    if not any(earlier.part == each.part for earlier in rounds):
        parts = (*parts[:-1], replace(parts[-1], seeds=()))
    there = {who: _there(one, each.players) for who, one in state.entrants.items()}
    return replace(state, parts=parts, rounds=rounds, entrants=there)


def _there(one: Entrant, players: tuple[EntrantNumber, ...]) -> Entrant:
    return replace(one, presence=Presence.THERE) if one.number in players else one


# --- explanation


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
