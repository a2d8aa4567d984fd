"""Judges what the organiser does: each function returns the events that follow, or the reason why it is not possible."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.counting.game_count import MOST, GameCount, MatchResult
from companion.counting.games import COUNTS
from companion.hall.tournament.events import (
    MOST_TABLES,
    ClubEntered,
    EntrantCheckedIn,
    EntrantDropped,
    EntrantEntered,
    EntrantNumber,
    EntrantWithdrawn,
    FormatChosen,
    FormatKind,
    PairedByHand,
    ResultConfirmed,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    StreamTableChosen,
    TableFixed,
    TournamentEnded,
    TournamentEvent,
    TournamentFormat,
    TournamentOpened,
)
from companion.hall.tournament.explanation import would_change
from companion.hall.tournament.pairing import MOST_PLAYERS, Declined, paired_round, rounds_of_part
from companion.hall.tournament.state import (
    Entrant,
    Presence,
    RoundOfTournament,
    TableOfRound,
    Tournament,
    evolve,
)
from companion.people import plain_name
from companion.words import Text

LONGEST_NAME = 80
SIGNS_ONLY = ("P", "Z", "C")
"""The first letters of Unicode's categories of punctuation, blanks and what is not seen."""
Decision = tuple[TournamentEvent, ...] | Declined


def count_of(state: Tournament) -> GameCount:
    """Return what counts in the game of a tournament."""
    return COUNTS[state.game]


def open_tournament(name: str, game: str, lot: int) -> Decision:
    """Begin a tournament; `lot` is a random number that nobody could choose."""
    if game not in COUNTS:
        return Declined(Text("unknown game {game}; known: {known}", game=game[:40], known=", ".join(COUNTS)))
    name = plain_name(name)
    return _name_fault(name) or (TournamentOpened(name, game, lot),)


def _name_fault(name: str) -> Declined | None:
    if not name:
        return Declined(Text("a name is missing"))
    if all(unicodedata.category(sign).startswith(SIGNS_ONLY) for sign in name):
        return Declined(Text("a name has a letter or a number; this has none: {name}", name=name[:40]))
    if len(name) > LONGEST_NAME:
        return Declined(
            Text("a name has at most {most} characters: {name}", most=LONGEST_NAME, name=f"{name[:30]}…")
        )
    return None


# --- players


def enter(
    state: Tournament,
    name: str,
    club: str | None = None,
    skill: float | None = None,
    doubt: float | None = None,
    rating: float | None = None,
) -> Decision:
    """Enter a player, and the club if it is new."""
    if state.is_ended:
        return _ended(state)
    name, club = plain_name(name), plain_name(club or "") or None
    fault = _name_fault(name) or (None if club is None else _name_fault(club))
    if fault is not None:
        return fault
    known = {plain_name(one.name).casefold(): one for one in state.entrants.values()}
    if name.casefold() in known:
        return Declined(
            Text("{name} is on the list already, with number {number}; add a letter to tell two players apart",
                 name=name, number=known[name.casefold()].number)
        )  # fmt: skip
    if len(state.entrants) >= MOST_PLAYERS:
        return Declined(Text("a tournament takes at most {most} players", most=MOST_PLAYERS))
    number = EntrantNumber(max(state.entrants, default=0) + 1)
    is_new = club is not None and club not in state.clubs
    return (
        *((ClubEntered(club),) if club is not None and is_new else ()),
        EntrantEntered(number, name, club, skill, doubt, rating),
    )


def withdraw(state: Tournament, number: EntrantNumber) -> Decision:
    """Remove a player from the list before the first match."""
    one = state.entrants.get(number)
    if one is None:
        return _unknown(number)
    if one.presence in (Presence.WITHDRAWN, Presence.DROPPED):
        return Declined(Text("{name} has left already", name=one.name))
    if _has_been_paired(state, number):
        return Declined(
            Text(
                "{name} has been paired already and keeps the results: note instead that the player leaves",
                name=one.name,
            )
        )
    return (EntrantWithdrawn(number),)


def check_in(state: Tournament, number: EntrantNumber) -> Decision:
    """Note that a player has arrived, who plays from the next round on."""
    one = state.entrants.get(number)
    if one is None:
        return _unknown(number)
    if state.is_ended:
        return _ended(state)
    if one.presence is Presence.THERE:
        return Declined(Text("{name} is checked in already", name=one.name))
    part = state.part
    if part.format.kind in (FormatKind.GROUPS, FormatKind.KNOCKOUT) and rounds_of_part(state):
        if number not in part.seeds:
            return Declined(
                Text("{name} comes too late: groups and knockouts take nobody after their first round; the "
                     "next part of the tournament takes players again",
                     name=one.name)
            )  # fmt: skip
        if part.format.kind is FormatKind.KNOCKOUT:
            return Declined(Text("{name} has left the knockout and cannot come back", name=one.name))
    return (EntrantCheckedIn(number, state.next_round),)


def drop(state: Tournament, number: EntrantNumber) -> Decision:
    """Note that a player leaves. A running match must have its result first."""
    one = state.entrants.get(number)
    if one is None:
        return _unknown(number)
    if one.presence is not Presence.THERE:
        return Declined(Text("{name} is not checked in", name=one.name))
    for each in state.rounds:
        for table in each.tables:
            if number in table.players and not table.is_confirmed:
                return Declined(
                    Text("{name} still plays at table {table} in round {round}: enter that result first, then "
                         "note that the player leaves",
                         name=one.name, table=table.table, round=each.number)
                )  # fmt: skip
    return (EntrantDropped(number),)


def _has_been_paired(state: Tournament, number: EntrantNumber) -> bool:
    return any(number in each.players for each in state.rounds)


def _unknown(number: int) -> Declined:
    return Declined(Text("there is no player {number}", number=number))


def _ended(state: Tournament) -> Declined:
    return Declined(Text("{name} has ended; only results can still be corrected", name=state.name))


# --- format and tables


def choose_format(state: Tournament, chosen: TournamentFormat) -> Decision:
    """Choose the format in which the next rounds are paired."""
    count = count_of(state)
    if state.is_ended:
        return _ended(state)
    if state.running is not None and state.running.waiting:
        return _still_waiting(state.running)
    if chosen.kind in (FormatKind.GROUPS, FormatKind.KNOCKOUT) and not count.is_two_sided:
        return Declined(
            Text("groups and knockouts are for games of two; this one has {fewest} to {most} at a table: choose Swiss or free play",
                 fewest=count.fewest, most=count.most)
        )  # fmt: skip
    if chosen.seats and not count.fewest <= chosen.seats <= count.most:
        return Declined(
            Text("a table of this game seats {fewest} to {most} players, not {seats}",
                 fewest=count.fewest, most=count.most, seats=chosen.seats)
        )  # fmt: skip
    closing = () if state.running is None else (RoundClosed(state.running.number),)
    return (*closing, FormatChosen(chosen))


def fix_table(state: Tournament, number: EntrantNumber, table: int | None) -> Decision:
    """Give a player a fixed table from the next round on."""
    one = state.entrants.get(number)
    if one is None:
        return _unknown(number)
    fault = _table_fault(table)
    if fault is not None:
        return fault
    for other in state.entrants.values():
        if table is not None and other.table == table and other.number != number and _may_play(other):
            return Declined(Text("table {table} is kept for {name} already", table=table, name=other.name))
    return (TableFixed(number, table),)


def _may_play(one: Entrant) -> bool:
    return one.presence in (Presence.EXPECTED, Presence.THERE)


def choose_stream_table(_state: Tournament, table: int | None) -> Decision:
    """Choose the table whose matches are shown to the public."""
    return _table_fault(table) or (StreamTableChosen(table),)


def _table_fault(table: int | None) -> Declined | None:
    if table is None or 1 <= table <= MOST_TABLES:
        return None
    return Declined(Text("tables have numbers from 1 to {most}, not {table}", most=MOST_TABLES, table=table))


# --- rounds


def pair(state: Tournament) -> Decision:
    """Pair the next round; a running round whose results are all confirmed is closed first."""
    if state.is_ended:
        return _ended(state)
    running = state.running
    is_free = state.part.format.kind is FormatKind.FREE
    closing: tuple[RoundClosed, ...] = ()
    if running is not None and running.waiting and not is_free:
        return _still_waiting(running)
    if running is not None and not running.waiting:
        closing = (RoundClosed(running.number),)
        state = evolve(state, closing[0])
    paired = paired_round(state, count_of(state))
    return paired if isinstance(paired, Declined) else (*closing, paired)


def pair_by_hand(state: Tournament, one: EntrantNumber, other: EntrantNumber, by: str, why: str) -> Decision:
    """Let two players of the running round exchange their places."""
    running = state.running
    if running is None:
        return Declined(Text("no round is running: pair one first"))
    fault = _said_why(by, why)
    if fault is not None:
        return fault
    for number in (one, other):
        if number not in running.players:
            known = state.entrants.get(number)
            return (
                _unknown(number)
                if known is None
                else Declined(
                    Text("{name} does not play in round {round}", name=known.name, round=running.number)
                )
            )
    if one == other:
        return Declined(Text("two players exchange their places; this is the same one twice"))
    for table in running.tables:
        if {one, other} <= set(table.players):
            return Declined(Text("both sit at table {table} already", table=table.table))
        if table.result is not None and {one, other} & set(table.players):
            return Declined(
                Text("table {table} has a result already; nobody is moved away from it", table=table.table)
            )
    return (PairedByHand(running.number, one, other, by.strip(), why.strip()),)


def _said_why(by: str, why: str) -> Declined | None:
    if by.strip() and why.strip():
        return None
    return Declined(Text("say who decides it and why: both are kept, and shown to everybody"))


def _still_waiting(each: RoundOfTournament) -> Declined:
    tables = ", ".join(map(str, each.waiting))
    return Declined(
        Text(
            "round {round} still waits for results of these tables: {tables}",
            round=each.number,
            tables=tables,
        )
    )


def end(state: Tournament) -> Decision:
    """End the tournament."""
    if state.is_ended:
        return _ended(state)
    for each in state.rounds:
        if each.waiting:
            return _still_waiting(each)
    closing = () if state.running is None else (RoundClosed(state.running.number),)
    return (*closing, TournamentEnded())


# --- results


def result_of(
    count: GameCount,
    players: int,
    numbers: Mapping[str, Sequence[int]],
    winner: int | None = None,
    match: str = "",
) -> MatchResult | Declined:
    """Make a result from the numbers that a person enters, one for each seat.

    `winner` is the seat (from 0) that won a level match.
    """
    if count.score.key not in numbers:
        return Declined(Text("the {score} of each player are missing", score=count.score.words))
    for key, values in numbers.items():
        number = count.number(key)
        if number is None:
            known = ", ".join(one.key for one in count.numbers)
            return Declined(Text("unknown number {name}; known: {known}", name=key[:40], known=known))
        if len(values) != players:
            said = "-".join(map(str, values))[:40]
            if len(values) == 1:
                return Declined(
                    Text(
                        "{players} players sit there, and 1 number came: {values}",
                        players=players,
                        values=said,
                    )
                )
            return Declined(
                Text("{players} players sit there, and {got} numbers came: {values}",
                     players=players, got=len(values), values=said)
            )  # fmt: skip
        for value in values:
            if not number.least <= value <= MOST:
                return Declined(
                    Text("{what}: expected {least} to {most}, got {got}",
                         what=number.words, least=number.least, most=MOST, got=value)
                )  # fmt: skip
    places = count.places(numbers)
    if winner is not None:
        if places[winner] != 1:
            return Declined(Text("only one of those who are level can be named as the winner"))
        places = tuple(1 if seat == winner else max(2, place) for seat, place in enumerate(places))
    return MatchResult(places, {key: tuple(values) for key, values in numbers.items()}, match)


def enter_result(state: Tournament, number: int, table: int, result: MatchResult, by: str) -> Decision:
    """Enter the result of a match; it counts once it is confirmed."""
    found = _at(state, number, table)
    if isinstance(found, Declined):
        return found
    if found.is_confirmed:
        return Declined(
            Text("table {table} of round {round} has a confirmed result; correct it, with a reason",
                 table=table, round=number)
        )  # fmt: skip
    return _result_fault(state, number, found, result) or (ResultEntered(number, table, result, by),)


def confirm(state: Tournament, number: int, table: int, by: str) -> Decision:
    """Confirm a result that was entered."""
    found = _at(state, number, table)
    if isinstance(found, Declined):
        return found
    if found.result is None:
        return Declined(Text("table {table} of round {round} has no result yet", table=table, round=number))
    if found.is_confirmed:
        return Declined(
            Text("table {table} of round {round} is confirmed already", table=table, round=number)
        )
    return (ResultConfirmed(number, table, by),)


def correct(state: Tournament, wanted: ResultCorrected) -> Decision:
    """Replace a confirmed result. A running round is never paired again; the event names the tables that would differ."""
    number, table, result = wanted.round, wanted.table, wanted.result
    found = _at(state, number, table)
    if isinstance(found, Declined):
        return found
    fault = _said_why(wanted.by, wanted.why)
    if fault is not None:
        return fault
    if not found.is_confirmed:
        return Declined(
            Text(
                "table {table} of round {round} has no confirmed result; enter it", table=table, round=number
            )
        )
    if found.result == result:
        return Declined(Text("that is the result which table {table} has already", table=table))
    fault = _result_fault(state, number, found, result) or _goes_on_fault(state, found, wanted)
    if fault is not None:
        return fault
    plain = replace(wanted, by=wanted.by.strip(), why=wanted.why.strip())
    changed = would_change(state, evolve(state, plain), count_of(state), number)
    return (replace(plain, would_change=changed),)


def _goes_on_fault(state: Tournament, found: TableOfRound, wanted: ResultCorrected) -> Declined | None:
    """Return why a correction must say who goes on, or why whoever is named cannot; None if all is well.

    Only a knockout asks: when its next round is paired already, with a player whom the right result has beaten.
    """
    each, later, goes_on = state.rounds[wanted.round - 1], state.round(wanted.round + 1), wanted.goes_on
    is_knockout = state.parts[each.part - 1].format.kind is FormatKind.KNOCKOUT
    went_on = None if later is None else next((who for who in found.players if who in later.players), None)
    winner = found.players[wanted.result.places.index(1)]
    if not is_knockout or later is None or later.part != each.part or went_on in (None, winner):
        if goes_on is None:
            return None
        return Declined(Text("this correction does not change who goes on: name nobody for it"))
    names = {who: state.entrants[who].name for who in found.players}
    if goes_on not in names:
        return Declined(
            Text("with the right result {winner} has won, but {other} is paired in round {round} already: say who goes on, {winner} or {other} (at the terminal with --goes-on)",
                 winner=names[winner], other=names[went_on], round=later.number)
        )  # fmt: skip
    if goes_on == went_on:
        return None
    if state.entrants[winner].presence is not Presence.THERE:
        return Declined(Text("{name} is not checked in", name=names[winner]))
    has_played = any(went_on in one.players and one.result is not None for one in later.tables)
    if has_played or later is not state.rounds[-1]:
        return Declined(
            Text("{other} has played in round {round} already, and nobody takes that place any more: {other} goes on",
                 other=names[went_on], round=later.number)
        )  # fmt: skip
    return None


def _at(state: Tournament, number: int, table: int) -> TableOfRound | Declined:
    each = state.round(number)
    if each is None:
        known = ", ".join(str(one.number) for one in state.rounds) or "-"
        return Declined(Text("there is no round {round}; there are: {known}", round=number, known=known))
    found = each.at(table)
    if found is None:
        known = ", ".join(str(one.table) for one in each.tables)
        return Declined(
            Text(
                "round {round} has no table {table}; it has: {known}", round=number, table=table, known=known
            )
        )
    return found


def _result_fault(
    state: Tournament, number: int, found: TableOfRound, result: MatchResult
) -> Declined | None:
    if len(result.places) != len(found.players):
        return Declined(
            Text("{players} players sit at table {table}, and the result is one of {got}",
                 players=len(found.players), table=found.table, got=len(result.places))
        )  # fmt: skip
    kind = state.parts[state.rounds[number - 1].part - 1].format.kind
    if kind is FormatKind.KNOCKOUT and result.places.count(1) != 1:
        return Declined(Text("a knockout needs a winner: say who goes on"))
    return None
