"""Entering cards at a real table: shown to a camera, at a real terminal, and when the power goes."""

import os
import pty
import select
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import segno

from companion.rules.games import forms_of
from companion.rules.interview import Answers, progress
from companion.storage.catalogue import load_catalogue
from companion.storage.drafts import Drafts
from tests.cli.evening import ENERGY, Evening

# --- shown to a camera


def picture(path: Path, *texts: str) -> Path:
    """Codes on white, as a scanner would see them."""
    path.mkdir()
    for n, text in enumerate(texts):
        segno.make_qr(text).save(str(path / f"{n}.png"), scale=8, border=6)
    return path


def test_a_card_is_shown_instead_of_typed(evening: Evening) -> None:
    shown = picture(evening.folder / "shown", "EN001-700")
    said = evening.add("", "", *ENERGY, "", "no", words=("ofusaido", "--source", str(shown)))
    assert said.code == 0, said.out
    assert "EN001-700 was seen: is this the card?" in said.out
    assert [card["ref"] for card in evening.cards()] == ["EN001-700"]


def test_what_is_read_wrong_is_shown_again_and_the_rest_can_wait(evening: Evening) -> None:
    shown = picture(evening.folder / "shown", "EN001-700")
    said = evening.add("no", "yes", ".", words=("ofusaido", "--source", str(shown)))
    assert said.code == 1
    assert said.out.count("was seen") == 2


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ((), "there are no pictures"),
        (("https://example.org",), "the text that was read is not a card reference: https://example.org"),
        (("EN001-700", "EN002-700"), "several cards were seen: en001-700, en002-700"),
    ],
)
def test_a_card_that_is_not_seen_clearly_is_told_and_typed(
    evening: Evening, texts: tuple[str, ...], problem: str
) -> None:
    shown = picture(evening.folder / "shown", *texts)
    said = evening.add("EN009-700", "", ".", words=("ofusaido", "--source", str(shown)))
    assert problem in said.out.lower()
    # Its reference is typed instead.
    assert [draft.ref for draft in evening.drafts.all()] == ["EN009-700"]


# --- at a real terminal, and without power

COMMAND = (sys.executable, "-m", "companion", "cards", "add", "ofusaido", "EN001-700")


class Screen:
    """What a terminal of 60 columns shows, and a keyboard."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._unread = ""

    def until(self, words: str) -> str:
        """What is shown up to some words; what comes after them is read next."""
        while words not in self._unread:
            assert select.select([self._terminal], [], [], 60)[0], (
                f"waited for {words!r} after {self._unread!r}"
            )
            self._unread += os.read(self._terminal, 4096).decode(errors="replace")
        shown, _, self._unread = self._unread.partition(words)
        return shown + words

    def type(self, line: str) -> None:
        os.write(self._terminal, f"{line}\n".encode())


@contextmanager
def at_a_terminal(data: Path, *words: str) -> Iterator[Screen]:
    """The command at a terminal."""
    terminal, inside = pty.openpty()
    termios.tcsetwinsize(inside, (40, 60))
    env = {**os.environ, "COLUMNS": "60", "TERM": "dumb", "COMPANION_DATA": str(data)}
    with subprocess.Popen([*COMMAND, *words], stdin=inside, stdout=inside, stderr=inside, env=env) as process:
        os.close(inside)
        try:
            yield Screen(terminal)
        finally:
            process.kill()
    os.close(terminal)


@pytest.mark.slow
@pytest.mark.process
def test_at_a_terminal_it_is_asked_and_answered_line_by_line(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "--lang", "en") as screen:
        first = screen.until("[energy] > ")
        assert max(len(line) for line in first.splitlines()) < 60
        screen.type("")
        for prompt, answer in (
            ("(name.fr)", "Blitz"), ("(name.en)", ""), ("(attack)", "x"), ("here: 'x'", "2"), ("(defence)", "<"),
            ("(attack)", ""), ("(defence)", "1"), ("(colour)", "blue"), ("(whistle)", "yes"), ("right?", ""),
            ("next card", ""),
        ):  # fmt: skip
            screen.until(prompt)
            screen.until("> ")
            screen.type(answer)
        screen.until("\n")
    (card,) = load_catalogue("ofusaido", [tmp_path / "nothing ships", tmp_path / "catalogues"])
    assert card["name"] == "Blitz"


@pytest.mark.slow
@pytest.mark.process
def test_every_answer_is_on_disk_before_the_next_question(tmp_path: Path) -> None:
    """Killed at each question in turn, the draft holds all that was answered before it."""
    answers = dict(
        zip(("name.fr", "name.en", "attack", "defence", "colour"), ("A", "B", 2, 1, "blue"), strict=True)
    )
    for count in (0, 3, len(answers)):
        data = tmp_path / str(count)
        lines = ["", *map(str, list(answers.values())[:count])]
        with subprocess.Popen(
            [*COMMAND, "--data", str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            process.stdin.flush()
            next_field = f"({[*answers, 'whistle'][count]})".encode()
            assert any(next_field in line for line in process.stdout)
            process.kill()
        (draft,) = Drafts(data / "drafts").all()
        assert draft.given == dict(list(answers.items())[:count])
        assert progress(forms_of("ofusaido")["energy"], Answers(dict(draft.given))).question is not None
