"""What screens make much of, in whole matches of each game."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.event import Event
from companion.match import Match
from companion.play import Undo
from companion.rules.games import GAMES
from companion.rules.ofusaido.plays import Reveal as TurnedEnergy
from companion.rules.ouaf.events import Evaluation, Reveal
from companion.session.snapshot import Snapshot
from companion.showing.scene import CardSide, Highlight
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays
from tests.quick import first_quick
from tests.showing.sitting import Sitting, en

PLAYS = 700
SCORING = {"ofusaido": "goal", "lignes": "goal", "boufbowl": "try"}


def played(game: str, seed: int) -> Iterator[tuple[Sitting, Snapshot, tuple[Event, ...]]]:
    """A match by chance: what is seen after each play, and its events with those of what follows by itself."""
    sitting = Sitting(Match(GAMES[game], *demonstrations(game)["demo-match"]))
    for play, _ in zip(random_plays(sitting.match, Random(seed)), range(PLAYS), strict=False):
        before = len(sitting.match.entries)
        sitting.submit(play)
        made = sitting.match.entries[before:]
        yield sitting, sitting.seen, tuple(event for entry in made for event in entry.events)


def of_kind(events: tuple[Event, ...], kind: str) -> bool:
    return any(event.kind == kind for event in events)


def first(game: str, kind: str, seed: int = 0) -> tuple[Sitting, Highlight]:
    """The match up to its first event of a kind, and what is made of it; of this seed, or of one of the next."""
    for chance in range(seed, seed + 12):
        for sitting, seen, events in played(game, chance):
            if of_kind(events, kind):
                assert seen.highlight is not None
                return sitting, seen.highlight
    raise AssertionError(f"no {kind} in {game}")


@pytest.mark.parametrize("game", SCORING)
def test_a_point_is_cried_with_who_made_it_and_both_scores(game: str) -> None:
    sitting, highlight = first(game, SCORING[game])
    assert en(highlight.word).endswith("!")
    assert en(highlight.who)
    changed = [one for one in highlight.scores if one.before != one.after]
    assert [(one.seat, one.after - one.before) for one in changed] == [(highlight.seat, 1)]
    assert [one.after for one in highlight.scores] == [side.score for side in sitting.scene.sides]


@pytest.mark.parametrize(("game", "seed"), [("ofusaido", 0), ("lignes", 39)])
def test_a_foul_is_cried_for_the_side_that_committed_it(game: str, seed: int) -> None:
    _, highlight = first(game, "foul", seed)
    assert en(highlight.word) == "FOUL"
    assert highlight.seat is not None and not highlight.scores


def test_a_goal_by_dice_tells_the_roll_that_scored_it_and_no_cells() -> None:
    _, highlight = first("lignes", "goal")
    (roll,) = map(en, highlight.run_up)
    assert roll.startswith("the keeper rolls ")


def test_an_order_that_is_reached_shows_the_evaluation_and_says_what_it_does() -> None:
    cried = [
        (seen.highlight, next(event for event in events if isinstance(event, Evaluation)))
        for _, seen, events in played("ouaf", 3)
        if seen.highlight is not None and of_kind(events, "evaluation")
    ]
    shown, judged = next(one for one in cried if one[0].word is not None)
    assert shown.face == CardSide(judged.card, is_back=True)
    assert "evaluation: " in en(shown.who)


def test_an_order_is_cried_when_it_is_reached_and_not_when_it_is_missed() -> None:
    cries = {}
    for _, seen, events in played("ouaf", 3):
        for event in events:
            if isinstance(event, Reveal):
                assert seen.highlight is not None
                assert seen.highlight.is_reveal
                cries[event.success] = seen.highlight.word
    assert en(cries[True]) == "SUCCESS!"
    assert cries[False] is None


def test_energies_of_a_duel_lie_on_their_backs_until_they_are_turned_over_at_the_table() -> None:
    said: list[str] = []
    most = 0
    for sitting, seen, _ in played("ofusaido", 1):
        play = sitting.match.entries[-1].play
        said = [*said, play.energy] if isinstance(play, TurnedEnergy) else said
        contest = seen.scene.contest
        laid = [] if contest is None else [card for scale in contest.scales for card in scale.laid]
        fronts = [card.front.ref for card in laid if card.front is not None]
        assert sorted(fronts) == sorted(said[len(said) - len(fronts) :]), (
            "what was said last, and nothing else"
        )
        assert all(card.back.is_back for card in laid)
        most = max(most, len(fronts))
    assert most >= 2


@first_quick(("game", "kind"), [("ofusaido", "duel"), ("boufbowl", "opposition")])
def test_nothing_is_revealed_before_the_contest_is_settled(game: str, kind: str) -> None:
    seen = [
        (of_kind(events, kind), snapshot.highlight is not None and snapshot.highlight.is_reveal)
        for _, snapshot, events in played(game, 1)
    ]
    assert any(is_settled for is_settled, _ in seen)
    assert all(is_settled == is_revealed for is_settled, is_revealed in seen)


def test_a_goal_that_is_taken_back_is_not_cried_again() -> None:
    sitting, _ = first("lignes", "goal")
    sitting.submit(Undo())
    assert sitting.seen.highlight is None


def test_the_winner_of_a_settled_duel_is_known() -> None:
    for _, snapshot, events in played("ofusaido", 1):
        if of_kind(events, "duel"):
            contest = snapshot.scene.contest
            assert contest is not None
            assert sum(scale.has_won for scale in contest.scales) == 1
            assert snapshot.scene.pitch is not None, "it stands where the duel was fought"
            return
    raise AssertionError("no duel")
