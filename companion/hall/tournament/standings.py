"""Computes the standings, the cross table and the ratings: the players in order, and the number that decided each rank."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from companion.counting.game_count import CountedWay, GameCount, MatchResult
from companion.hall.tournament.errors import PackageMissing
from companion.hall.tournament.events import EntrantNumber, FormatKind
from companion.hall.tournament.state import Entrant, Presence, RoundOfTournament, TableOfRound, Tournament
from companion.words import Text, translate

WIN, DRAW = 3, 1
"""Points of a match of two; a bye counts as a win."""
TABLE_POINTS = 120
"""The points of the first at a table of several; the last has none, and the steps between are equal, so that tables of
different sizes pay alike. 120 divides by all steps up to a table of six.
"""
POINTS = Text("points")
KNOCKOUT = Text("rounds of the knockout")
OPPONENTS = Text("points of the opponents")
LEVEL = Text("level: the rank is shared")
ALONE = Text("nobody else is ranked")


@dataclass(frozen=True, slots=True)
class RankCriterion:
    """A column of the standings: its heading, and whether a lower value is better."""

    words: Text
    is_least: bool = False


@dataclass(frozen=True, slots=True)
class RankOfEntrant:
    """A line of the standings: the place, the player, a value for each criterion, and the criterion that separates
    the player from a neighbour.

    `points` and `played` count the rounds that were asked for.
    """

    place: int
    number: EntrantNumber
    values: tuple[int, ...]
    decided_by: Text
    points: int
    played: int


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings: the criteria in order, and a line for each player, the best first."""

    criteria: tuple[RankCriterion, ...]
    ranks: tuple[RankOfEntrant, ...]


def table_points(places: Sequence[int], *, is_two_sided: bool) -> tuple[int, ...]:
    """Return the points that the places of a match give."""
    if is_two_sided:
        level = len(set(places)) == 1
        return tuple(DRAW if level else WIN if place == 1 else 0 for place in places)
    steps = len(places) - 1
    points = []
    for place in places:
        behind = sum(other > place for other in places)
        shared = sum(other == place for other in places) - 1
        points.append(TABLE_POINTS * (2 * behind + shared) // (2 * steps))
    return tuple(points)


def bye_points(*, is_two_sided: bool) -> int:
    """Return the points that a bye gives: those of a win, or of the middle place at a table of several."""
    return WIN if is_two_sided else TABLE_POINTS // 2


class _Sums:
    """The sums of each player over the confirmed results of some rounds."""

    def __init__(self, state: Tournament, count: GameCount, first_round: int = 1) -> None:
        self.points = dict.fromkeys(state.entrants, 0)
        self.played = dict.fromkeys(state.entrants, 0)
        self.survived = dict.fromkeys(state.entrants, 0)
        self.opponents: dict[EntrantNumber, list[EntrantNumber]] = {who: [] for who in state.entrants}
        self.breaks = {who: [0] * len(count.tie_breaks) for who in state.entrants}
        self._count = count
        for each in state.rounds:
            if each.number < first_round:
                continue
            is_knockout = state.parts[each.part - 1].format.kind is FormatKind.KNOCKOUT
            for table in each.tables:
                if table.is_confirmed and table.result is not None:
                    self._take(table.players, table.result)
                    for who in _went_on(state, each, table) if is_knockout else ():
                        self.survived[who] += 1
            # A bye pays when the others have their results, so that all are ranked after as many rounds.
            for bye in () if each.waiting else each.byes:
                self.points[bye.player] += bye_points(is_two_sided=count.is_two_sided)
                self.survived[bye.player] += is_knockout

    def _take(self, players: Sequence[EntrantNumber], result: MatchResult) -> None:
        points = table_points(result.places, is_two_sided=self._count.is_two_sided)
        for seat, who in enumerate(players):
            self.points[who] += points[seat]
            self.played[who] += 1
            self.opponents[who] += [other for other in players if other != who]
            for n, rule in enumerate(self._count.tie_breaks):
                own = result.numbers.get(rule.key)
                if own is not None:
                    others = sum(own) - own[seat]
                    self.breaks[who][n] += own[seat] - (others if rule.way is CountedWay.DIFFERENCE else 0)

    def strength(self, who: EntrantNumber) -> int:
        return sum(self.points[other] for other in self.opponents[who])


def _went_on(state: Tournament, each: RoundOfTournament, table: TableOfRound) -> Sequence[EntrantNumber]:
    """Return who of a knockout's table is in the next round: not its winner, where a correction came too late for that."""
    later = state.round(each.number + 1)
    if later is None or later.part != each.part:
        return table.winners
    return [who for who in table.players if who in later.players] or table.winners


def criteria_of(state: Tournament, count: GameCount) -> tuple[RankCriterion, ...]:
    """Return the criteria that rank the players, in order."""
    knocked = any(part.format.kind is FormatKind.KNOCKOUT for part in state.parts)
    return (
        *((RankCriterion(KNOCKOUT),) if knocked else ()),
        RankCriterion(POINTS),
        *(RankCriterion(rule.words, rule.way is CountedWay.LEAST) for rule in count.tie_breaks),
        RankCriterion(OPPONENTS),
    )


def standings(
    state: Tournament,
    count: GameCount,
    among: Iterable[EntrantNumber] | None = None,
    first_round: int = 1,
) -> StandingsTable:
    """Return the standings of all players who ever checked in, or of some, over the rounds from `first_round` on."""
    sums = _Sums(state, count, first_round)
    criteria = criteria_of(state, count)
    knocked = criteria[0].words == KNOCKOUT
    values: dict[EntrantNumber, tuple[int, ...]] = {}
    for who in _ranked_ones(state) if among is None else among:
        values[who] = (
            *((sums.survived[who],) if knocked else ()),
            sums.points[who],
            *sums.breaks[who],
            sums.strength(who),
        )
    ordered = sorted(values, key=lambda who: (_key(criteria, values[who]), *_last_resort(state, who)))
    return StandingsTable(criteria, tuple(_ranks(ordered, values, criteria, sums)))


def _ranked_ones(state: Tournament) -> list[EntrantNumber]:
    """Return the players who are there, and those who have left after a match or a bye."""
    paired = {who for each in state.rounds for who in each.players}
    return [
        who
        for who, one in state.entrants.items()
        if one.presence is Presence.THERE or (one.presence is Presence.DROPPED and who in paired)
    ]


def _key(criteria: Sequence[RankCriterion], values: Sequence[int]) -> tuple[int, ...]:
    """Return what sorts the best first."""
    return tuple(
        value if criterion.is_least else -value for criterion, value in zip(criteria, values, strict=True)
    )


def _last_resort(state: Tournament, who: EntrantNumber) -> tuple[float, float, int]:
    """Return what orders level players, who share a rank all the same: the rating that they brought, their skill, then
    the lot.
    """
    one: Entrant = state.entrants[who]
    return (-(one.rating or 0.0), -(one.skill or 0.0), lot_of(state, who))


def lot_of(state: Tournament, who: int) -> int:
    """Return the lot of a player: always the same number, which nobody can foresee."""
    return int.from_bytes(sha256(f"{state.lot} {who}".encode()).digest()[:8], "big")


def _ranks(
    ordered: Sequence[EntrantNumber],
    values: Mapping[EntrantNumber, tuple[int, ...]],
    criteria: Sequence[RankCriterion],
    sums: _Sums,
) -> Iterable[RankOfEntrant]:
    place = 0
    for n, who in enumerate(ordered):
        if n == 0 or values[who] != values[ordered[n - 1]]:
            place = n + 1
        neighbour = ordered[n - 1] if n else ordered[1] if len(ordered) > 1 else None
        decided = ALONE if neighbour is None else _difference(values[who], values[neighbour], criteria)
        yield RankOfEntrant(place, who, values[who], decided, sums.points[who], sums.played[who])


def _difference(one: Sequence[int], other: Sequence[int], criteria: Sequence[RankCriterion]) -> Text:
    for criterion, mine, theirs in zip(criteria, one, other, strict=True):
        if mine != theirs:
            return criterion.words
    return LEVEL


# --- cross table
# The cross table: the standings, and beside each player whom the player met in which round, and the points of each
# match.


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


# --- ratings
# Rates players from the confirmed results, by the Plackett-Luce model, which also works for tables of more than two.
#
# The model is that of Weng and Lin (2011), as `openskill` computes it. A rating is a skill and how much it is in
# doubt; for an order of players the skill less three times the doubt counts, so that nobody leads by one lucky match.

CAUTION = 3
"""How many times the doubt is taken off the skill."""


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """The estimated skill of a player, and the uncertainty of the estimate."""

    skill: float
    doubt: float

    @property
    def cautious(self) -> float:
        """The skill that the player has at least, almost certainly."""
        return self.skill - CAUTION * self.doubt


def ratings(state: Tournament) -> Mapping[EntrantNumber, PlayerRating]:
    """Return the rating of each player after all confirmed results, the best first.

    Everybody begins with the rating that the player brought along, or with that of a newcomer. Byes rate nobody. Raises
    `PackageMissing`.
    """
    try:
        # Imported here: it takes a while, and a table without a hall does not have it.
        from openskill.models import PlackettLuce  # noqa: PLC0415
    except ImportError as problem:
        raise PackageMissing("openskill") from problem
    model = PlackettLuce()
    known = {who: model.rating(mu=one.skill, sigma=one.doubt) for who, one in state.entrants.items()}
    for _, table in state.played():
        assert table.result is not None
        teams = [[known[who]] for who in table.players]
        rated = model.rate(teams, ranks=[float(place) for place in table.result.places])
        known.update(zip(table.players, (team[0] for team in rated), strict=True))
    made = {who: PlayerRating(one.mu, one.sigma) for who, one in known.items()}
    return dict(sorted(made.items(), key=lambda item: (-item[1].cautious, item[0])))
