"""With few players, rounds are paired so that later rounds repeat no pair while that can be avoided."""

from random import Random

import pytest

from companion.counting.games import COUNTS
from companion.hall.tournament import judge
from companion.hall.tournament.arithmetic import CostLevel, PairingLine
from companion.hall.tournament.events import FormatKind, TournamentFormat
from companion.hall.tournament.explanation import NextBest, grounds_of, next_best
from companion.hall.tournament.pairing import histories
from companion.hall.tournament.swiss import TRIES, Foresight, Unmet
from companion.words import translate
from tests.hall.tournament.simulated import Played, joined, opened, play_round


def can_go_on(unmet: Unmet, rounds: int) -> bool:
    return Foresight().can_go_on(unmet, rounds, TRIES)


EVERYBODY = tuple(0b111111 ^ 1 << one for one in range(6))


def played(players: int, rounds: int, seed: int, *, is_told: bool = True) -> Played:
    chosen = TournamentFormat(FormatKind.SWISS, rounds if is_told else 0)
    made = joined(opened("lignes", chosen, seed), players)
    random = Random(seed)
    for _ in range(rounds):
        play_round(made, random)
    return made


@pytest.mark.parametrize("is_told", [True, False])
@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 3), (5, 5), (6, 4), (6, 5), (7, 6), (7, 7), (8, 7), (9, 9), (10, 9), (12, 11)]
)
def test_nobody_meets_again_and_nobody_has_two_byes_while_pairs_last(
    players: int, rounds: int, is_told: bool
) -> None:
    for seed in range(30 if players < 9 else 5):
        past = histories(played(players, rounds, seed, is_told=is_told).state).values()
        assert max(most for one in past for most in one.met.values()) == 1, seed
        assert max(one.byes for one in past) <= 1, seed


def test_where_pairs_run_out_rounds_go_on_with_few_rematches() -> None:
    past = histories(played(4, 5, 1).state).values()
    assert max(most for one in past for most in one.met.values()) == 2


def test_two_triangles_leave_no_round_and_a_ring_leaves_two() -> None:
    triangles = (0b000110, 0b000101, 0b000011, 0b110000, 0b101000, 0b011000)
    ring = (0b100010, 0b000101, 0b001010, 0b010100, 0b101000, 0b010001)
    assert can_go_on(EVERYBODY, 5) and not can_go_on(EVERYBODY, 6)
    assert not can_go_on(triangles, 1)
    assert can_go_on(ring, 2) and not can_go_on(ring, 3)


def test_one_who_goes_and_one_who_comes_keep_no_round_waiting_for_a_proof() -> None:
    random = Random(3)
    made = joined(opened("lignes", TournamentFormat(FormatKind.SWISS), 3), 11)
    for _ in range(3):
        play_round(made, random)
        made.does(judge.drop(made.state, random.choice(made.state.pairable()).number))
        joined(made, 1)
    assert max(most for one in histories(made.state).values() for most in one.met.values()) == 1


def test_a_search_for_later_rounds_is_given_up() -> None:
    # Two halves of five: each pair of the halves may meet, and so five rounds follow, but no sixth.
    halves = tuple(0b1111100000 if one < 5 else 0b0000011111 for one in range(10))
    foresight = Foresight()
    assert foresight.can_go_on(halves, 5, TRIES)
    before = foresight.tried
    assert not foresight.can_go_on(halves, 5, 3)
    assert foresight.tried == before + 3


def test_the_next_best_round_is_never_told_as_worse_by_less_than_nothing() -> None:
    for seed in range(10):
        made = played(6, 5, seed)
        for each in made.state.rounds:
            for one in each.tables:
                other = next_best(made.state, judge.count_of(made.state), each, one.players)
                assert other is None or "-" not in translate(other.says, "en")


@pytest.mark.parametrize(
    ("worse", "says"),
    [
        (None, "another round would be as good; this one was found first:"),
        (PairingLine(CostLevel.GAP, 9), "in the next best round points lie further apart:"),
        (
            PairingLine(CostLevel.GAP, -9),
            "another round would be better, but after it two players would have to meet again:",
        ),
    ],
)
def test_a_round_that_was_passed_over_for_a_later_one_is_explained(
    worse: PairingLine | None, says: str
) -> None:
    assert translate(NextBest((), worse).says, "en") == says


def said(kind: FormatKind, game: str, players: int, **amounts: int) -> tuple[list[str], list[str]]:
    lines = [PairingLine(CostLevel(level), n) for level, n in amounts.items()]
    grounds = grounds_of(kind, COUNTS[game], players, lines)
    one, other = ([translate(says, "en") for says in told] for told in (grounds.for_it, grounds.against_it))
    return one, other


def test_why_two_meet_is_said_in_sentences() -> None:
    swiss = FormatKind.SWISS
    assert said(swiss, "lignes", 2, sides=2) == (
        ["they have not met before", "they have the same points"],
        ["each of them will have played one side once more than the other side"],
    )
    assert said(swiss, "lignes", 2, rematch=2, gap=9, club=1, rank=1) == (
        [],
        [
            "they have met 2 times before",
            "one has 3 points more",
            "both are of one club",
            "the ideal opponent stands 1 place higher or lower in the standings",
        ],
    )
    assert said(swiss, "lignes", 1, rank=2) == (
        ["no bye before", "nobody has fewer points"],
        ["players who stand lower in the standings: 2"],
    )


def test_neighbours_at_a_table_of_several_are_no_objection_and_who_rests_is_told_by_the_rule() -> None:
    neighbours = said(FormatKind.SWISS, "ouaf", 3, rank=4)
    assert neighbours == (["they have not met before", "they have the same points"], [])
    assert "side by side" in said(FormatKind.SWISS, "ouaf", 3, rank=5)[1][0]
    assert said(FormatKind.SWISS, "ouaf", 1) == (
        ["who has rested least rests, the last in the standings first"],
        [],
    )


def test_other_formats_than_swiss_say_their_rule() -> None:
    assert said(FormatKind.GROUPS, "lignes", 2) == (["in a group everybody meets everybody else once"], [])
