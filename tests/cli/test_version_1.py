"""Matches that were recorded under version 1 of the rules: they are listed, told, exported and gone on with as they were
judged.

`version_1/matches.db.xz` holds twenty matches of all games, recorded by the last program of that version: finished and
unfinished, with refusals, undone and corrected plays, overrides and concessions. `version_1/exports.json` has the SHA-256 of
what that program exported of each.
"""

import hashlib
import json
import lzma
import shutil
from pathlib import Path
from random import Random

import pytest

from companion.rules.games import GAMES
from companion.storage.log import Header, MatchStore
from companion.table.recorded_match import reopen
from companion.virtual.chance import random_plays
from tests.cli.terminal import Terminal

KEPT = Path(__file__).with_name("version_1")
EXPORTS: dict[str, str] = json.loads((KEPT / "exports.json").read_text(encoding="utf-8"))


@pytest.fixture
def old(terminal: Terminal) -> Terminal:
    """A terminal whose data folder holds the twenty matches."""
    terminal.data.mkdir(parents=True, exist_ok=True)
    with lzma.open(KEPT / "matches.db.xz") as kept, (terminal.data / "matches.db").open("wb") as here:
        shutil.copyfileobj(kept, here)
    return terminal


def headers(terminal: Terminal) -> list[Header]:
    with MatchStore(terminal.data / "matches.db") as store:
        return store.headers()


def test_all_twenty_are_listed_and_none_is_damaged(old: Terminal) -> None:
    said = old.type("matches", "list")
    assert (said.code, said.err) == (0, "")
    assert {line.split()[0] for line in said.out.splitlines()[1:]} == set(EXPORTS)
    assert {(header.game, header.rules_version) for header in headers(old)} == {
        (game, f"{game}-1") for game in GAMES
    }


@pytest.mark.many
@pytest.mark.parametrize("name", EXPORTS)
def test_it_is_told_and_exported_byte_for_byte(old: Terminal, name: str) -> None:
    for language in ("en", "fr"):
        told = old.type("matches", "show", name, "--lang", language)
        assert (told.code, told.err) == (0, "") and name in told.out
    exported = old.type("matches", "export", name).out
    assert hashlib.sha256(exported.encode("utf-8")).hexdigest() == EXPORTS[name]


@pytest.mark.many
@pytest.mark.parametrize("name", EXPORTS)
def test_its_export_is_taken_in_as_it_was_judged(old: Terminal, name: str) -> None:
    file = old.write("export.jsonl", old.type("matches", "export", name).out)
    other = old.folder / "other"
    imported = old.type("matches", "import", file, "--data", other)
    assert imported.code == 0, imported.err
    assert "imported as match" in imported.err
    again = imported.out.strip()
    exported = old.type("matches", "export", again, "--data", other).out
    assert exported.replace(again, name) == file.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_unfinished_ones_go_on_and_stay_matches_of_version_1(old: Terminal) -> None:
    with MatchStore(old.data / "matches.db") as store:
        unfinished = [header for header in store.headers() if not reopen(store, header).is_over]
    assert {header.game for header in unfinished} == set(GAMES)
    for header in unfinished:
        resumed = old.type("matches", "resume", header.id, stdin=b"")
        assert resumed.code == 0, resumed.err
        with MatchStore(old.data / "matches.db") as store:
            match = reopen(store, header)
            match.log_to(store.log(header.id))
            assert match.submit(next(random_plays(match, Random(1)))).ok
            again = store.header(header.id)
            assert (again.plays, again.rules_version) == (header.plays + 1, header.rules_version)
            assert reopen(store, again).state == match.state
