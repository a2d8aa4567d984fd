"""What is drawn, and how seldom: words once, boards once a scene, and none of it with the seconds of a clock."""

from dataclasses import replace

import pytest
from kivy.graphics import BindTexture

from tests.ui.refereeing import begin, by_chance, snapshot
from tests.ui.table import Tablet
from ui.look import rgba
from ui.players.page import PlayersPage
from ui.presenters.palette import ON_LIVERIES
from ui.widgets.board import BoardPanel
from ui.widgets.board_pieces import PieceNumber
from ui.widgets.mark import SideMark
from ui.widgets.news import NewsPanel
from ui.widgets.says import Lettered, Lettering


def lettered(text: str, width_px: int = 400, size_px: float = 40) -> Lettered:
    return Lettered(text, "text", size_px, width_px, "left", (0, 0, 0, 0))


def test_the_same_words_are_drawn_once_and_no_wider_than_they_are(one: Tablet) -> None:
    del one
    lettering = Lettering()
    short = lettering.texture(lettered("Bon"))
    assert lettering.texture(lettered("Bon")) is short
    assert short.width < 200
    wrapped = lettering.texture(lettered("Ils sont venus, ils sont tous là"))
    assert wrapped.width == 400
    assert wrapped.height > 1.5 * short.height


def test_what_nobody_has_said_for_long_is_forgotten_when_room_runs_out(one: Tablet) -> None:
    del one
    room_for_two = 2 * 4 * 100 * 60
    lettering = Lettering(most_bytes=room_for_two)
    first = lettering.texture(lettered("Un"))
    for n in range(60):
        lettering.texture(lettered(f"{n}"))
    assert lettering.texture(lettered("Un")) is not first


@pytest.mark.slow
def test_a_clocks_second_draws_the_clock_and_nothing_else(
    one: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(one, "lignes", by_chance("lignes", 6))
    one.app.go("players")
    one.settle()
    drawn: list[str] = []
    monkeypatch.setattr(BoardPanel, "_redraw", lambda *_: drawn.append("board"))
    monkeypatch.setattr(NewsPanel, "show", lambda *_: drawn.append("news"))
    before = one.app.snapshot
    assert before is not None
    later = replace(before, clocks=tuple(replace(one, spent_ms=61_000) for one in before.clocks))
    page = one.app.page
    assert isinstance(page, PlayersPage)
    page.show(later)
    one.frames()
    assert one.shows("1:01")
    assert not drawn
    page.show(replace(later, scene=replace(later.scene, headline=later.scene.headline)))
    assert drawn == ["board", "news"]


@pytest.mark.slow
def test_letters_on_a_sides_colour_are_dark_in_either_theme(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 6))
    one.app.go("players")
    for theme in ("light", "dark"):
        one.app.look.theme = theme
        one.frames(3)
        marks = [found for found in one.widgets() if isinstance(found, SideMark) and found.text]
        board = next(found for found in one.widgets() if isinstance(found, BoardPanel))
        letters = [found for found in board.children if isinstance(found, PieceNumber) and found.opacity]
        assert marks
        assert letters
        assert all(found.color == rgba(ON_LIVERIES) for found in (*marks, *letters))


def test_buttons_that_were_there_are_there_again(one: Tablet) -> None:
    begin(one, "lignes", by_chance("lignes", 6))
    one.app.go("players")
    page = one.app.page
    assert isinstance(page, PlayersPage)
    grid = page._chooser.ids.grid
    first = set(grid.children)
    page._chooser._step(None)
    assert not grid.children
    page._chooser.back()
    assert snapshot(one).seq == 6
    assert set(grid.children) == first


def test_plain_areas_read_one_pixel_of_their_white_texture(one: Tablet) -> None:
    del one
    white = BindTexture().texture
    assert (white.min_filter, white.mag_filter) == ("nearest", "nearest")
