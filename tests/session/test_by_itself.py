"""A play that nobody has to decide is made by the table itself; it is taken back with the play that it followed."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.match import Match
from companion.play import Undo, kind_said
from companion.rules.boufbowl.plays import EndTurn
from companion.rules.games import GAMES
from companion.session.following import following
from companion.session.history import said_by
from companion.session.inbox import WayBack
from companion.session.session_event import WentOn
from companion.session.snapshot import HistoryLine
from companion.showing.by_itself import ITSELF
from companion.showing.games import SCENE_BUILDERS
from companion.storage.record import MemoryLog
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import chosen_play
from tests.showing.sitting import Sitting, en
from ui.presenters.sentences import happening

MOST = 200
SEED = 3


def played(seed: int, log: MemoryLog | None = None) -> Iterator[Sitting]:
    """A match by chance, after each play of a person and what followed it by itself."""
    match, chance = Match(GAMES["boufbowl"], *demonstrations("boufbowl")["demo-match"], log), Random(seed)
    sitting = Sitting(match)
    while len(sitting.match.entries) < MOST and (play := chosen_play(sitting.match, chance)) is not None:
        sitting.submit(play)
        yield sitting


def made(sitting: Sitting) -> list[str]:
    """The kinds of plays that the table made, since the last play of a person."""
    kinds: list[str] = []
    for line in reversed(sitting.seen.history):
        if line.by != ITSELF:
            break
        kinds.insert(0, kind_said(line.play))
    return kinds


def until(*kinds: str, log: MemoryLog | None = None) -> Sitting:
    """A match of Boufbowl, right after these plays followed by themselves."""
    for sitting in played(SEED, log):
        if made(sitting) == list(kinds):
            return sitting
    raise AssertionError(f"{kinds} never followed by themselves")


def lines(sitting: Sitting) -> tuple[HistoryLine, ...]:
    return sitting.seen.history


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_made_by_itself_where_anybody_has_a_choice(game: str) -> None:
    match, chance = Match(GAMES[game], *demonstrations(game)["demo-match"]), Random(2)
    while len(match.entries) < MOST and (play := chosen_play(match, chance)) is not None:
        waited = (*match.expects(), *SCENE_BUILDERS[game].aside(match.rules, match.state))
        possible = [
            one
            for by in waited
            for kind in by.plays
            for one in match.rules.options(match.state, by.seat, kind)
        ]
        if (follows := following(match.rules, match.state)) is not None:
            assert possible == [follows]
        assert match.submit(play).ok


def test_cards_are_drawn_by_themselves_and_listed_for_the_hands() -> None:
    sitting = until("draw")
    assert any("draw" in en(duty.says) for duty in sitting.scene.duties)
    assert lines(sitting)[-1].by == ITSELF
    assert en(said_by(ITSELF)) == "by itself: nothing else was possible"


def test_a_turn_in_which_nothing_can_be_done_ends_by_itself() -> None:
    sitting = until("end_turn", "draw")
    assert [entry.play.kind for entry in sitting.match.entries[-2:]] == ["end_turn", "draw"]
    active = sitting.match.view()["active"]
    assert {waited.seat for waited in sitting.scene.waited} == {active}
    (told,) = [one for one in sitting.told if isinstance(one, WentOn)]
    assert en(happening(told)).startswith("by itself: the turn is over; ")


def test_an_undo_takes_back_the_play_with_what_followed_it_and_nothing_follows_anew() -> None:
    sitting = until("end_turn", "draw")
    before = [entry.play for entry in sitting.match.entries]
    sitting.submit(Undo())
    assert [entry.play for entry in sitting.match.entries] == before[:-3]
    undo = lines(sitting)[-1].seq
    sitting.take(WayBack(undo, None))
    assert [entry.play for entry in sitting.match.entries] == before


def test_who_takes_the_end_of_a_turn_back_by_its_number_ends_it_himself() -> None:
    sitting = until("end_turn", "draw")
    sitting.submit(Undo(sitting.match.entries[-2].seq))
    assert sitting.match.expects()[0].plays == ("end_turn",)
    sitting.play("note", text="a word")
    assert sitting.match.expects()[0].plays == ("end_turn",)
    sitting.submit(EndTurn())
    assert made(sitting) == ["draw"]


def test_a_correction_that_leaves_a_choice_gives_the_turn_back() -> None:
    sitting = until("end_turn", "draw")
    last, _, _ = sitting.match.entries[-3:]
    active = sitting.match.rules.view(last.after)["active"]
    sitting.amend(last.seq, {"play": "note", "text": "it did not happen"})
    assert made(sitting) == ["undo"]
    assert sitting.match.view()["active"] == active
    assert following(sitting.match.rules, sitting.match.state) is None


def test_what_the_last_play_settled_stays_on_the_stage_when_the_next_cards_are_drawn() -> None:
    for sitting in played(SEED):
        settled = sitting.match.entries[-2:]
        if made(sitting) == ["draw"] and any(e.kind == "opposition" for e in settled[0].events):
            assert sitting.scene.contest is not None
            assert sitting.seen.highlight is not None
            return
    raise AssertionError("no turn ended with an opposition")


def test_after_a_restart_an_undo_takes_back_as_much() -> None:
    log = MemoryLog()
    sitting = until("end_turn", "draw", log=log)
    again = Match(sitting.match.rules, sitting.match.setup, sitting.match.cards)
    for record in log.records():
        again.restore(record)
    resumed = Sitting(again)
    resumed.submit(Undo())
    assert len(again.entries) == len(sitting.match.entries) - 3
