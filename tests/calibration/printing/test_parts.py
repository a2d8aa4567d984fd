"""The other things of a game's box, printed: L'Ouaf's reputation board, boss cards, figures and bakers' sheets."""

import pytest

from calibration.printing.boufbowl.mat import BALL_TAG, BALL_TAG_MM
from calibration.printing.game_print import PartsRequest
from calibration.printing.games import parts
from calibration.printing.paper import A3, A4, PaperSize
from calibration.printing.pen import Document
from calibration.printing.typesetting import PrintLanguage
from companion.errors import CompanionError, Malformed
from companion.rules.engine import Json
from companion.rules.ouaf.cards import Seat
from companion.storage.shipped_data import mat_of, rules_in_words
from tests.calibration.printing.rasters import rasters, ruler_mm, words
from tests.calibration.printing.test_pieces import print_is_right
from tests.quick import first_quick

THREE = {"seats": ["blue", "red", "green"]}


def printed(setup: Json, *, paper: PaperSize = A4, language: PrintLanguage = PrintLanguage.EN) -> Document:
    return parts("ouaf", PartsRequest(paper, language, setup, rules_in_words("ouaf").chapters))


def numbers_on_the_board(setup: Json) -> list[str]:
    return [word for word in words(printed(setup), 0).split() if word.lstrip("+−").isdigit()]


@pytest.mark.slow
@pytest.mark.parametrize("language", PrintLanguage)
@first_quick("paper", [A4, A3])
def test_nothing_is_cut_off_or_on_top_of_another(language: PrintLanguage, paper: PaperSize) -> None:
    document = printed({}, paper=paper, language=language)
    print_is_right(document)
    assert 99.5 <= ruler_mm(next(rasters(document, 200))) <= 100.5


def test_the_reputation_board_has_every_space_and_what_it_pays() -> None:
    found = numbers_on_the_board({})
    spaces = [f"+{n}" for n in range(1, 11)] + [f"−{n}" for n in range(1, 11)] + ["0"]
    assert all(found.count(space) == 1 for space in spaces if space not in ("−10", "0"))
    assert [n for n in found if n.isdigit() and n not in ("0", "100")][:10] == [str(n) for n in range(1, 11)]


def test_it_pays_what_the_house_says() -> None:
    found = numbers_on_the_board({"house": {"reputation_points": {"7": 18, "10": 25, "-1": 31}}})
    assert {"18", "25", "31"} <= set(found)
    assert "7" not in found


def test_there_are_two_boss_cards_with_what_the_fifth_card_means() -> None:
    said = " ".join(words(printed({}), 1).split())
    assert "Happy boss" in said and "the match ends, and nobody is fired" in said
    assert "Angry boss" in said and "everybody with a reputation below 0 is fired" in said


def test_each_seat_has_its_figure_and_its_sheet() -> None:
    everybody, three = printed({}), printed(THREE)
    assert (everybody.pages, three.pages) == (4 + 3, 4 + 2)
    figures = words(three, 3)
    assert {seat for seat in Seat if seat.value.capitalize() in figures} == set(THREE["seats"])
    sheets = "".join(words(three, page) for page in range(4, three.pages))
    assert [name for name in ("Blue", "Red", "Green", "Purple") if name in sheets] == ["Blue", "Red", "Green"]
    assert sheets.count("your discard, face down") == 3
    assert " ".join(sheets.split()).count("Five cards under one boss end the match.") == 3


@pytest.mark.parametrize(
    ("setup", "at"),
    [
        ({"seats": ["pink"]}, "seats"),
        ({"house": {"reputation_points": {"11": 3}}}, "house.reputation_points"),
        ({"house": {"reputation_points": {"10": -3}}}, "house.reputation_points"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_with_its_place(setup: Json, at: str) -> None:
    with pytest.raises(Malformed) as refused:
        printed(setup)
    assert str(refused.value).startswith(at)


def test_a_game_without_such_parts_says_so() -> None:
    with pytest.raises(CompanionError, match="no boards or sheets"):
        parts("lignes", PartsRequest(A4, PrintLanguage.EN))


# --- Boufbowl


@pytest.mark.parametrize("language", PrintLanguage)
@pytest.mark.parametrize("paper", [A4, A3])
def test_boufbowls_markers_are_whole(language: PrintLanguage, paper: PaperSize) -> None:
    print_is_right(parts("boufbowl", PartsRequest(paper, language)))


def test_boufbowls_box_has_ten_markers_with_two_sides_thirty_fervour_and_a_ball_of_two_faces() -> None:
    document = parts("boufbowl", PartsRequest(A4, PrintLanguage.EN))
    fronts, backs, ball, air = (words(document, page) for page in range(4))
    assert (fronts.count("Stunned"), fronts.count("Fervour")) == (10, 30)
    assert (backs.count("K.O."), backs.count("Fervour")) == (10, 30)
    assert "On the ground" in ball and "In the air" in air


def test_either_face_of_boufbowls_ball_is_read_as_the_ball() -> None:
    (ball,) = (token for token in mat_of("boufbowl").tokens if token.means == "ball")
    assert (ball.tag, ball.side_mm) == (BALL_TAG, BALL_TAG_MM)
