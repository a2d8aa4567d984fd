"""Faces of cards on the screens: where they stand, and what stands there before they are drawn."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest
from kivy.core.window import Window

from companion.backend.interface import (
    FaceRequest,
    FaceSet,
)
from companion.backend.screen_pictures import DrawnPicture
from companion.house_style import TextRole
from companion.showing.scene import CardSide
from companion.virtual.chance import chosen_play
from tests.quick import first_quick
from tests.showing.sitting import en
from tests.ui.table import Tablet
from tests.ui.test_players import SEED, begin, say
from ui.players.page import PlayersPage
from ui.presenters.palette import STYLE
from ui.widgets.card_face import CardFace, FaceKey, FaceTextures, FaceTouch, best_across
from ui.widgets.mark import DrawnDie
from ui.widgets.says import Says

SET = FaceSet("ofusaido", "en", 96)


def key(ref: str) -> FaceKey:
    return FaceKey(SET, FaceRequest(ref))


class Printer:
    """Draws grey faces, and remembers which were asked for together."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def draw(self, faces: FaceSet, orders: Sequence[FaceRequest]) -> Mapping[FaceRequest, DrawnPicture]:
        self.asked.append(tuple(order.ref for order in orders))
        width, height = faces.width_px, 60
        return {
            order: DrawnPicture(b"\x80" * (width * height * 4), width, height)
            for order in orders
            if order.ref != "missing"
        }


@pytest.fixture
def printer() -> Printer:
    return Printer()


@pytest.fixture
def kept(one: Tablet, printer: Printer) -> Iterator[FaceTextures]:
    """One of its own, beside that of the app, whose window it draws in."""
    made = FaceTextures(printer.draw, one.app._accident)
    yield made
    made.close()


def work(kept: FaceTextures, one: Tablet) -> None:
    def is_done() -> bool:
        kept.pass_on(frozenset)
        return kept.is_idle

    one.until(is_done)


def test_a_face_is_there_once_it_was_drawn(one: Tablet, kept: FaceTextures) -> None:
    assert kept.texture(key("one")) is None
    work(kept, one)
    texture = kept.texture(key("one"))
    assert texture is not None
    assert tuple(texture.size) == (96, 60)


def test_a_face_that_many_wait_for_is_drawn_once(one: Tablet, kept: FaceTextures, printer: Printer) -> None:
    for _ in range(3):
        kept.texture(key("one"))
    work(kept, one)
    kept.texture(key("one"))
    work(kept, one)
    assert printer.asked == [("one",)]


def test_a_card_without_a_face_is_asked_for_once_until_the_cards_change(
    one: Tablet, kept: FaceTextures, printer: Printer
) -> None:
    for _ in range(2):
        kept.texture(key("missing"))
        work(kept, one)
    assert kept.is_absent(key("missing"))
    assert printer.asked == [("missing",)]
    kept.forget("ofusaido")
    kept.texture(key("missing"))
    work(kept, one)
    assert len(printer.asked) == 2


def test_faces_that_are_not_shown_make_room(one: Tablet, printer: Printer) -> None:
    kept = FaceTextures(printer.draw, one.app._accident, most_bytes=1)
    other = FaceKey(FaceSet("ofusaido", "en", 104), FaceRequest("one"))
    kept.texture(key("one"))
    work(kept, one)
    kept.texture(other)
    work(kept, one)
    assert kept.texture(other) is not None
    assert kept.texture(key("one")) is None
    work(kept, one)
    kept.close()


def test_a_face_in_another_size_stands_in_until_the_right_one_is_drawn(
    one: Tablet, kept: FaceTextures
) -> None:
    larger = FaceKey(FaceSet("ofusaido", "en", 104), FaceRequest("one"))
    assert kept.stand_in(larger) is None
    kept.texture(key("one"))
    work(kept, one)
    assert kept.texture(larger) is None
    assert kept.stand_in(larger) is kept.texture(key("one"))
    assert kept.stand_in(FaceKey(FaceSet("ofusaido", "fr", 96), FaceRequest("one"))) is None


def test_a_blank_card_of_the_same_size_stands_there_first(one: Tablet) -> None:
    face = CardFace(size=(200, 100), game="ofusaido", face=CardSide("EN001-900"), says="an energy")
    face.draw()
    assert not face.is_drawn
    blank = face._blank.size
    one.until(lambda: one.app.is_idle)
    assert face.is_drawn
    assert tuple(face._picture.size) == tuple(blank) == (160, 100)
    assert face.text == "an energy"


def test_a_card_without_a_face_shows_its_name(one: Tablet) -> None:
    face = CardFace(size=(200, 100), game="ofusaido", face=CardSide("EN999-999"), says="my energy")
    face.draw()
    one.until(lambda: one.app.is_idle)
    assert not face.is_drawn
    assert face._letters.size[0] > 0


@pytest.mark.parametrize(
    ("count", "room", "across"),
    [(12, (1200, 250), 6), (12, (400, 900), 2), (1, (900, 100), 1), (2, (500, 100), 2)],
)
def test_faces_stand_in_the_columns_that_make_them_largest(
    count: int, room: tuple[int, int], across: int
) -> None:
    assert best_across(count, *room, 1.6) == across


@first_quick("size", [(800, 480), (1280, 800)])
def test_the_name_of_each_player_to_choose_is_read_without_his_picture(
    one: Tablet, size: tuple[int, int]
) -> None:
    begin(one, "ofusaido")
    one.resize(size)
    one.settle()
    chooser = one.app.page._chooser
    chooser.pick(chooser.touches[0][0])
    one.until(lambda: one.app.snapshot is not None and one.app.snapshot.seq == 1)
    one.settle()
    least = int(STYLE.type[TextRole.CITE] * one.app.look.unit)
    names = {label.text: label for label in one.labels() if not isinstance(label, CardFace)}
    cards = [button for button, _ in chooser.touches if button.thing == "card"]
    assert cards
    for button in cards:
        label = names[one.app.look.say(button.says)]
        assert label.size_px >= least
        assert not label.is_cut
        assert button.weight is not None
        assert one.shows(one.app.look.say(button.weight.says))
    one.resize((1280, 800))


def test_an_occasion_is_played_by_one_touch_on_its_face_and_told_by_its_name(one: Tablet) -> None:
    begin(one, "ofusaido")
    chooser = one.app.page._chooser
    one.settle()
    faced = [touch for _, touch in chooser.touches if isinstance(touch, FaceTouch)]
    assert faced
    assert all(touch.ids.face.is_drawn for touch in faced)
    name = one.app.look.say(faced[0].says)
    assert one.shows(name)
    before = one.app.snapshot
    assert before is not None
    one.touch(name)
    one.until(lambda: one.app.snapshot is not None and one.app.snapshot.seq == before.seq + 1)


def test_a_cube_shows_pips_and_a_die_of_twelve_its_number(one: Tablet) -> None:
    cube = DrawnDie(size=(100, 80), die="d6", face="5", says="5")
    twelve = DrawnDie(size=(100, 80), die="d12", face="5", says="5")
    for die in (cube, twelve):
        die.draw()
    assert len(cube._pips) == 5
    assert cube._letters.size[0] == 0
    assert not twelve._pips
    assert twelve._letters.size[0] > 0
    assert cube.text == twelve.text == "5"


def test_the_field_of_the_mat_lies_below_the_pieces_in_either_theme(one: Tablet) -> None:
    begin(one, "lignes")
    one.settle()
    page = one.app.page
    assert isinstance(page, PlayersPage)
    drawn = set()
    for theme in ("dark", "light", "dark"):
        one.app.look.theme = theme
        one.settle()
        assert page._board._ground.instructions.length() > 0
        assert page._board._cells.length() == 0
        assert page._board._ground._drawn is not None
        drawn.add(page._board._ground._drawn.order.theme)
    assert drawn == {"dark", "light"}


def test_a_walk_is_made_by_the_touch_of_its_last_cell_and_drawn_as_an_arrow(one: Tablet) -> None:
    truth, chance = begin(one, "lignes"), Random(SEED)
    while not any("move" in waited.plays for waited in truth.expects()):
        play = chosen_play(truth, chance)
        assert play is not None
        say(one, play)
        truth.submit(play)
    page = one.app.page
    assert isinstance(page, PlayersPage)
    chooser = page._chooser
    chooser.pick(next(button for button, _ in chooser.touches if button.value == "move"))
    piece = page._board.offered[0]
    chooser.pick_place(piece)
    assert page._board.chosen == (piece,)
    to, seq = page._board.offered[-1], truth.seq
    chooser.pick_place(to)
    one.until(lambda: one.app.snapshot is not None and one.app.snapshot.seq == seq + 1)
    shown = one.app.snapshot
    assert shown is not None and shown.scene.board is not None
    assert [way.cells[-1] for way in shown.scene.board.last] == [to]
    assert len(shown.scene.board.last[0].cells) > 1


def test_a_badge_stands_above_the_name_on_its_face(one: Tablet) -> None:
    touch = FaceTouch(
        game="ofusaido", face=CardSide("one"), badge="×2", size=(150, 130), size_hint=(None, None)
    )
    Window.add_widget(touch)
    one.frames(3)
    (face,) = (found for found in one.widgets(touch) if isinstance(found, CardFace))
    (badge,) = (found for found in one.widgets(touch) if isinstance(found, Says) and found.text == "×2")
    Window.remove_widget(touch)
    title_px = 0.1 * face.shown_height
    assert badge.y >= face.center_y + face.shown_height / 2 - title_px
    assert badge.top <= touch.top


@pytest.mark.slow
def test_the_card_that_was_chosen_stands_beside_the_question_about_it(one: Tablet) -> None:
    truth, chance = begin(one, "ofusaido"), Random(SEED)
    while not any("advance" in waited.plays for waited in truth.expects()):
        play = chosen_play(truth, chance)
        assert play is not None
        say(one, play)
        truth.submit(play)
    chooser = one.app.page._chooser
    assert chooser.chosen_face is None
    card = next(button for button, _ in chooser.touches if button.face is not None)
    chooser.pick(card)
    one.settle()
    assert chooser.chosen_face == card.face
    assert en(chooser.prompt).endswith("pass, dribble or cross?")
    chooser.back()
    assert chooser.chosen_face is None
