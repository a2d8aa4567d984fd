"""Explains a round: why two players meet, the next best round, and what a corrected result would have changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt

from companion.counting.game_count import GameCount
from companion.hall.tournament.arithmetic import CostLevel, PairingLine, first_difference
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


# --- grounds
# Says in a player's words what speaks for a pair, a table of several or a bye, and what speaks against it.

_BY_FORMAT: Mapping[FormatKind, Text] = {
    FormatKind.GROUPS: Text("in a group everybody meets everybody else once"),
    FormatKind.KNOCKOUT: Text(
        "the bracket of the knockout says who meets whom, and who goes on without a match"
    ),
    FormatKind.FREE: Text("in free play those sit down who have waited longest, with the winner who stays"),
}


@dataclass(frozen=True, slots=True)
class PairingGrounds:
    """What speaks for a pairing, and what speaks against it."""

    for_it: tuple[Text, ...]
    against_it: tuple[Text, ...] = ()


def grounds_of(
    kind: FormatKind, count: GameCount, players: int, lines: Iterable[PairingLine]
) -> PairingGrounds:
    """Return what speaks for and against a bye (1 player), a pair (2) or a table of several, out of its cost."""
    if kind in _BY_FORMAT:
        return PairingGrounds((_BY_FORMAT[kind],))
    if players == 1 and not count.is_two_sided:
        return PairingGrounds((_RESTS,))
    amounts = {line.level: line.amount for line in lines}
    good = _BYE_IS_GOOD if players == 1 else _MATCH_IS_GOOD
    is_pair = players == PAIR and count.is_two_sided
    told = (_pair_against(*one) if is_pair else _others_against(*one, players) for one in amounts.items())
    return PairingGrounds(
        tuple(says for level, says in good.items() if level not in amounts),
        tuple(says for says in told if says is not None),
    )


PAIR = 2
_RESTS = Text("who has rested least rests, the last in the standings first")
_BYE_IS_GOOD: Mapping[CostLevel, Text] = {
    CostLevel.BYE_AGAIN: Text("no bye before"),
    CostLevel.BYE: Text("nobody has fewer points"),
}
_MATCH_IS_GOOD: Mapping[CostLevel, Text] = {
    CostLevel.REMATCH: Text("they have not met before"),
    CostLevel.GAP: Text("they have the same points"),
}


def _pair_against(level: CostLevel, n: int) -> Text | None:
    match level:
        case CostLevel.REMATCH:
            return Text("they have met before") if n == 1 else Text("they have met {n} times before", n=n)
        case CostLevel.GAP:
            return Text("one has 1 point more") if n == 1 else Text("one has {n} points more", n=isqrt(n))
        case CostLevel.CLUB:
            return Text("both are of one club")
        case CostLevel.SIDES if n == 1:
            return Text("one of them will have played one side once more than the other side")
        case CostLevel.SIDES if n == 2:
            return Text("each of them will have played one side once more than the other side")
        case CostLevel.SIDES:
            return Text("one of them will have played one side several times more than the other side")
        case CostLevel.RANK if n == 1:
            return Text("the ideal opponent stands 1 place higher or lower in the standings")
        case CostLevel.RANK:
            return Text("the ideal opponent stands {n} places higher or lower in the standings", n=n)
        case CostLevel.BYE | CostLevel.BYE_AGAIN:
            return None


def _others_against(level: CostLevel, n: int, players: int) -> Text | None:
    match level:
        case CostLevel.BYE_AGAIN:
            return Text("a bye before") if n == 1 else Text("{n} byes before", n=n)
        case CostLevel.BYE:
            return Text("players who have fewer points: {n}", n=n)
        case CostLevel.REMATCH:
            return Text("some of them have met before")
        case CostLevel.GAP:
            return Text("they do not all have the same points")
        case CostLevel.CLUB:
            return Text("some of them are of one club")
        case CostLevel.RANK if players == 1:
            return Text("players who stand lower in the standings: {n}", n=n)
        case CostLevel.RANK if n > players * (players**2 - 1) // 6:
            return Text("they do not all stand side by side in the standings")
        case CostLevel.RANK | CostLevel.SIDES:
            return None


# --- explanation

_IS_WORSE: Mapping[CostLevel, Text] = {
    CostLevel.BYE_AGAIN: Text("the next best round gives a bye to somebody who has had one:"),
    CostLevel.REMATCH: Text("in the next best round players meet who have met before:"),
    CostLevel.BYE: Text("the next best round gives the bye to somebody with more points:"),
    CostLevel.GAP: Text("in the next best round points lie further apart:"),
    CostLevel.CLUB: Text("in the next best round more players meet somebody of their own club:"),
    CostLevel.SIDES: Text("in the next best round sides are shared less evenly:"),
    CostLevel.RANK: Text("in the next best round opponents suit each other less by the standings:"),
}


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
            return Text("another round would be as good; this one was found first:")
        if self.worse.amount < 0:
            return Text("another round would be better, but after it two players would have to meet again:")
        return _IS_WORSE[self.worse.level]


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
