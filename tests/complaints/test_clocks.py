"""What people complain about in other programs with clocks, and how it must not happen here."""

from random import Random

from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.clocks import clocks_of
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.wiring import bare_controller
from companion.timers import Clocks
from companion.virtual.chance import chosen_play
from companion.words import LANGUAGES, translate
from tests.quick import first_quick

TIMED = {"ofusaido": "turn", "lignes": "turn", "ouaf": "negotiation", "boufbowl": "turn"}
SECOND_MS, LENGTH_MS, PLAYS = 1_000, 3_600_000, 120


@first_quick("game", GAMES)
def test_the_clock_of_a_turn_runs_on_until_its_last_choice_is_made_and_who_chooses_is_said(game: str) -> None:
    """lichess mobile 2819: the clock changed sides before the choice was finished.

    No clock here belongs to a side: one counts the turn, whoever of both has to choose in it.
    """
    setup, cards = demonstrations(game)["demo-match"]
    clocks = Clocks(clocks_of(setup, {TIMED[game]: LENGTH_MS}))
    controller = bare_controller(MatchId("m"), Match(GAMES[game], setup, cards), clocks)
    viewer, chance = SnapshotBuilder(controller, mat_of(game), lambda: 0), Random(3)
    key = clocks.clock(TIMED[game]).per
    assert key is not None
    now_ms, spent = 0, dict[object, int]()
    for _ in range(PLAYS):
        play = chosen_play(controller.match, chance)
        if play is None:
            break
        for told in (*controller.take(PlayIntent(play), now_ms), *controller.tick(now_ms)):
            viewer.hear(told)
        view = controller.view()
        if view.get("over"):
            break
        before = controller.clocks.reading(view, TIMED[game])
        assert before.spent_ms == spent.get(view[key], 0), (
            "a turn keeps its time, and the next begins with none"
        )
        now_ms += SECOND_MS
        controller.tick(now_ms)
        after = controller.clocks.reading(view, TIMED[game])
        assert after.spent_ms - before.spent_ms == (SECOND_MS if before.is_running else 0)
        spent[view[key]] = after.spent_ms
        viewer._shown = ()
        seen = viewer.look()
        assert seen is not None
        assert {one.seat for one in seen.scene.waited} == {one.seat for one in controller.match.expects()}
        for waited in seen.scene.waited:
            assert all(translate(waited.says, language) for language in LANGUAGES)
    assert len(spent) > 2
