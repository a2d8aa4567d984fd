"""The loops of a kiosk: a contest that was settled, and what was scored after it."""

import pytest

from companion.backend.shown_match import cut_attract_clip
from companion.rules.games import GAMES
from companion.showing.scene import Contest, Scale
from tests.quick import first_quick

SEEDS = range(8)


def cards_of(scale: Scale) -> set[str]:
    """The cards of a side that all can see: its own, and those that it has turned over."""
    return {*scale.cards, *(card.front.ref for card in scale.laid if card.front is not None)}


@first_quick("game", GAMES)
def test_every_loop_ends_with_a_score_or_an_order_and_is_cut_out_of_its_match(game: str) -> None:
    for seed in SEEDS:
        clip = cut_attract_clip(game, seed)
        assert clip is not None
        assert clip.game == clip.goal.game == clip.settled.game == game
        assert clip.highlight.word is not None
        assert cut_attract_clip(game, seed) == clip, "a seed tells the match"
    assert cut_attract_clip(game, SEEDS[0]) != cut_attract_clip(game, SEEDS[1])


@pytest.mark.parametrize("game", [game for game, rules in GAMES.items() if rules.card_kinds])
def test_the_cards_that_land_are_those_of_the_contest_and_the_winners_come_first(game: str) -> None:
    for seed in SEEDS:
        clip = cut_attract_clip(game, seed)
        assert clip is not None
        contest = clip.settled.contest
        assert isinstance(contest, Contest)
        assert not any(line.is_reason for scale in contest.scales for line in scale.lines)
        refs = {ref for scale in contest.scales for ref in cards_of(scale)}
        assert clip.faces and {face.ref for face in clip.faces} <= refs
        winner = next((scale for scale in contest.scales if scale.has_won), None)
        if winner is not None and cards_of(winner):
            assert clip.faces[0].ref in cards_of(winner)


def test_a_goal_of_ofusaido_is_scored_by_the_side_that_won_the_contest() -> None:
    for seed in SEEDS:
        clip = cut_attract_clip("ofusaido", seed)
        assert clip is not None and clip.settled.contest is not None
        winner = next(scale.seat for scale in clip.settled.contest.scales if scale.has_won)
        assert winner == clip.highlight.seat
        changes = [one.seat for one in clip.highlight.scores if one.after == one.before + 1]
        assert changes == [winner]
