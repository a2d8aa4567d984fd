"""Everything that the camera could say is said by a touch: on the board at rest, and beside a question that has it wrong."""

import math

import pytest
from kivy.core.window import Window

from companion.ids import CardRef, ObservationId
from companion.observation import Roll
from companion.play import Override, Undo
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.plays import Kickoff, Place
from companion.session.inbox import Amendment, PlayIntent, RollReport
from companion.session.snapshot import Offer
from companion.words import Text, translate
from tests.plays import play_of
from tests.ui.refereeing import begin, by_chance, page, said, snapshot
from tests.ui.table import Tablet
from ui.page import LastRemark
from ui.players.page import PlayersPage
from ui.presenters.buttons import kind_button
from ui.presenters.double_touch import CONFIRM_MS, WITHIN_MS
from ui.presenters.hotkeys import WAYS
from ui.widgets.board import BoardPanel
from ui.widgets.chooser import ChooserPanel
from ui.widgets.touch import Touch

ODD = RollReport(
    Roll(ObservationId("roll-odd"), 0, ("4",), dice=("d6",), confidence=(99,)),
    counts=False,
    why=Text("do these dice count?"),
)


def players(one: Tablet) -> PlayersPage:
    one.app.go("players")
    found = one.app.page
    assert isinstance(found, PlayersPage)
    if found.is_choosing:
        found.choose()
    one.settle()
    return found


def players_page(one: Tablet) -> PlayersPage:
    found = one.app.page
    assert isinstance(found, PlayersPage)
    return found


def chooser(one: Tablet) -> ChooserPanel | None:
    return next((found for found in one.widgets() if isinstance(found, ChooserPanel)), None)


@pytest.mark.slow
def test_a_touch_on_the_board_begins_a_play_and_what_it_lacks_is_asked(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    players(one)
    assert chooser(one) is None
    board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
    assert {*"abcdefghijklm", *map(str, range(1, 22))} <= set(one.texts()), "cells are named along the edges"
    one.touch_at(*board.place_px(board.offered[0]))
    one.frames(2)
    found = chooser(one)
    assert found is not None
    assert found.can_go_back
    assert snapshot(one).seq == 2


def on_board(one: Tablet, name: str) -> None:
    """Touch a piece or a cell of the board."""
    board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
    one.touch_at(*board.place_px(name))
    one.frames(2)


def test_a_touch_on_another_piece_of_ones_own_chooses_that_piece_and_moves_none(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    players(one)
    board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
    carrier, *others = (name for name in board.offered)
    on_board(one, others[0])
    assert others[0] in board.chosen
    on_board(one, others[1])
    assert (others[1] in board.chosen, others[0] in board.chosen) == (True, False)
    assert (snapshot(one).seq, carrier != others[0]) == (2, True)


def test_a_touch_on_what_is_not_possible_says_why_for_a_while_and_leaves_what_was_chosen(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    players(one)
    board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
    assert board.offered[0] == "Y1"
    on_board(one, "R9")
    assert one.shows("does not belong to the side that plays")
    on_board(one, board.offered[0])
    chosen = board.chosen
    assert chosen == ("Y1",)
    on_board(one, "m21")
    assert one.shows("M21 is outside the area, which the keeper may not leave")
    assert (board.chosen, snapshot(one).seq) == (chosen, 2)


def test_a_touch_on_a_teammate_whom_no_pass_reaches_says_why_and_keeps_the_pass(one: Tablet) -> None:
    passing: list[Offer] = []
    for count in range(2, 40):
        begin(one, "lignes", by_chance("lignes", count))
        passing = [offer for offer in snapshot(one).offers if offer.kind == "pass" and len(offer.plays) > 1]
        if passing:
            break
    players(one).choose()
    found = chooser(one)
    assert found is not None and found.choosing is not None
    begun = found.choosing
    found.pick(kind_button(snapshot(one).scene, passing[0], is_named=False))
    one.settle()
    aimed = found.choosing
    reached = {touch.name for touch in aimed.on_board} | {touch.button.value for touch in aimed.on_board}
    board = snapshot(one).scene.board
    assert board is not None
    cells = {piece.name: piece.cell for piece in board.pieces}
    far = next(
        touch.name
        for touch in begun.on_board
        if aimed.passer_to(touch.name) and not {touch.name, cells[touch.name]} & reached
    )
    on_board(one, far)
    assert found.choosing is aimed, "the pass is still aimed"
    assert players_page(one).remark
    assert not one.shows("nothing is possible there now"), "it is said why"


def test_a_finger_between_two_pieces_is_asked_whether_the_zone_or_a_piece_is_meant(one: Tablet) -> None:
    # A red and a blue player stand in b2: the carrier of b1 may walk there, and pass to the red one.
    zones = ("a1", "b1", "a2", "b2", "c2")
    begin(one, "boufbowl", by_chance("boufbowl", 0))
    match_scene = snapshot(one).scene
    assert match_scene.board is not None
    red = [piece.name for piece in match_scene.board.pieces if piece.seat == "red"]
    blue = [piece.name for piece in match_scene.board.pieces if piece.seat == "blue"]
    for play in (
        Place(Seat.RED, dict(zip(map(CardRef, red), zones, strict=True)), CardRef(red[1])),
        Place(Seat.BLUE, dict(zip(map(CardRef, blue), ("a4", "b4", "c4", "a5", "c5"), strict=True))),
    ):
        one.app.put(PlayIntent(play))
    one.until(lambda: snapshot(one).seq == 2)
    changes = {f"players.{blue[1]}.zone": "b2", "ball.carrier": red[1]}
    one.app.put(PlayIntent(Kickoff("b3")))
    one.app.put(PlayIntent(Override(changes, "a position")))
    one.until(lambda: snapshot(one).seq == 4)
    one.settle()
    players(one)
    board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
    on_board(one, red[1])
    assert board._plan is not None
    one.touch_at(*board._plan.cells["b2"].middle)
    one.settle()
    assert snapshot(one).seq == 4, "nothing was done"
    assert one.shows("Move: b2") and one.shows("Pass: no.\u00a04 ")
    one.touch("Move: b2")
    one.until(lambda: snapshot(one).seq == 5)
    assert "moves to b2" in translate(snapshot(one).history[-1].says, "en")


def test_the_arrows_go_from_place_to_place_on_a_board_and_on_from_there_after_a_play(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    focus, page = one.app.focus, players(one)
    board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
    while focus.at is not board:
        assert focus.key(page, "tab", ())
    first = focus.at_place
    assert first in board.offered
    way = next(way for way in WAYS if focus.key(page, way, ()) and focus.at_place not in (first, ""))
    piece, x_px = focus.at_place, board.place_px(focus.at_place)
    assert focus.key(page, "enter", ())
    one.settle()
    assert piece in board.chosen, "the piece in the frame was chosen"
    assert focus.key(page, way, ())
    assert focus.at is not None, "the focus goes on near the place where it was"
    assert math.dist(x_px, board.place_px(focus.at_place) if focus.at_place else focus.at.center) < 400


def test_when_none_of_the_answers_is_right_any_play_can_be_said(one: Tablet) -> None:
    begin(one, "lignes", [])
    players(one)
    one.app.put(ODD)
    one.until(lambda: snapshot(one).asking is not None)
    one.settle()
    one.touch("Another play…")
    one.until(lambda: snapshot(one).asking is None)
    one.frames(2)
    assert chooser(one) is not None
    assert snapshot(one).seq == 0


def test_the_referee_says_any_other_play_in_the_same_place(one: Tablet) -> None:
    begin(one, "lignes", [])
    one.app.put(ODD)
    one.until(lambda: snapshot(one).asking is not None)
    one.settle()
    page(one).key("s", ())
    one.frames(2)
    one.touch("Another play…")
    one.until(lambda: snapshot(one).asking is None)
    one.frames(2)
    assert chooser(one) is not None


def test_after_a_correction_undo_says_which_play_it_takes_back(one: Tablet) -> None:
    plays = by_chance("lignes", 2)
    begin(one, "lignes", plays)
    page = players(one)
    one.app.put(Amendment(1, plays[0], "looked at again"))
    one.until(lambda: snapshot(one).seq == 3)
    page.choose()
    one.frames(2)
    one.later(6000)
    said = translate(snapshot(one).history[1].says, "en")
    assert one.shows(f"Undo – {said}") or one.shows("Undo – play 2")


def test_a_finger_that_trembles_says_a_play_once_and_nothing_is_remarked(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    page = players(one)
    with one.time_stands():
        page.play(Undo())
        page.play(Undo())
        one.until(lambda: snapshot(one).seq == 3)
        one.settle()
        page.play(Undo())
        one.settle()
        assert snapshot(one).seq == 3
        assert not one.shows("too late")
        one.later(WITHIN_MS)
        page.play(Undo())
        one.until(lambda: snapshot(one).seq == 4)


def test_a_finger_that_was_put_on_a_button_before_its_words_changed_chooses_nothing(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    page = players(one)
    button = next(
        found
        for found in one.widgets()
        if isinstance(found, Touch) and found.says == Text("Back to the match")
    )
    for words in (Text("The table is right"), button.says):
        one.later(CONFIRM_MS)
        finger = one.finger(*button.to_window(*button.center))
        finger.touch_down()
        button.says, before = words, button.says
        finger.touch_up()
        button.says = before
        one.frames(2)
        assert page.is_choosing == (words == Text("Back to the match"))


def test_a_touch_that_comes_too_late_is_remarked_for_a_while(
    one: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    page = players(one)
    monkeypatch.setattr("ui.page.LATE_S", 0.2)
    page._last_remark = LastRemark(page._remark)
    one.app.put(PlayIntent(play_of("lignes", {"play": "shot_roll", "d12": 3})))
    one.until(lambda: one.shows("“Die of the shot phase” is not possible now"))
    one.app.put(PlayIntent(play_of("lignes", {"play": "end_strategy"}), 1))
    one.until(lambda: one.shows("too late"))
    one.until(lambda: not one.shows("too late"))
    assert one.shows("“Die of the shot phase” is not possible now"), "what was refused before stands again"


def test_a_name_on_a_button_is_whole_and_what_explains_it_gives_way(one: Tablet) -> None:
    touch = Touch(
        says="Rosalind Hautejetée",
        under="blue 5 · passer · she may look at the top card of her coach’s pile before each up-and-under",
        size_hint=(None, None),
        size=(195, 72),
        pos=(40, 40),
    )
    Window.add_widget(touch)
    try:
        one.frames(4)
        name = next(label for label in one.labels() if label.text.startswith("Rosalind"))
        assert not name.is_cut
    finally:
        Window.remove_widget(touch)


def test_what_undoes_the_last_touch_keeps_its_place_when_its_words_change(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 2))
    players(one).choose()
    one.frames(3)
    found = chooser(one)
    assert found is not None
    assert found.has_undo_line
    undo = next(
        touch for touch in one.widgets(found) if isinstance(touch, Touch) and touch.says == found.undo_says
    )
    before = (*undo.pos, *undo.size)
    found._end_undo()
    one.frames(3)
    assert not found.has_undo_line
    assert (*undo.pos, *undo.size) == before
    assert one.shows("undo")


@pytest.mark.slow
def test_whether_a_roll_counts_is_answered_with_yes_or_no(one: Tablet) -> None:
    begin(one, "lignes", [])
    players(one)
    one.app.put(ODD)
    one.until(lambda: snapshot(one).asking is not None)
    one.settle()
    assert one.shows("this roll counts") and one.shows("Yellow kicks off")
    one.touch("It does not count")
    one.until(lambda: snapshot(one).asking is None)
    assert snapshot(one).seq == 0
    one.app.put(ODD)
    one.until(lambda: snapshot(one).asking is not None)
    one.settle()
    one.touch("This roll counts")
    said(one, 1)
