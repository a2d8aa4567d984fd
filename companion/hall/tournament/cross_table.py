"""The cross table: the standings, and beside each player whom the player met in which round, and the points of each match."""

from collections.abc import Sequence

from companion.hall.tournament.counting.game_count import GameCount
from companion.hall.tournament.events import EntrantNumber
from companion.hall.tournament.standings import bye_points, standings, table_points
from companion.hall.tournament.state import RoundOfTournament, TableOfRound, Tournament
from companion.words import Text, translate


def cross_table(
    state: Tournament, count: GameCount, language: str
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the headings and rows of the cross table.

    Opponents are named by their line in this table, which follows the standings after all results so far, and not by the
    rank that they had in the round: `4 (3)` is a match against line 4 that gave three points.
    """
    ranks = standings(state, count).ranks
    lines = {rank.number: n for n, rank in enumerate(ranks, start=1)}
    rounds = [Text("round {round}", round=each.number) for each in state.rounds]
    headings = (Text("line"), Text("rank"), Text("player"), Text("points"), *rounds)
    rows = tuple(
        (
            str(lines[rank.number]),
            str(rank.place),
            state.entrants[rank.number].name,
            str(rank.points),
            *(_cell(count, each, rank.number, lines, language) for each in state.rounds),
        )
        for rank in ranks
    )
    return tuple(translate(one, language) for one in headings), rows


def _cell(
    count: GameCount,
    each: RoundOfTournament,
    who: EntrantNumber,
    lines: dict[EntrantNumber, int],
    language: str,
) -> str:
    if any(bye.player == who for bye in each.byes):
        points = "" if each.waiting else f" ({bye_points(is_two_sided=count.is_two_sided)})"
        return translate(Text("bye"), language) + points
    return ", ".join(_against(count, one, who, lines) for one in each.tables if who in one.players)


def _against(count: GameCount, one: TableOfRound, who: EntrantNumber, lines: dict[EntrantNumber, int]) -> str:
    others = " ".join(str(lines[other]) for other in one.players if other != who)
    if one.result is None or not one.is_confirmed:
        return others
    gained: Sequence[int] = table_points(one.result.places, is_two_sided=count.is_two_sided)
    return f"{others} ({gained[one.players.index(who)]})"
