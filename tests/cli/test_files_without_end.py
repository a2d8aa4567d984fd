"""Files that never end, pipes in which nothing comes, and files too large or too deep are told, and cost next to nothing."""

import os
import resource
from pathlib import Path

import pytest

from companion.errors import CatalogueError, Malformed
from companion.storage import strict_json, yaml_text
from companion.storage.card_csv import MOST_COLUMNS, read_table
from companion.storage.catalogue import MOST_BYTES, read_data
from tests.cli.terminal import SCENARIOS, Terminal

COMMANDS: dict[str, list[tuple[str, ...]]] = {
    "yaml": [("cards", "check"), ("cards", "import"), ("watch", "--source", "0", "--setup")],
    "json": [("cards", "check"), ("cards", "import")],
    "csv": [("cards", "check"), ("cards", "import")],
    "jsonl": [("referee",), ("matches", "import")],
}
ALL = [(suffix, command) for suffix, commands in COMMANDS.items() for command in commands]
ZEROES, FIFO = "a device, not a file", "a pipe, not a file"


@pytest.mark.parametrize(("suffix", "command"), ALL, ids=lambda one: one if isinstance(one, str) else one[0])
@pytest.mark.parametrize("words", [ZEROES, FIFO])
def test_what_has_no_end_is_told_at_once(
    terminal: Terminal, suffix: str, command: tuple[str, ...], words: str
) -> None:
    path = terminal.folder / f"odd.{suffix}"
    if words is ZEROES:
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    said = terminal.type(*command, path)
    assert said.code != 0
    assert words in said.out + said.err
    assert "Traceback" not in said.err
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb < 200_000


def test_a_match_is_not_resumed_from_a_pipe(terminal: Terminal) -> None:
    name = terminal.record(SCENARIOS / "04-undo-and-correct.jsonl")
    os.mkfifo(pipe := terminal.folder / "plays.jsonl")
    assert FIFO in terminal.type("matches", "resume", name, pipe).err


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_a_catalogue_may_be_only_so_large(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"large.{suffix}"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(CatalogueError, match="too large; at most 4 MB"):
        read_data(path)


def test_a_table_may_have_only_so_many_columns() -> None:
    heading = ";".join(["kind", "ref", *(f"stats.{n}" for n in range(200_000))])
    with pytest.raises(CatalogueError, match=f"200002 columns; at most {MOST_COLUMNS}"):
        read_table(heading.encode(), "ofusaido")


def test_text_below_an_empty_heading_is_told_with_line_and_column(terminal: Terminal) -> None:
    table = terminal.write("cards.csv", "game;kind;ref;;level\nofusaido;player;JO900-900;oops;6\n")
    for command in ("check", "import"):
        said = terminal.type("cards", command, table)
        assert said.code != 0
        assert "column 4 has no heading, but contains oops" in said.out + said.err
        assert "line 2" in said.out + said.err or ":2" in said.out + said.err
        assert "Traceback" not in said.err


def test_an_empty_column_is_no_fault() -> None:
    table = read_table(b"game;kind;ref;;attack;defence;colour\nofusaido;energy;EN900-900;;1;2;red\n", None)
    assert table.faults == ()


@pytest.mark.parametrize("deep", ["[" * 100_000, "{a: " * 100_000, "- " * 100_000])
def test_what_is_too_deep_is_told(deep: str) -> None:
    with pytest.raises(Malformed, match="too deeply"):
        yaml_text.parse(deep.encode())


@pytest.mark.parametrize("deep", ["[" * 100_000 + "]" * 100_000, '{"a":' * 100_000 + "1" + "}" * 100_000])
def test_json_that_is_too_deep_is_told(deep: str) -> None:
    with pytest.raises(Malformed, match="too deeply"):
        strict_json.parse(deep)


def test_references_that_stand_for_billions_are_told() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(Malformed, match="more than 1000000 values"):
        yaml_text.parse("\n".join(lines).encode())
