"""What is read is a file, and no larger than was said."""

import os
import socket
from pathlib import Path

import pytest

from companion.errors import UnreadableFile
from companion.regular_files import read_regular_file
from companion.words import translate


def told(path: Path, most_bytes: int = 1_000, language: str = "en") -> str:
    with pytest.raises(UnreadableFile) as caught:
        read_regular_file(path, most_bytes=most_bytes)
    return translate(caught.value.message, language)


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"x" * 1_000)
    assert read_regular_file(path, most_bytes=1_000) == b"x" * 1_000


def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"here")
    (tmp_path / "link").symlink_to("file")
    assert read_regular_file(tmp_path / "link", most_bytes=10) == b"here"


def test_a_file_that_is_too_large_is_refused_with_the_size_that_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(5_000_001)
    assert told(path, 5_000_000) == f"{path} cannot be read: the file is too large; at most 5 MB are read"
    assert told(path, 65_000, "fr").endswith("le fichier est trop gros ; 65 ko au plus sont lus")


def test_a_file_that_tells_no_size_is_read_no_further_than_allowed() -> None:
    path = Path("/proc/self/stat")
    assert path.stat().st_size == 0
    assert read_regular_file(path, most_bytes=100_000)
    assert "too large" in told(path, 5)


def test_a_device_that_never_ends_is_not_read(tmp_path: Path) -> None:
    link = tmp_path / "picture.png"
    link.symlink_to("/dev/zero")
    assert told(link) == f"{link} cannot be read: this is a device, not a file"


def test_a_pipe_into_which_nobody_writes_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert told(tmp_path / "pipe").endswith("this is a pipe, not a file")


def test_what_else_is_no_file_is_told_as_what_it_is(tmp_path: Path) -> None:
    assert told(tmp_path).endswith("this is a folder, not a file")
    assert told(tmp_path / "none").endswith("there is no such file or folder")
    assert told(Path("a\0b")).endswith("no file can have that name")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        assert told(tmp_path / "s").endswith("there is no such device")


def test_nothing_stays_open_after_a_refusal(tmp_path: Path) -> None:
    open_before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        told(tmp_path)
    assert len(list(Path("/proc/self/fd").iterdir())) == open_before
