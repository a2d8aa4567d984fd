"""Pairs the next round of a tournament in its format: who meets whom at which table, and who has a bye."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from companion.counting.game_count import GameCount
from companion.hall.tournament.arithmetic import PairingLine, added
from companion.hall.tournament.events import Bye, EntrantNumber, FormatKind, PairedTable, RoundPaired
from companion.hall.tournament.standings import lot_of, standings
from companion.hall.tournament.state import RoundOfTournament, TableOfRound, Tournament
from companion.hall.tournament.swiss import SwissPlayer, swiss_round
from companion.hall.tournament.tables_of_several import several_round, table_sizes
from companion.words import Text

# --- groups
# Pairs groups in which every player meets every other player once.


def drawn_groups(seeds: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    """Return groups of about one size, with the seeds dealt out back and forth so that all groups are equally strong."""
    number = max(1, -(-len(seeds) // size))
    groups: list[list[int]] = [[] for _ in range(number)]
    for n, who in enumerate(seeds):
        lap, place = divmod(n, number)
        groups[number - 1 - place if lap % 2 else place].append(who)
    return tuple(tuple(group) for group in groups)


def group_rounds(size: int) -> int:
    """Return the number of rounds that a group of this size needs."""
    return size - 1 + size % 2


def group_pairs(group: Sequence[int], number: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the pairs of a group in a round (from 0), and who has no match; one stays in place, the others rotate."""
    seats: list[int | None] = [*group, *([None] if len(group) % 2 else [])]
    count = len(seats)
    if number >= count - 1:
        return (), tuple(group)
    turned = [seats[0], *(seats[1 + (n + number) % (count - 1)] for n in range(count - 1))]
    pairs, pauses = [], []
    for n in range(count // 2):
        one, other = turned[n], turned[count - 1 - n]
        if one is not None and other is not None:
            pairs.append((one, other))
        else:
            pauses += [who for who in (one, other) if who is not None]
    return tuple(pairs), tuple(pauses)


# --- knockout
# Makes the bracket of a knockout: the best seeds meet last, and have the byes of the first round.


def bracket(players: int) -> tuple[int | None, ...]:
    """Return the seeds (from 0) in the order of the bracket; None is a place without a player."""
    places = [0]
    while len(places) < players:
        size = 2 * len(places)
        places = [seed for place in places for seed in (place, size - 1 - place)]
    return tuple(seed if seed < players else None for seed in places)


def knockout_pairs(
    seeds: Sequence[int], alive: Collection[int], played: int
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the next pairs of a knockout, the better seed first, and the players who advance without a match.

    `alive` have not lost, and `played` is the number of rounds behind them.
    """
    places = [None if place is None else seeds[place] for place in bracket(len(seeds))]
    block = 2 ** (played + 1)
    rank = {who: n for n, who in enumerate(seeds)}
    pairs, byes = [], []
    for start in range(0, len(places), block):
        left = [who for who in places[start : start + block] if who is not None and who in alive]
        left.sort(key=rank.__getitem__)
        if len(left) >= 2:
            pairs.append((left[0], left[1]))
            byes += left[2:]
        else:
            byes += left
    return tuple(pairs), tuple(byes)


# --- history
# Collects what a pairing must know of each player: earlier opponents, sides and byes.


@dataclass(slots=True)
class EntrantHistory:
    """The earlier rounds of one player. `balance`: how many times more the player had the first side than the second."""

    met: dict[int, int] = field(default_factory=dict)
    balance: int = 0
    byes: int = 0
    last_round: int = 0


def histories(state: Tournament) -> dict[EntrantNumber, EntrantHistory]:
    """Return the history of each player, over all rounds that were paired."""
    found = {who: EntrantHistory() for who in state.entrants}
    for each in state.rounds:
        for bye in each.byes:
            found[bye.player].byes += 1
        for table in each.tables:
            for seat, who in enumerate(table.players):
                mine = found[who]
                mine.last_round = each.number
                mine.balance += {0: 1, 1: -1}.get(seat, 0) if len(table.players) == 2 else 0
                for other in table.players:
                    if other != who:
                        mine.met[other] = mine.met.get(other, 0) + 1
    return found


def by_rank(
    state: Tournament, count: GameCount, who: Sequence[EntrantNumber], first_round: int
) -> list[SwissPlayer]:
    """Return players in the order of the standings over the rounds from one on, with the history that a pairing
    needs.
    """
    past = histories(state)
    return [
        SwissPlayer(
            number=rank.number,
            points=rank.points,
            club=state.entrants[rank.number].club,
            met=past[rank.number].met,
            balance=past[rank.number].balance,
            byes=past[rank.number].byes,
            lot=lot_of(state, rank.number * 1_000 + state.next_round),
        )
        for rank in standings(state, count, who, first_round).ranks
    ]


# --- pairing

MOST_PLAYERS = 1_000
"""The most players that can be paired; the weights in `arithmetic` are made for as many."""
NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Declined:
    """The reason why an act is not possible, in the organiser's words."""

    message: Text


@dataclass(frozen=True, slots=True)
class _Seating:
    """A match without a number of a table: its players by seat, the cost, and its fixed table if it has one."""

    players: tuple[int, ...]
    lines: tuple[PairingLine, ...] = ()
    table: int | None = None


@dataclass(frozen=True, slots=True)
class _Draft:
    """A round before its tables have numbers."""

    seatings: tuple[_Seating, ...]
    byes: tuple[tuple[int, tuple[PairingLine, ...]], ...] = ()
    seeds: tuple[int, ...] = ()


def paired_round(
    state: Tournament,
    count: GameCount,
    who: Sequence[EntrantNumber] | None = None,
    without: Collection[int] = NOBODY,
) -> RoundPaired | Declined:
    """Return the next round, or the reason why there is none.

    `who` are the players to pair, if not all who are there. `without` is a pair that must not meet, or a player who must
    not have the bye.
    """
    players = tuple(one.number for one in state.pairable()) if who is None else tuple(who)
    if len(players) > MOST_PLAYERS:
        return Declined(Text("at most {most} players can be paired; there are {players}",
                             most=MOST_PLAYERS, players=len(players)))  # fmt: skip
    draft = _draft(state, count, players, frozenset(without))
    if isinstance(draft, Declined):
        return draft
    tables = _numbered(state, draft.seatings)
    byes = tuple(Bye(EntrantNumber(player), lines) for player, lines in draft.byes)
    seeds = tuple(map(EntrantNumber, draft.seeds))
    return RoundPaired(state.next_round, tables, byes, seeds)


def _draft(
    state: Tournament, count: GameCount, players: Sequence[EntrantNumber], without: frozenset[int]
) -> _Draft | Declined:
    match state.part.format.kind:
        case FormatKind.SWISS:
            if count.is_two_sided:
                return _swiss(state, count, players, without)
            return _several(state, count, players)
        case FormatKind.GROUPS:
            return _groups(state, count, players)
        case FormatKind.KNOCKOUT:
            return _knockout(state, count, players)
        case FormatKind.FREE:
            return _free(state, count, players)


def round_lines(paired: RoundPaired) -> tuple[PairingLine, ...]:
    """Return the cost of a whole round."""
    return added([*(table.lines for table in paired.tables), *(bye.lines for bye in paired.byes)])


def rounds_of_part(state: Tournament) -> list[RoundOfTournament]:
    """Return the rounds of the current part."""
    return [each for each in state.rounds if each.part == len(state.parts)]


# --- everybody plays each round


def _swiss(
    state: Tournament, count: GameCount, players: Sequence[EntrantNumber], without: frozenset[int]
) -> _Draft | Declined:
    said = too_few(players, 2) or _all_rounds_played(state)
    if said is not None:
        return said
    # Who has not said how many rounds there are may pair until everybody has met.
    later = (state.part.format.rounds or len(players)) - len(rounds_of_part(state)) - 1
    found = swiss_round(by_rank(state, count, players, state.part.first_round), without, max(0, later))
    if found is None:
        return Declined(Text("there is no other pairing"))
    byes = () if found.bye is None else ((found.bye, found.bye_lines),)
    return _Draft(tuple(_Seating((pair.first, pair.second), pair.lines) for pair in found.pairs), byes)


def _several(state: Tournament, count: GameCount, players: Sequence[EntrantNumber]) -> _Draft | Declined:
    said = too_few(players, count.fewest) or _all_rounds_played(state)
    if said is not None:
        return said
    ranked = by_rank(state, count, players, state.part.first_round)
    playing = len(ranked)
    while (sizes := table_sizes(playing, count.fewest, count.most, state.part.format.seats)) is None:
        playing -= 1
    resting = sorted(range(len(ranked)), key=lambda n: (ranked[n].byes, -n))[: len(ranked) - playing]
    byes = tuple((ranked[n].number, ()) for n in resting)
    seated = [player for n, player in enumerate(ranked) if n not in resting]
    return _Draft(tuple(_Seating(who, lines) for who, lines in several_round(seated, sizes)), byes)


def too_few(players: Sequence[EntrantNumber], least: int) -> Declined | None:
    """Refuse a round for which too few players are there."""
    if len(players) >= least:
        return None
    return Declined(
        Text("a round needs {least} players who are there; now there are {players}: check players in",
             least=least, players=len(players))
    )  # fmt: skip


def _all_rounds_played(state: Tournament) -> Declined | None:
    rounds = state.part.format.rounds
    if not rounds or len(rounds_of_part(state)) < rounds:
        return None
    return Declined(
        Text("all rounds are played ({rounds}): choose another format for what follows, or end the tournament",
             rounds=rounds)
    )  # fmt: skip


# --- groups and knockout


def seeds_of(
    state: Tournament, count: GameCount, players: Sequence[EntrantNumber]
) -> tuple[EntrantNumber, ...]:
    """Return the seeds of the current part: those of its first round, or, before it is paired, the players in the
    order of the standings.

    After groups the first of each group come first, then the second of each.
    """
    if rounds_of_part(state):
        return state.part.seeds
    order = [rank.number for rank in standings(state, count, players).ranks]
    place_in_group: dict[int, int] = {}
    earlier = state.parts[-2] if len(state.parts) > 1 else None
    if earlier is not None and earlier.format.kind is FormatKind.GROUPS:
        for group in drawn_groups(earlier.seeds, earlier.format.group_size):
            ranked = [who for who in order if who in group]
            place_in_group.update((who, n) for n, who in enumerate(ranked))
    order.sort(key=lambda who: place_in_group.get(who, len(order)))
    qualified = state.part.format.qualified
    return tuple(order[:qualified] if qualified else order)


def _groups(state: Tournament, count: GameCount, players: Sequence[EntrantNumber]) -> _Draft | Declined:
    seeds = seeds_of(state, count, players)
    said = too_few(seeds, 2)
    if said is not None:
        return said
    number = len(rounds_of_part(state))
    groups = drawn_groups(seeds, state.part.format.group_size)
    if number >= max(group_rounds(len(group)) for group in groups):
        return Declined(
            Text("all groups have played: choose a knockout for those who go on, or end the tournament")
        )
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    for group in groups:
        met, _pauses = group_pairs(group, number)
        for pair in met:
            left = [who for who in pair if who in players]
            if len(left) == 2:
                pairs.append(pair)
            else:
                byes += left
    # A pause belongs to a group of odd size and pays nothing; the bye of somebody whose opponent has gone is a win.
    return _Draft(_sided(state, pairs), tuple((who, ()) for who in byes), tuple(seeds))


def _knockout(state: Tournament, count: GameCount, players: Sequence[EntrantNumber]) -> _Draft | Declined:
    seeds = seeds_of(state, count, players)
    said = too_few(seeds, 2)
    if said is not None:
        return said
    earlier = rounds_of_part(state)
    # Only who was in the last round can be in the next: a corrected result brings nobody back by itself.
    last = earlier[-1] if earlier else None
    went_on = seeds if last is None else last.went_on
    alive = set(went_on) & set(players)
    if len(alive) < 2:
        return Declined(_knockout_over(state, alive))
    pairs, byes = knockout_pairs(seeds_in_places(seeds, earlier), alive, len(earlier))
    return _Draft(_sided(state, pairs), tuple((who, ()) for who in byes), tuple(seeds))


def seeds_in_places(
    seeds: Sequence[EntrantNumber], earlier: Sequence[RoundOfTournament]
) -> list[EntrantNumber]:
    """Return the seeds by their places in the bracket: who exchanged places by hand has the other's from then on."""
    places = list(seeds)
    for hand in (hand for each in earlier for hand in each.by_hand):
        one, other = places.index(hand.one), places.index(hand.other)
        places[one], places[other] = hand.other, hand.one
    return places


def _knockout_over(state: Tournament, alive: Collection[int]) -> Text:
    for who in alive:
        return Text("the knockout is over: {name} has won it", name=state.entrants[EntrantNumber(who)].name)
    return Text("the knockout is over: nobody of it is left")


def _sided(state: Tournament, pairs: Sequence[Sequence[int]]) -> tuple[_Seating, ...]:
    return tuple(_Seating(_turned(state, pair)) for pair in pairs)


def _turned(state: Tournament, players: Sequence[int]) -> tuple[int, ...]:
    """Return players by seat: whoever had the first side less often has it; else the lot decides."""
    past = histories(state)

    def turn(who: int) -> tuple[int, int]:
        return (past[EntrantNumber(who)].balance, lot_of(state, who * 1_000 + state.next_round))

    return tuple(sorted(players, key=turn))


# --- free play


def waiting_queue(state: Tournament, players: Sequence[EntrantNumber]) -> list[EntrantNumber]:
    """Return the players who wait for a table, the longest wait first."""
    past = histories(state)
    busy = {
        who for each in state.rounds for one in each.tables if not one.is_confirmed for who in one.players
    }
    idle = [who for who in players if who not in busy]
    return sorted(idle, key=lambda who: (past[who].last_round, state.entrants[who].first_round, who))


def _free(state: Tournament, count: GameCount, players: Sequence[EntrantNumber]) -> _Draft | Declined:
    queue = waiting_queue(state, players)
    chosen = state.part.format
    size = min(count.most, max(count.fewest, chosen.seats or count.fewest))
    taken = {one.table for each in state.rounds for one in each.tables if not one.is_confirmed}
    free = [table for table in range(1, chosen.tables + 1) if table not in taken]
    stays = {table: who for table in free if (who := _staying(state, table)) in queue}
    seatings = []
    for table in free:
        who = stays.get(table)
        others = [one for one in queue if one not in stays.values()]
        sitting = [*([who] if who is not None else []), *others][:size]
        if len(sitting) < count.fewest:
            continue
        queue = [one for one in queue if one not in sitting]
        stays.pop(table, None)
        seatings.append(_Seating(_turned(state, sitting), table=table))
    if not seatings:
        return Declined(Text("nobody can sit down: all tables are taken, or too few players wait"))
    return _Draft(tuple(seatings))


def _staying(state: Tournament, table: int) -> EntrantNumber | None:
    """Return the winner who may stay at a table; None after a shared match, and after as many wins as a stay may last."""
    played = [one for _, one in state.played() if one.table == table]
    if not played or len(played[-1].winners) != 1:
        return None
    (who,) = played[-1].winners
    wins = 0
    for one in reversed(played):
        if one.winners != (who,):
            break
        wins += 1
    return who if wins < state.part.format.longest_stay else None


# --- numbers of tables


def _numbered(state: Tournament, seatings: Sequence[_Seating]) -> tuple[PairedTable, ...]:
    """Give each match a table: fixed ones first, then the public one, then the lowest that is free."""
    tables: dict[int, int] = {}
    taken = {one.table for each in state.rounds for one in each.tables if not one.is_confirmed}
    for n, seating in enumerate(seatings):
        wished = [seating.table, *(state.entrants[EntrantNumber(who)].table for who in seating.players)]
        for table in wished:
            if table is not None and table not in taken and n not in tables:
                tables[n] = table
                taken.add(table)
    stream = state.stream_table
    if stream is not None and stream not in taken:
        left = [n for n in range(len(seatings)) if n not in tables]
        if left:
            seen = {n: _times_on_stream(state, seatings[n].players) for n in left}
            tables[min(left, key=lambda n: (seen[n], n))] = stream
            taken.add(stream)
    free = (table for table in range(1, len(seatings) + len(taken) + 2) if table not in taken)
    for n in range(len(seatings)):
        if n not in tables:
            tables[n] = next(free)
    made = [
        PairedTable(tables[n], tuple(map(EntrantNumber, seating.players)), seating.lines)
        for n, seating in enumerate(seatings)
    ]
    return tuple(sorted(made, key=lambda one: one.table))


def _times_on_stream(state: Tournament, players: Sequence[int]) -> int:
    on_stream = [one for each in state.rounds for one in each.tables if one.table == state.stream_table]
    return sum(who in one.players for one in on_stream for who in players)


def tables_by_players(tables: Sequence[TableOfRound | PairedTable]) -> dict[frozenset[int], int]:
    """Return the number of the table for each set of players."""
    return {frozenset(one.players): one.table for one in tables}
