"""The hall's commands: an order by hand, and the terminal on which the organiser is let in."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bus.messages import payload_of
from companion.bus.wire import TopicPart
from companion.cli.hall import hall_places
from companion.cli.hall.opening import HallScreen
from companion.cli.paper import TerminalPaper, paper_here
from companion.hall.access import HallRole
from companion.words import Text
from tests.cli.terminal import Terminal
from tests.hall.garbage import letter
from tests.hall.pages_evening import PagesHall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[PagesHall]:
    hall = PagesHall(tmp_path)
    yield hall
    hall.close()


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


def test_only_tables_that_join_now_are_said_to_have_joined(hall: PagesHall) -> None:
    hall.seat(7, "ofusaido", 1)
    out = io.StringIO()
    screen = HallScreen(hall, paper_here(out, "en"))  # type: ignore[arg-type]
    screen.begin()
    screen.look()
    hall.seat(8, "ofusaido", 1)
    screen.look()
    assert "Table 8 (machine 8) has joined" in out.getvalue()
    assert "Table 7 (machine 7) has joined" not in out.getvalue()


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


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "connected, but part of what it tells cannot be read"),
        ("fr", "en ligne, mais une partie de ce qu’elle dit"),
    ],
)
def test_a_table_that_sends_what_cannot_be_read_is_named_once(
    hall: PagesHall, language: str, told: str
) -> None:
    out = io.StringIO()
    screen = HallScreen(hall, paper_here(out, language))  # type: ignore[arg-type]
    account = hall.seat(3, "lignes", 2).table.account
    screen.look()
    view = hall.evening.standing(account).view
    for _ in range(5):
        for payload in (b'{"match":"\\ud800"}', payload_of(view)):
            said = [letter(account, TopicPart.VIEW, payload)]
            hall.thread.run(lambda said=said: hall.evening.hall.hear(said, hall.evening.now_ms))  # type: ignore[misc]
            screen.look()
    assert " ".join(out.getvalue().split()).count(told) == 1


@pytest.mark.parametrize(
    "words", [("backup", "good.bak"), ("status",), ("export", "matches"), ("revoke", "7")]
)
def test_a_folder_without_a_hall_is_told_and_nothing_is_made_or_overwritten(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(terminal.folder)
    good = terminal.write("good.bak", "an evening")
    said = terminal.type("hall", *words, "--data", "typo", "--lang", "en")
    assert (said.code, said.out) == (2, "")
    assert "there is no hall in typo" in said.err
    assert good.read_text(encoding="utf-8") == "an evening"
    assert list(terminal.folder.iterdir()) == [good]


def test_no_backup_is_written_where_a_stick_is_missing(terminal: Terminal, tmp_path: Path) -> None:
    accounts = hall_places(str(terminal.data)).accounts
    accounts.parent.mkdir(parents=True)
    accounts.write_text("{}", encoding="utf-8")
    stick = tmp_path / "media" / "stick"
    said = terminal.type("hall", "backup", str(stick / "hall.zip"), "--lang", "en")
    assert (said.code, said.out) == (2, "")
    assert f"there is no folder {stick} for the backup: is the USB stick plugged in?" in " ".join(
        said.err.split()
    )
    assert not stick.parent.exists()


def test_a_refused_backup_leaves_no_store(terminal: Terminal) -> None:
    said = terminal.type("hall", "restore", terminal.write("bad.zip", "no archive"), "--lang", "en")
    assert (said.code, said.out) == (2, "")
    assert "is not a complete backup of a hall" in said.err
    assert not list(terminal.data.rglob("*.db*"))


@pytest.mark.parametrize("option", ["--port", "--joining-port", "--pages-port"])
@pytest.mark.parametrize("port", ["99999", "0", "-1", "x"])
def test_what_is_no_port_is_told_before_anything_is_made(terminal: Terminal, option: str, port: str) -> None:
    said = terminal.type("hall", "open", f"{option}={port}", "--lang", "en")
    assert (said.code, said.out) == (2, "")
    assert f"expected a port such as 8080, got {port}" in said.err
    assert not terminal.data.exists()


@pytest.mark.parametrize("address", ["hall.local", "::1", "192.168.1.300", "192.168.1.20:80"])
def test_what_is_no_address_is_told_before_anything_is_made(terminal: Terminal, address: str) -> None:
    said = terminal.type("hall", "open", "--address", address, "--lang", "en")
    assert (said.code, said.out) == (2, "")
    assert f"expected an address such as 192.168.1.20, got {address}" in said.err
    assert not terminal.data.exists()
