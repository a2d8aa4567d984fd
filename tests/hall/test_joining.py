"""A table joins with a token that holds two minutes and is used once, and after a person compared three digits."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.bus.joining import (
    TOKEN_MS,
    HallInvitation,
    JoinOpening,
    JoinRequest,
    JoinState,
    commitment,
    read_invitation,
    read_token,
    shown_digits,
    spoken_token,
)
from companion.errors import Malformed
from companion.hall.access import AccountBook, NewAccount, password_hash, read_person_name
from companion.hall.errors import HallError, JoinRefused
from companion.hall.joining import ASKED_MS, MOST_TABLES_ASKING, JoinDesk

OURS = "a" * 64


@dataclass
class Door:
    """A desk whose time stands still until a test moves it."""

    folder: Path
    now_ms: int = 0
    made: list[NewAccount] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.book = AccountBook(self.folder / "accounts.json", lambda: 5)
        self.desk = JoinDesk(OURS, self._make, 8883, lambda: self.now_ms)

    def _make(self, name: str, number: int) -> NewAccount:
        self.made.append(self.book.add(name, number))
        return self.made[-1]

    def knock(self, token: str, number: str = "77") -> str:
        return self.desk.ask(JoinRequest(token, "raspberry", commitment(number))).ticket

    def shows(self) -> str:
        """Have a table knock and tell its number; returns its digits."""
        self.desk.open(JoinOpening(self.knock(self.desk.token), "77"))
        return self.desk.asking()[-1].digits


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path)


def test_a_table_that_a_person_lets_in_gets_an_account(door: Door) -> None:
    token = door.desk.token
    ticket = door.knock(token)
    door.desk.open(JoinOpening(ticket, "77"))
    assert door.desk.answer(ticket).state is JoinState.WAITING
    digits = shown_digits(OURS, token, "77", ticket)
    assert [one.digits for one in door.desk.asking()] == [digits]
    door.desk.admit(digits, 7)
    answer = door.desk.answer(ticket)
    assert (answer.state, answer.table, answer.password) == (JoinState.ADMITTED, 7, door.made[0].password)
    assert [one.number for one in door.book.accounts()] == [7]


def test_the_password_is_told_once(door: Door) -> None:
    ticket = door.knock(door.desk.token)
    door.desk.open(JoinOpening(ticket, "77"))
    door.desk.admit(door.desk.asking()[0].digits, 7)
    door.desk.answer(ticket)
    with pytest.raises(JoinRefused):
        door.desk.answer(ticket)


def test_a_token_is_used_once(door: Door) -> None:
    token = door.desk.token
    door.knock(token)
    with pytest.raises(JoinRefused):
        door.knock(token)
    assert door.desk.token != token


def test_a_token_is_too_late_after_two_minutes(door: Door) -> None:
    token = door.desk.token
    door.now_ms = TOKEN_MS
    with pytest.raises(JoinRefused):
        door.knock(token)
    assert door.desk.token != token


def test_before_a_token_was_shown_none_is_right(door: Door) -> None:
    with pytest.raises(JoinRefused):
        door.knock("x")


def test_a_person_may_say_no(door: Door) -> None:
    ticket = door.knock(door.desk.token)
    door.desk.open(JoinOpening(ticket, "77"))
    door.desk.refuse(door.desk.asking()[0].digits)
    assert door.desk.answer(ticket).state is JoinState.REFUSED
    assert not door.made


def test_digits_that_no_table_shows_let_nobody_in(door: Door) -> None:
    digits = door.shows()
    with pytest.raises(JoinRefused):
        door.desk.admit("000" if digits != "000" else "111", 7)
    assert not door.made


def test_a_number_that_is_no_tables_is_said_and_the_table_still_waits(door: Door) -> None:
    digits = door.shows()
    with pytest.raises(HallError):
        door.desk.admit(digits, 0)
    door.desk.admit(digits, 3)
    assert len(door.made) == 1


def test_a_number_other_than_the_promised_one_ends_the_joining(door: Door) -> None:
    ticket = door.knock(door.desk.token, "77")
    with pytest.raises(JoinRefused):
        door.desk.open(JoinOpening(ticket, "78"))
    with pytest.raises(JoinRefused):
        door.desk.answer(ticket)


def test_a_table_that_waits_too_long_is_forgotten(door: Door) -> None:
    ticket = door.knock(door.desk.token)
    door.now_ms = ASKED_MS
    with pytest.raises(JoinRefused):
        door.desk.answer(ticket)


def test_only_so_many_tables_wait_at_once(door: Door) -> None:
    for _ in range(MOST_TABLES_ASKING):
        door.knock(door.desk.token)
    with pytest.raises(JoinRefused):
        door.knock(door.desk.token)


def test_another_hall_in_between_shows_other_digits() -> None:
    assert shown_digits(OURS, "t", "1", "2") != shown_digits("b" * 64, "t", "1", "2")


def test_a_table_with_the_number_of_another_takes_its_place(door: Door) -> None:
    first = door.book.add("one", 7)
    second = door.book.add("two", 7)
    assert [one.account for one in door.book.accounts()] == [second.account.account]
    assert first.account.account != second.account.account
    door.book.revoke(7)
    assert door.book.accounts() == ()
    with pytest.raises(HallError):
        door.book.revoke(7)


def test_passwords_are_kept_as_hashes_only(door: Door) -> None:
    made = door.book.add("one", 7)
    said = (door.folder / "accounts.json").read_text()
    assert made.password not in said
    assert made.account.password in said
    assert (door.folder / "accounts.json").stat().st_mode & 0o077 == 0


def test_a_password_is_hashed_as_the_broker_does() -> None:
    # What mosquitto_passwd 2.0.11 makes of «secret» with this salt.
    assert password_hash("secret", b"123456789012").startswith("$7$101$MTIzNDU2Nzg5MDEy$")


@pytest.mark.parametrize("typed", ["abc def 234", "ABC-DEF-234", " abcdef234\n"])
def test_a_typed_token_is_read_as_people_write_it(typed: str) -> None:
    assert read_token(typed) == "abcdef234"
    assert spoken_token("abcdef234") == "abc def 234"


@pytest.mark.parametrize("typed", ["", "abcdef23", "abcdef2345", "abcdef230", "abcdef23é"])
def test_what_is_no_token_is_refused(typed: str) -> None:
    assert read_token(typed) is None


def test_the_code_on_the_screen_is_read_by_the_table() -> None:
    invitation = HallInvitation("192.168.1.5", 8444, "abcdef234", "0" * 32)
    assert read_invitation(invitation.url) == invitation


@pytest.mark.parametrize(
    "words",
    [
        "JO012-900",
        "http://192.168.1.5:8444/join/abcdef234/" + "0" * 32,
        "https://192.168.1.5:99999/join/abcdef234/" + "0" * 32,
        "https://192.168.1.5:8444/join/abcdef234/",
    ],
)
def test_other_codes_are_no_invitation(words: str) -> None:
    assert read_invitation(words) is None


@pytest.mark.parametrize("typed", ["\u202eAnna", " An\u200bna ", "Anna\0", "An\ud800na"])
def test_a_name_is_taken_without_the_signs_that_nobody_sees(typed: str) -> None:
    assert read_person_name(typed, "") == "Anna"
    with pytest.raises(Malformed):
        read_person_name(typed.replace("An", "").replace("na", ""), "")
