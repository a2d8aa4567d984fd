"""A data folder on a medium that can only be read: what is looked up works, what is kept is refused before it is said."""

import json
from pathlib import Path

import pytest

from companion.storage.shipped_data import demonstrations
from tests.cli.terminal import SCENARIOS, Terminal
from tests.storage.only_to_read import only_to_read

ONE = SCENARIOS / "04-undo-and-correct.jsonl"


@pytest.fixture
def data(terminal: Terminal, tmp_path: Path) -> Path:
    """A folder with a match."""
    folder = tmp_path / "read"
    assert terminal.type("referee", "--record", ONE, "--data", folder).code == 0
    return folder


@pytest.fixture
def name(terminal: Terminal, data: Path) -> str:
    return terminal.type("matches", "list", "--data", data).out.splitlines()[1].split()[0]


@pytest.mark.parametrize("words", ["list", "show ID", "export ID", "export --script ID", "why ID 1"])
def test_a_match_is_looked_up_as_ever(terminal: Terminal, data: Path, name: str, words: str) -> None:
    typed: tuple[str | Path, ...] = ("matches", *words.replace("ID", name).split(), "--data", data)
    usual = terminal.type(*typed)
    before = sorted(data.rglob("*"))
    with only_to_read(data):
        assert terminal.type(*typed) == usual
    assert (usual.code, usual.err, sorted(data.rglob("*"))) == (0, "", before)


@pytest.mark.parametrize("shut", ["shut", "shut/inner"])
@pytest.mark.parametrize(
    "words",
    [
        "matches list",
        "tournament list",
        "tournament show spring",
        "tournament new spring lignes",
        "cards check",
        "mat ouaf",
    ],
)
def test_a_folder_that_may_not_be_entered_is_told_in_a_line(
    terminal: Terminal, data: Path, words: str, shut: str
) -> None:
    inner = data / "shut" / "inner"
    inner.mkdir(parents=True)
    with only_to_read(data, shut=data / shut):
        said = terminal.type(*words.split(), "--data", inner)
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        f"companion: {inner} cannot be used: this user has no permission; give another folder with --data\n"
    )


def test_a_name_that_is_too_long_is_told_in_a_line(terminal: Terminal) -> None:
    said = terminal.type("look", "9" * 300)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"companion: {'9' * 300} cannot be used: the name is too long\n"


def test_a_file_is_no_data_folder_and_its_matches_are_not_said_to_be_none(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    said = terminal.type("matches", "list", "--data", file)
    assert (said.code, said.out) == (2, "")
    assert f"{file} is a file; `--data` and COMPANION_DATA name a folder" in said.err


@pytest.mark.parametrize(
    "words",
    [
        ("referee", "--record", "-"),
        ("watch", "--source", "no-such-camera", "--setup", "no-such-file.json"),
        ("cards", "add", "ofusaido"),
        ("matches", "import", "-"),
        ("matches", "resume", "any"),
        ("calibrate", "camera", "--source", "no-such-camera"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_who_would_have_to_keep_something_is_told_before_anything_is_asked(
    terminal: Terminal, data: Path, words: tuple[str, ...]
) -> None:
    with only_to_read(data):
        said = terminal.type(*words, "--data", data)
    assert (said.code, said.out) == (2, "")
    assert f"nothing can be written in {data}: this user has no permission" in said.err
    assert "--data" in said.err and "companion doctor" in said.err


def test_in_french_no_word_of_the_systems_own_is_left(terminal: Terminal, data: Path) -> None:
    with only_to_read(data):
        said = terminal.type("--lang", "fr", "referee", "--record", "-", "--data", data)
    assert "Permission denied" not in said.err


@pytest.mark.slow
def test_a_demonstration_says_first_that_it_is_not_recorded(terminal: Terminal, data: Path) -> None:
    with only_to_read(data):
        said = terminal.type("demo", "--headless", "--game", "ouaf", "--seed", "1", "--data", data)
    assert said.code == 0
    assert "not recorded" in "".join(said.out.splitlines()[:6])


def test_a_set_up_is_judged_without_keeping_it(terminal: Terminal, data: Path) -> None:
    setup = json.dumps(demonstrations("ouaf")["demo-match"][0])
    with only_to_read(data):
        assert terminal.type("referee", "-", "--data", data, stdin=setup.encode()).code == 0
