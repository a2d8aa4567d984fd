"""What the camera has just seen is lit where it lies: on the board, or on a small picture of the mat."""

from dataclasses import replace

import pytest

from companion.session.inbox import PlayIntent
from companion.session.snapshot import Understood
from companion.words import Text
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import begin, snapshot
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.widgets.board import BoardPanel
from ui.widgets.game_art import MatPicture
from ui.widgets.score import SideBox


def at_players(one: Tablet, monkeypatch: pytest.MonkeyPatch, game: str) -> PlayersPage:
    """The players' page of a match before a camera."""
    monkeypatch.setattr(type(one.app), "has_camera", True)
    begin(one, game, [])
    one.app.go(PlayersPage.called)
    one.settle()
    page = one.app.page
    assert isinstance(page, PlayersPage)
    return page


def see(one: Tablet, page: PlayersPage, *zones: str) -> None:
    so_far = Understood("1", Text("seen: a card"), zones, is_play=False) if zones else None
    page.show(replace(snapshot(one), so_far=so_far))
    one.settle()


@pytest.mark.slow
@first_quick("size", [(800, 480), (1280, 800), (800, 1280)])
def test_a_card_lights_its_place_on_the_mat(
    one: Tablet, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    page = at_players(one, monkeypatch, "ofusaido")
    one.resize(size)
    page.choose()
    one.settle()
    (plan,) = (found for found in one.widgets(page._waited) if isinstance(found, MatPicture))
    bare = plan.export_as_image().texture.pixels
    see(one, page, "home.pass")
    assert (plan.game, plan.lit) == ("ofusaido", ("home.pass",))
    assert plan.export_as_image().texture.pixels != bare
    (sentence,) = (label for label in one.labels() if label.text == "Seen: a card")
    assert sentence.height > one.app.look.mm
    assert not faults(one)
    see(one, page)
    assert plan.export_as_image().texture.pixels == bare
    one.resize((1280, 800))


def test_before_a_camera_plays_are_offered_until_it_sees_something_or_the_menu_is_opened(
    one: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_players(one, monkeypatch, "ofusaido")
    assert page._panel is page._chooser
    see(one, page, "home.pass")
    assert page._panel is page._waited
    assert one.shows("Seen: a card")
    one.touch("Enter it by hand")
    one.settle()
    assert page._panel is page._chooser, "a hand may insist"
    see(one, page)
    see(one, page, "home.pass")
    assert page._panel is page._waited, "the next card is seen again"
    see(one, page)
    one.touch("Menu")
    one.settle()
    assert page._panel is page._waited
    one.touch("Back to the match")
    one.settle()
    assert page._panel is page._chooser


def test_a_piece_lights_its_cell_on_the_board_and_no_mat_is_drawn_beside_it(
    one: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_players(one, monkeypatch, "lignes")
    (board,) = (found for found in one.widgets(page) if isinstance(found, BoardPanel))
    see(one, page, "c9")
    assert board.seen == ("c9",)
    lit = board._ways.length(), board._targets.length()
    assert page._waited.plan_game == ""
    assert not faults(one)
    see(one, page)
    assert (board._ways.length(), board._targets.length()) < lit


def test_the_line_in_the_scoreboard_stands_below_the_side_whose_choice_is_shown(one: Tablet) -> None:
    begin(one, "ouaf", [])
    one.app.go(PlayersPage.called)
    (offer,) = (offer for offer in snapshot(one).offers if offer.kind == "round")
    one.app.put(PlayIntent(offer.plays[0].play))
    one.until(lambda: snapshot(one).seq == 1)
    one.settle()
    page = one.app.page
    assert isinstance(page, PlayersPage)

    def marked() -> list[str]:
        return [found.role for found in one.widgets() if isinstance(found, SideBox) and found.is_active]

    assert len(marked()) == len(snapshot(one).scene.sides), (
        "all who lay a card, and not the one alone whose cards are offered"
    )
    page.choose()
    one.settle()
    assert len(marked()) == len(snapshot(one).scene.sides), "over the menu, all who lay a card"
