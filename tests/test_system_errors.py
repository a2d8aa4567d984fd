"""What the system says is told in a person's words, by its kind."""

import errno
import os
import re
import socket
import ssl
from pathlib import Path

import pytest

import companion
from companion.system_errors import KINDS, system_says
from companion.words import translate


def said(problem: BaseException, language: str = "en") -> str:
    return translate(system_says(problem), language)


def test_a_missing_file_is_told_without_the_systems_words(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "none").read_bytes()
    assert said(caught.value) == "there is no such file or folder"


@pytest.mark.parametrize("number", sorted(KINDS))
def test_no_kind_of_the_table_is_told_in_the_systems_words(number: int) -> None:
    problem = OSError(number, os.strerror(number))
    assert os.strerror(number) not in said(problem)


def test_an_unknown_kind_keeps_the_systems_words_in_brackets() -> None:
    assert (
        said(OSError(errno.EXDEV, "Cross-device link"))
        == "an unusual fault of the system (Cross-device link)"
    )


def test_an_accident_without_a_number_is_told_by_its_kind() -> None:
    assert said(TimeoutError("timed out")) == "no answer came in time"
    assert said(socket.gaierror(-2, "Name or service not known")) == "this name is unknown on the network"
    assert said(MemoryError()) == "there is no memory left"


def test_a_server_without_a_secure_connection_is_told_in_plain_words() -> None:
    asks, answers = socket.socketpair()
    with asks, answers:
        answers.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        with pytest.raises(ssl.SSLError) as caught:
            ssl.create_default_context().wrap_socket(asks, server_hostname="hall")
    assert said(caught.value) == "another program answers there, without a secure connection"


def test_a_name_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="null") as caught:
        (tmp_path / "a\0b").read_bytes()
    assert said(caught.value) == "no file can have that name"


def test_an_accident_without_words_is_told_by_its_name() -> None:
    assert said(RuntimeError()) == "an unusual fault of the system (RuntimeError)"


def test_nobody_tells_people_the_systems_own_words() -> None:
    root = Path(companion.__file__).parents[1]
    rooms = ("companion", "vision", "devices", "calibration", "ui")
    sources = [
        path for room in rooms for path in (root / room).rglob("*.py") if path.name != "system_errors.py"
    ]
    assert sources
    assert [
        path.name for path in sources if re.search(r"problem\.strerror|error\.strerror", path.read_text())
    ] == []


def test_a_secure_connection_that_fails_is_told_as_such() -> None:
    assert "secure connection" in said(ssl.SSLError(1, "wrong version number"))
