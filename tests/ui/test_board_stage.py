"""A contest stands above its board, large enough to be read across the table, and the board stays as large as it is."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from kivy.graphics import SmoothLine

from companion.backend.screen_pictures import CameraPicture
from companion.match import Match
from companion.play import Play
from companion.rules.games import GAMES
from companion.rules.lignes.plays import KickoffRoll, StrategyRoll
from companion.rules.lignes.state import Phase
from companion.session.inbox import PlayIntent
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Contest, Scale, ShownDie, SumLine
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.chance import chosen_play
from companion.words import Text, as_sentence
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import begin
from tests.ui.table import Tablet
from ui.look import rgba
from ui.players.page import PlayersPage
from ui.presenters.palette import ON_LIVERIES, STYLE
from ui.widgets.board import BoardPanel, _loose
from ui.widgets.board_note import NoteRow
from ui.widgets.board_pieces import PieceNumber
from ui.widgets.contest import ContestPanel, ScaleBox, total_says
from ui.widgets.odds import OddsBar

MOST = 200
DIE = SumLine(Text("die"), dice=(ShownDie("stars", "", Text("die")),))
GAME, SIDES = "boufbowl", 2


def test_a_sum_of_which_no_die_has_fallen_is_a_dash_and_no_nought() -> None:
    unthrown = Scale("red", Text("pass"), (), (DIE,), 0, is_open=True)
    assert total_says(unthrown) == "?"
    assert total_says(replace(unthrown, total=2)) == "2+?", "a card brings two"
    assert total_says(replace(unthrown, lines=(), is_open=False)) == "0"


@pytest.mark.parametrize("uncounted", [0, 2])
def test_odds_say_who_wins_whatever_comes_unless_cards_are_not_counted_yet(
    one: Tablet, uncounted: int
) -> None:
    at_players(one, GAME, [])
    sure = Scale("red", Text("pass"), (), (DIE,), 9, is_open=False, chance_percent=100)
    lost = replace(sure, seat="blue", is_open=True, chance_percent=0, uncounted=uncounted)
    odds = OddsBar()
    assert one.app.snapshot is not None
    odds.show(Contest(Text("pass"), (sure, lost)), sure, lost, one.app.snapshot.scene)
    said = one.app.look.say(odds.left_says)
    assert ("whatever still comes" in said) is not uncounted
    assert bool(one.app.look.say(odds.right_says)) is bool(uncounted)


@pytest.mark.parametrize(("game", "has_room"), [("boufbowl", True), ("ofusaido", True), ("lignes", False)])
def test_the_cameras_picture_stands_on_the_stage_where_it_takes_nothing_from_the_board(
    one: Tablet, game: str, has_room: bool
) -> None:
    at_players(one, game, [])
    page = one.app.page
    assert isinstance(page, PlayersPage)
    picture = CameraPicture(bytes(64 * 36 * 3), 64, 36)
    page.picture(picture)
    one.settle()
    seen = page.ids.seen
    assert (seen.picture is picture) is has_room
    assert (seen.height > 100) is has_room
    assert not faults(one)
    page.choose()
    one.settle()
    assert seen.picture is None, "it is large above the menu"
    page.picture(None)


def tells_damage(found: Contest) -> bool:
    return any(
        not scale.is_open and any(is_of_damage(line) for line in scale.lines) for scale in found.scales
    )


def is_of_damage(line: SumLine) -> bool:
    return isinstance(line.says, Text) and line.says.template == "damage: {faces}"


@cache
def up_to_a_contest(
    game: str = GAME, sides: int = SIDES, is_so: Callable[[Contest], bool] = lambda _: True, seed: int = 4
) -> list[Play]:
    """Play by chance until a contest of so many sides is open."""
    match, chance = Match(GAMES[game], *demonstrations(game)["demo-match"]), Random(seed)
    while len(match.entries) < MOST:
        play = chosen_play(match, chance)
        assert play is not None
        match.submit(play)
        events = match.entries[-1].events
        found = SCENE_BUILDERS[game].scene(match.rules, match.state, events, mat_of(game)).contest
        if found is not None and found.outcome is None and len(found.scales) == sides and is_so(found):
            return [entry.play for entry in match.entries]
    raise AssertionError(game)


@cache
def up_to_a_settled_tackle(seed: int = 4) -> list[Play]:
    """Play by chance until a tackle is settled and something came of it."""
    plays, chance = up_to_a_contest(seed=seed), Random(seed)
    match = Match(GAMES[GAME], *demonstrations(GAME)["demo-match"])
    for play in plays:
        match.submit(play)
    while len(match.entries) < MOST:
        chosen = chosen_play(match, chance)
        assert chosen is not None
        match.submit(chosen)
        events = match.entries[-1].events
        found = SCENE_BUILDERS[GAME].scene(match.rules, match.state, events, mat_of(GAME)).contest
        if found is not None and found.outcome is not None and len(found.scales) == SIDES and len(events) > 1:
            return [entry.play for entry in match.entries]
    raise AssertionError(seed)


def board(one: Tablet) -> BoardPanel:
    return next(found for found in one.widgets() if isinstance(found, BoardPanel))


@pytest.mark.slow
@first_quick("seed", [1, 3, 4, 12])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_damage_dice_show_is_read_whole(one: Tablet, language: str, seed: int) -> None:
    one.app.look.language = language
    at_players(one, GAME, up_to_a_contest(is_so=tells_damage, seed=seed))
    shown = [label for label in one.labels() if label.text.startswith(("Damage:", "Dégât"))]
    assert shown and not [label.text for label in shown if label.is_cut]


def totals(one: Tablet) -> list[float]:
    return [box.ids.total.size_px for box in one.widgets() if isinstance(box, ScaleBox)]


def field(one: Tablet) -> tuple[float, float, float]:
    """The width and the height of the board's cells, and where they end at the top."""
    plan = board(one)._plan
    assert plan is not None
    return plan.field.width, plan.field.height, plan.field.y + plan.field.height


def up_to_a_penalty() -> list[Play]:
    """Play Lignes d'Attaque by chance until a penalty is taken."""
    match, chance = Match(GAMES["lignes"], *demonstrations("lignes")["demo-match"]), Random(1)
    while match.state.phase is not Phase.PENALTY:
        chosen = chosen_play(match, chance)
        assert chosen is not None, "no penalty in this match"
        match.submit(chosen)
    return [entry.play for entry in match.entries]


def at_players(one: Tablet, game: str, plays: list[Play]) -> None:
    begin(one, game, plays)
    one.app.go(PlayersPage.called)
    one.settle()


@pytest.mark.slow
def test_a_contest_of_two_sides_takes_half_of_the_stage_unless_the_board_is_to_be_touched(
    one: Tablet,
) -> None:
    plays = up_to_a_contest()
    at_players(one, GAME, plays[:-1])
    width, height, _ = field(one)
    one.app.put(PlayIntent(plays[-1]))
    one.until(lambda: one.app.snapshot is not None and one.app.snapshot.seq == len(plays))
    one.settle()
    (contest,) = (found for found in one.widgets() if isinstance(found, ContestPanel))
    assert contest.height == pytest.approx(contest.parent.height / 2)
    plan = board(one)._plan
    assert plan is not None
    board(one).offered = tuple(plan.cells)
    one.frames(2)
    assert field(one)[:2] == pytest.approx((width, height)), "the board has its size again"
    assert totals(one) == [STYLE.type["score"]] * SIDES
    above = [box for box in one.widgets() if isinstance(box, ScaleBox)]
    assert min(box.to_window(*box.pos)[1] for box in above) > field(one)[2]
    assert not faults(one)


@pytest.mark.slow
@first_quick("size", [(800, 480), (1280, 800)])
def test_pieces_keep_their_numbers_below_a_shot(one: Tablet, size: tuple[int, int]) -> None:
    one.resize(size)
    at_players(one, "lignes", up_to_a_contest("lignes"))
    assert len(totals(one)) == SIDES, "the contest stands above the board"
    shown = board(one)
    assert shown._scene is not None and shown._scene.board is not None
    numbers = [each for each in one.widgets() if isinstance(each, PieceNumber) and each.opacity]
    assert len(numbers) == len(shown._scene.board.pieces)
    assert not faults(one)
    one.resize((1280, 800))


@pytest.mark.slow
def test_a_sum_of_one_side_stands_beside_the_board(one: Tablet) -> None:
    at_players(one, "lignes", up_to_a_contest("lignes", 1))
    (row,) = (row for row in one.widgets() if isinstance(row, NoteRow))
    assert row.x > board(one).right
    assert not totals(one)
    assert not faults(one)


@pytest.mark.slow
def test_on_a_screen_that_stands_the_contest_is_below_the_board(one: Tablet) -> None:
    at_players(one, GAME, up_to_a_contest())
    one.resize((800, 1280))
    one.settle()
    rows = [row for row in one.widgets() if isinstance(row, NoteRow)]
    assert len(rows) == SIDES
    assert not [row for row in rows if "?" in one.app.look.say(row.under)], "the total says that more comes"
    assert max(row.to_window(*row.pos)[1] + row.height for row in rows) <= board(one).y + 1
    assert not faults(one)
    one.resize((1280, 800))


@pytest.mark.slow
@first_quick("text_size", ["largest", "large", "normal"])
def test_what_ends_a_phase_is_read_whole_on_the_smallest_screen(one: Tablet, text_size: str) -> None:
    one.resize((800, 480))
    one.app.look.text_size = text_size
    at_players(one, "lignes", [KickoffRoll(2), StrategyRoll(5, 12)])
    chooser = one.app.page._chooser
    one.until(lambda: bool(chooser.ids.apart.children))
    for language, words in (("fr", "Finir la phase stratégique"), ("en", "End the strategy phase")):
        one.app.look.language = language
        one.settle()
        ((button, touch),) = [
            (button, at) for button, at in chooser.touches if at in chooser.ids.apart.children
        ]
        assert button.seat == "yellow" and touch.ids.main.text == words and not touch.ids.main.is_cut
    one.app.look.text_size = "normal"
    one.resize((1280, 800))


@pytest.mark.slow
def test_the_usual_formation_is_read_whole_on_the_smallest_screen(one: Tablet) -> None:
    one.resize((800, 480))
    at_players(one, "boufbowl", [])
    assert not [label.text for label in one.labels() if label.is_cut]
    one.resize((1280, 800))


@pytest.mark.slow
def test_neither_a_dot_nor_a_loose_ball_lies_on_the_number_of_a_piece(one: Tablet) -> None:
    at_players(one, GAME, up_to_a_contest())
    shown = board(one)
    assert shown._plan is not None
    shown.offered = tuple(shown._plan.cells)
    one.frames(2)
    plan = shown._plan
    numbers = [one for one in one.widgets() if isinstance(one, PieceNumber) and one.opacity]
    assert numbers
    marks = [(middle, side) for _, middle, side in shown._dots(plan)]
    marks += [_loose(plan, cell) for cell in plan.cells.values()]
    for (x, y), side in marks:
        for number in numbers:
            assert number.drawn_px is not None
            left, bottom, width, height = number.drawn_px
            blank = height * 0.2
            away = math.hypot(
                max(left - x, 0, x - left - width), max(bottom + blank - y, 0, y - bottom - height + blank)
            )
            assert away > side / 4, f"on the number {number.text}"


@pytest.mark.slow
def test_what_a_target_costs_is_dark_on_its_white_dot(one: Tablet) -> None:
    at_players(one, GAME, up_to_a_contest())
    shown = board(one)
    assert shown._plan is not None
    name = next(iter(shown._plan.cells))
    shown.costs, shown.offered = {name: Text("{value}", value=73)}, (name,)
    one.frames(2)
    (price,) = [label for label in one.labels() if label.text == "73"]
    assert list(price.color) == rgba(ON_LIVERIES)


def test_pieces_have_their_number_alone_as_their_colour_and_shape_tell_whose_they_are(one: Tablet) -> None:
    one.resize((1280, 800))
    at_players(one, "lignes", [])
    numbers = [found.text for found in one.widgets() if isinstance(found, PieceNumber) and found.opacity]
    assert sorted(numbers, key=int) == [str(n) for n in range(1, 12) for _ in range(2)]


def test_who_was_placed_stands_there_while_the_others_are_asked_for(one: Tablet) -> None:
    at_players(one, GAME, [])
    shown = board(one)
    one.touch_at(*shown.place_px("b1"))
    one.settle()
    assert shown._plan is not None
    cells = {piece.name: piece.cell for piece in shown._plan.board.pieces}
    assert list(cells.values()).count("b1") == 1
    one.touch("Back")
    one.settle()
    assert "b1" not in {piece.cell for piece in shown._plan.board.pieces}


@pytest.mark.slow
def test_a_ball_in_the_air_over_a_piece_is_not_drawn_as_a_carried_one(one: Tablet) -> None:
    at_players(one, GAME, up_to_a_contest())
    shown = board(one)
    scene = shown._scene
    assert scene is not None and scene.board is not None
    piece = next(found for found in scene.board.pieces if not found.cell.endswith("bench"))
    drawn = []
    for is_up in (True, False):
        there = replace(scene.board, ball=piece.cell, is_ball_up=is_up)
        shown.show(replace(scene, board=there))
        drawn.append(sum(isinstance(one, SmoothLine) for one in shown._pieces.children))
    assert drawn[0] > drawn[1], "strokes tell that it is above"


def test_nothing_can_be_undone_before_the_first_play(one: Tablet) -> None:
    at_players(one, "lignes", [])
    chooser = one.app.page._chooser
    assert not chooser.can_undo
    one.touch("Undo")
    one.settle()
    assert not one.shows("nothing to undo")
    one.app.put(PlayIntent(KickoffRoll(2)))
    one.until(lambda: bool(chooser.can_undo))


@pytest.mark.slow
def test_on_a_screen_that_stands_the_answers_stand_above_what_is_always_there(one: Tablet) -> None:
    one.resize((800, 1280))
    at_players(one, "lignes", [KickoffRoll(2), StrategyRoll(5, 6)])
    chooser = one.app.page._chooser
    answers = [touch for _, touch in chooser.touches]
    assert min(touch.y for touch in answers) > chooser.ids.tools.to_window(*chooser.ids.tools.pos)[1]
    assert max(touch.height for touch in answers) < 2 * one.app.look.target
    assert not faults(one)
    one.resize((1280, 800))


@pytest.mark.slow
def test_what_piece_was_chosen_is_read_beside_the_buttons_of_its_cells(one: Tablet) -> None:
    for size in ((1280, 800), (800, 480)):
        one.resize(size)
        at_players(one, "lignes", [KickoffRoll(2), StrategyRoll(5, 6)])
        one.touch_at(*board(one).place_px("Y7"))
        one.settle()
        (row,) = (row for row in one.widgets() if isinstance(row, NoteRow))
        top = max(touch.to_window(*touch.pos)[1] + touch.height for _, touch in one.app.page._chooser.touches)
        assert row.to_window(*row.pos)[1] >= top
        assert one.shows("to which cell?")
        assert not [text for text in faults(one) if "/" in text], "no cost lies on the numbers of a goal"
        assert not [label.text for label in one.labels() if label.is_cut]
        one.app.leave_match("home")
    one.resize((1280, 800))


@first_quick("size", [(800, 480), (1280, 800)])
def test_the_numbers_of_the_goals_cells_are_read(one: Tablet, size: tuple[int, int]) -> None:
    one.resize(size)
    at_players(one, "lignes", [])
    assert not [text for text in one.texts() if "/" in text], "they say nothing about a shot"
    at_players(one, "lignes", up_to_a_penalty())
    *told, legend = sorted((text for text in one.texts() if "/" in text), key=len)
    assert sorted(told) == ["1/2", "1/2", "4/6", "4/6", "5/3", "5/3"]
    assert legend.startswith("4/6 beside the goal: on a 4 or a 6 a penalty kick"), "there are no dots now"
    assert not faults(one)
    one.resize((1280, 800))


@pytest.mark.slow
def test_what_came_of_a_tackle_is_gone_when_a_match_of_another_game_is_shown(one: Tablet) -> None:
    at_players(one, GAME, up_to_a_settled_tackle())
    one.app.page.choose()
    one.settle()
    note = one.app.page._note
    assert note.follows and as_sentence(one.app.look.say(note.follows)) in one.texts()
    told = as_sentence(one.app.look.say(note.follows))
    begin(one, "ouaf", [])
    one.app.go(PlayersPage.called)
    one.settle()
    assert told not in one.texts()
    assert not note.follows


@pytest.mark.slow
@first_quick("text_size", ["largest", "normal"])
@first_quick("size", [(800, 480), (1280, 800)])
def test_after_a_tackle_the_question_stands_whole_above_the_buttons(
    one: Tablet, size: tuple[int, int], text_size: str
) -> None:
    one.resize(size)
    one.app.look.text_size = text_size
    at_players(one, GAME, up_to_a_settled_tackle())
    for language in ("fr", "en"):
        one.app.look.language = language
        one.settle()
        assert one.shows(one.app.look.say(one.app.page._chooser.prompt))
        assert not [fault for fault in faults(one) if not fault.startswith("contrast")]
        assert not [label.text for label in one.labels() if label.is_cut]
    one.app.look.text_size = "normal"
    one.resize((1280, 800))
