"""What the public is told beside the score."""

from dataclasses import replace
from random import Random

from companion.match import Match
from companion.play import Note, Undo
from companion.rules.games import GAMES
from companion.session.snapshot import Sure
from companion.showing.scene import Side
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays
from companion.words import Text
from tests.showing.sitting import Sitting, en
from ui.presenters.sentences import next_in_public, public_events, ranking

NAME = Text("somebody")


def side(seat: str, score: int) -> Side:
    return Side(seat, NAME, "red", score, is_active=False)


def after_a_goal() -> Sitting:
    """A match of which the last play was the first goal."""
    sitting = Sitting(Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"]))
    for play in random_plays(sitting.match, Random(3)):
        sitting.submit(play)
        if any(event.kind == "goal" for event in sitting.match.entries[-1].events):
            return sitting
    raise AssertionError("no goal")


def test_the_latest_event_comes_first_with_its_minute() -> None:
    snapshot = after_a_goal().seen
    first, *lines = snapshot.history
    late = replace(lines[-1], at_ms=first.at_ms + 11 * 60_000 + 30_000)
    events = public_events(replace(snapshot, history=(first, *lines[:-1], late)), 5)
    assert (events[0].kind, en(events[0].minute)) == ("goal", "12'")


def test_a_goal_that_was_taken_back_is_not_told() -> None:
    sitting = after_a_goal()
    sitting.submit(Undo())
    assert "goal" not in [event.kind for event in public_events(sitting.seen, 20)]


def test_during_a_review_the_public_sees_the_events_before_it() -> None:
    sitting = after_a_goal()
    sitting.submit(Note("[review] the line"))
    seen = sitting.seen
    goal = next(line.seq for line in seen.history if any(c.kind == "goal" for c in line.consequences))
    held = replace(seen, sure=Sure(goal, seen.scene, ()))
    assert "goal" not in [event.kind for event in public_events(held, 20)]


def test_the_public_is_told_whose_move_it_is() -> None:
    scene = Sitting(Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"])).scene
    (waited,) = scene.waited
    assert waited.seat is not None
    said = en(next_in_public(scene))
    assert said == f"{en(scene.side(waited.seat).name)}: {en(waited.says)}"
    assert next_in_public(replace(scene, waited=())) == scene.headline


def test_sides_that_are_level_share_a_place() -> None:
    found = ranking((side("a", 3), side("b", 7), side("c", 7), side("d", 1)))
    assert [(one.place, one.side.seat) for one in found] == [(1, "b"), (1, "c"), (3, "a"), (4, "d")]
