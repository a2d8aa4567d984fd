"""Collects what a pairing must know of each player: earlier opponents, sides and byes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.hall.tournament.counting.game_count import GameCount
from companion.hall.tournament.events import EntrantNumber
from companion.hall.tournament.standings import lot_of, standings
from companion.hall.tournament.state import Tournament
from companion.hall.tournament.swiss import SwissPlayer


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
