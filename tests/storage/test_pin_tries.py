"""Tries of the PIN are counted one at a time: for all pages, all programs, and over their restarts."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.kiosk import FIRST_WAIT_MS, FREE_TRIES, LONGEST_WAIT_MS, PinAnswer, Tries, new_pin
from companion.storage.kiosk_runs import PinTries

PIN = new_pin("2580", b"0123456789abcdef")
PROCESS = """
import sys
from pathlib import Path
from companion.storage.kiosk_runs import PinTries
from tests.storage.test_pin_tries import PIN
store = PinTries(Path(sys.argv[1]))
print(sum(store.attempt(PIN, digits, lambda: 0).tries.wait_ms(0) == 0 for digits in ["0000"] * 20 + ["2580"]))
"""


@pytest.fixture
def store(tmp_path: Path) -> PinTries:
    return PinTries(tmp_path / "data" / "pin-tries.json", boot=lambda: "one")


def attempt(store: PinTries, digits: str, now_ms: int = 0) -> PinAnswer:
    return store.attempt(PIN, digits, lambda: now_ms)


def test_a_finger_may_slip_twice(store: PinTries) -> None:
    for _ in range(FREE_TRIES - 1):
        answer = attempt(store, "0000", 1_000)
        assert not answer.is_right
        assert answer.tries.wait_ms(1_000) == 0
    assert attempt(store, "2580", 1_000) == PinAnswer(is_right=True, tries=Tries())


def test_while_a_wait_runs_not_even_the_right_digits_open(store: PinTries) -> None:
    for _ in range(FREE_TRIES):
        attempt(store, "0000")
    assert not attempt(store, "2580", FIRST_WAIT_MS - 1).is_right
    assert attempt(store, "2580", FIRST_WAIT_MS).is_right


def test_a_burst_of_tries_is_counted_each(store: PinTries) -> None:
    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(lambda digits: attempt(store, digits), ["0000"] * 40 + ["2580"]))
    assert not any(answer.is_right for answer in answers)
    assert answers[-1].tries.wrong == FREE_TRIES


@pytest.mark.slow
@pytest.mark.process
def test_two_programs_count_together(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROCESS, str(tmp_path / "pin-tries.json")]
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    free = [int(program.communicate()[0]) for program in programs]
    assert sum(free) == FREE_TRIES - 1


def test_a_try_is_counted_before_it_is_compared(store: PinTries, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(PIN), "opens_with", killed)
    for _ in range(FREE_TRIES):
        with pytest.raises(KeyboardInterrupt):
            attempt(store, "0000")
    monkeypatch.undo()
    assert not attempt(store, "2580").is_right


def test_switching_the_machine_off_ends_the_wait_and_restarting_the_program_does_not(tmp_path: Path) -> None:
    path = tmp_path / "pin-tries.json"
    before, again = PinTries(path, boot=lambda: "one"), PinTries(path, boot=lambda: "one")
    after = PinTries(path, boot=lambda: "two")
    for _ in range(FREE_TRIES):
        attempt(before, "0000", 10**9)
    assert not attempt(again, "2580", 10**9).is_right
    assert attempt(after, "2580", 5).is_right


def test_where_nothing_can_be_kept_tries_are_counted_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    store = PinTries(tmp_path / "file" / "pin-tries.json")
    answers = [attempt(store, "0000") for _ in range(10)]
    assert answers[-1].tries.wrong == FREE_TRIES
    assert not attempt(store, "2580").is_right


@pytest.mark.parametrize(
    "words", ["", "nonsense", '{"tries": {"wrong": -1}}', '{"tries": {"until_ms": "x"}}']
)
def test_a_file_that_makes_no_sense_counts_none(store: PinTries, tmp_path: Path, words: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "pin-tries.json").write_text(words)
    assert attempt(store, "2580").is_right


def test_no_file_makes_anybody_wait_longer_than_the_longest_wait(store: PinTries, tmp_path: Path) -> None:
    path = tmp_path / "data" / "pin-tries.json"
    attempt(store, "0000")
    path.write_text(path.read_text().replace('"wrong": 1', '"wrong": 3, "until_ms": 999999999999'))
    assert attempt(store, "2580").tries.wait_ms(0) == LONGEST_WAIT_MS


def test_a_new_pin_begins_anew(store: PinTries) -> None:
    for _ in range(FREE_TRIES):
        attempt(store, "0000")
    assert store.attempt(new_pin("1379"), "1379", lambda: 0).is_right
