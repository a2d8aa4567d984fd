"""The hall's commands: an order by hand, and the terminal on which the organiser is let in."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.hall.opening import HallScreen
from companion.cli.main import main
from companion.cli.paper import TerminalPaper, paper_here
from companion.clock import wall_ms
from companion.hall.accounts import AccountBook
from companion.hall.people import HallRole
from companion.hall.places import HallPlaces
from companion.hall.store.changes import OrderFate
from companion.hall.store.store import HallStore, sqlite_address
from companion.words import Text
from tests.hall.pages_evening import PagesHall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[PagesHall]:
    hall = PagesHall(tmp_path)
    yield hall
    hall.close()


def test_an_order_for_a_table_that_never_joined_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hall", "order", "7", "undo", "--by", "Anna", "--data", str(tmp_path), "--lang", "en"]) != 0
    assert "no table 7 has joined" in capsys.readouterr().err


def test_an_order_waits_for_no_hall_that_is_opened_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = PagesHall(tmp_path / "evening")
    evening.seat(7, "lignes", 3)
    (account,) = evening.accounts()
    evening.close()
    places = HallPlaces(tmp_path / "hall")
    book = AccountBook(places.accounts, wall_ms)
    book.add("raspberry", 7)
    text = places.accounts.read_text().replace(book.accounts()[0].account, account)
    places.accounts.write_text(text)
    places.store.write_bytes((tmp_path / "evening" / "hall.db").read_bytes())
    monkeypatch.setattr("companion.cli.hall.ordering.LONGEST_S", 0.0)
    words = ["hall", "order", "7", "undo", "--by", "Anna", "--data", str(tmp_path), "--lang", "en"]
    assert main(words) != 0
    assert "no hall is running here" in capsys.readouterr().err
    with HallStore(sqlite_address(places.store)) as store:
        (kept,) = store.orders_of(account, 9)
    assert (kept.fate, kept.order.by, kept.role) == (OrderFate.ABSENT, "Anna", "organiser")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["correct", "3"], "takes 2 words"),
        (["play", "{"], "a play as JSON"),
        (["add", "turn", "soon"], "a whole number"),
        (["undo", "--then", "drop"], "--then belongs to correct only"),
    ],
)
def test_an_order_that_is_typed_wrong_says_what_was_expected(
    tmp_path: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hall", "order", "7", *words, "--by", "Anna", "--data", str(tmp_path), "--lang", "en"]) != 0
    assert said in capsys.readouterr().err


def test_the_first_organiser_is_let_in_at_the_terminal_by_three_digits_and_yes(hall: PagesHall) -> None:
    out = io.StringIO()
    paper: TerminalPaper = paper_here(out, "en")
    screen = HallScreen(hall, paper)  # type: ignore[arg-type]
    screen.begin()
    invitation = screen._shown.organiser
    assert invitation is not None
    assert invitation.role is HallRole.ORGANISER
    assert hall.pages_address in out.getvalue()
    ticket = hall.entry.ask(invitation.token, "Zoé")
    screen.look()
    (asking,) = hall.entry.asking()
    assert f"type {asking.digits} yes" in out.getvalue().replace("\n", " ")
    screen.take(f"{asking.digits} yes")
    assert hall.entry.cookie(ticket) is not None
    (person,) = hall.people.people()
    assert (person.name, person.role) == ("Zoé", HallRole.ORGANISER)


def test_trouble_of_the_hall_is_said_once_and_so_is_its_end(hall: PagesHall) -> None:
    out = io.StringIO()
    screen = HallScreen(hall, paper_here(out, "en"))  # type: ignore[arg-type]
    for trouble in (None, Text("the broker has ended"), Text("the broker has ended"), None, None):
        hall.trouble = trouble
        screen.look()
    assert out.getvalue().count("The broker has ended") == 1
    assert out.getvalue().count("That is over") == 1


def test_who_shows_other_digits_is_sent_away(hall: PagesHall) -> None:
    screen = HallScreen(hall, paper_here(io.StringIO(), "en"))  # type: ignore[arg-type]
    hall.entry.ask(hall.entry.invite(HallRole.REFEREE).token, "Eve")
    (asking,) = hall.entry.asking()
    screen.take(f"{asking.digits} no")
    assert hall.entry.asking() == []
    assert hall.people.people() == ()
