"""A damaged match is told and used up to the damage; one that was not judged again is marked wherever it is shown."""

import json
import sqlite3
from contextlib import closing

import pytest

from companion.rules.games import GAMES
from companion.storage.log import MatchStore
from tests.cli.terminal import SCENARIOS, Terminal, plays_only

ONE = SCENARIOS / "04-undo-and-correct.jsonl"


def lose_an_observation(terminal: Terminal, seq: int) -> None:
    with closing(sqlite3.connect(terminal.data / "matches.db")) as db, db:
        db.execute("DROP TRIGGER observations_never_DELETE")
        db.execute("DELETE FROM observations WHERE seq = ?", (seq,))


def test_of_a_damaged_match_what_stands_before_the_damage_is_shown_and_exported(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    whole = terminal.type("matches", "export", name).out.splitlines()
    lose_an_observation(terminal, 4)
    for command in (("show", name), ("export", name), ("export", "--script", name)):
        said = terminal.type("matches", *command)
        assert said.code == 2
        assert said.out
        assert "play 4 is not what was kept" in said.err
    exported = terminal.type("matches", "export", name).out.splitlines()
    assert exported[1:-1] == [line for line in whole[1:-1] if json.loads(line)["seq"] < 4]
    assert "play 4 is not what was kept" in terminal.type("matches", "list").out
    assert terminal.type("matches", "why", name, "3").code == 0
    assert terminal.type("matches", "why", name, "4").code == 2


def test_a_damaged_match_is_gone_on_with_only_when_a_person_says_so(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    lose_an_observation(terminal, 4)
    note = b'{"play": "note", "text": "we go on"}'
    refused = terminal.type("matches", "resume", name, stdin=note)
    assert refused.code == 2
    assert f"matches resume --before-damage {name}" in refused.err
    said = terminal.type("matches", "resume", "--before-damage", name, stdin=note)
    assert said.code == 0
    assert [answer.get("seq") for answer in said.answers][:2] == [3, 4]
    with MatchStore(terminal.data / "matches.db") as store:
        new = next(header for header in store.headers() if header.id != name)
        assert len(store.plays(new.id)) == 4
        assert len(store.sound(name).plays) == 3


def test_a_match_that_vanished_is_told_by_the_list(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    with closing(sqlite3.connect(terminal.data / "matches.db")) as db, db:
        db.execute("DROP TRIGGER matches_never_DELETE")
        db.execute("DELETE FROM matches")
    assert f"match {name} is missing" in terminal.type("matches", "list").err


DEEP = '{"a":' * 50_000 + "1" + "}" * 50_000


def rewrite(terminal: Terminal, table: str, column: str, value: object, where: str) -> None:
    """Change a value past all that SQLite watches over, as a damaged or a forged file has it."""
    with closing(sqlite3.connect(terminal.data / "matches.db")) as db, db:
        db.execute(f"DROP TRIGGER {table}_never_UPDATE")
        db.execute("PRAGMA writable_schema = ON")
        for what in (" NOT NULL", " STRICT, WITHOUT ROWID", " STRICT"):
            instead = " WITHOUT ROWID" if "ROWID" in what else ""
            db.execute(
                "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?", (what, instead, table)
            )
    with closing(sqlite3.connect(terminal.data / "matches.db")) as db, db:
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,))


def without_chain(terminal: Terminal) -> None:
    """Make the log one of an older program, whose records have no check."""
    with closing(sqlite3.connect(terminal.data / "matches.db")) as db, db:
        db.execute("DROP TABLE outbox")
        db.execute("DROP TABLE identity")
        db.execute("PRAGMA user_version = 3")


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("matches", "setup", DEEP),
        ("matches", "setup", "[]"),
        ("matches", "setup", b"\xff\xfe"),
        ("matches", "created_at_ms", 10**18),
        ("matches", "game", b"\xff"),
        ("catalogues", "cards", DEEP),
        ("plays", "play", DEEP),
        ("plays", "at_ms", 10**18),
        ("events", "of", b"\xff"),
        ("observations", "body", "9" * 5_000),
    ],
)
def test_a_match_that_cannot_be_read_is_one_line_and_the_others_are_listed(
    terminal: Terminal, table: str, column: str, value: object
) -> None:
    name = terminal.record(ONE)
    other = terminal.record(SCENARIOS.parent / "lignes" / "01-kickoff-and-strategy.jsonl")
    without_chain(terminal)
    of_play = f"match = '{name}' AND seq = 3"
    of_cards = f"hash = (SELECT catalogue_hash FROM matches WHERE id = '{name}')"
    where = {"matches": f"id = '{name}'", "catalogues": of_cards}.get(table, of_play)
    rewrite(terminal, table, column, value, where)
    listed = terminal.type("matches", "list")
    assert listed.code == 0
    assert any(line.startswith(other) and "cannot be read" not in line for line in listed.out.splitlines())
    told = [line for line in (listed.out + listed.err).splitlines() if name in line]
    assert len(told) == 1
    assert "damaged" in told[0] or "cannot be read" in told[0]
    for command in (("show", name), ("export", name), ("resume", name)):
        said = terminal.type("matches", *command, stdin=b'{"play": "undo", "reason": "again"}')
        assert said.code == 2
        assert said.err.startswith("companion")


def test_a_match_whose_set_up_is_gone_is_told_and_the_others_are_listed(terminal: Terminal) -> None:
    name, other = terminal.record(ONE), terminal.record(ONE)
    rewrite(terminal, "matches", "setup", None, f"id = '{name}'")
    listed = terminal.type("matches", "list")
    assert [line[:6] for line in listed.out.splitlines()] == ["id    ", other, name]
    assert f"match {name} cannot be read: its set-up is damaged" in listed.out


@pytest.mark.parametrize(
    ("column", "value", "problem"), [("setup", "{", "set-up"), ("created_at_ms", 10**18, "beginning")]
)
def test_of_one_damaged_match_it_is_said_that_the_others_are_not_touched(
    terminal: Terminal, column: str, value: object, problem: str
) -> None:
    name = terminal.record(ONE)
    rewrite(terminal, "matches", column, value, f"id = '{name}'")
    said = terminal.type("matches", "show", name).err
    assert f"match {name} cannot be read: its {problem} is damaged" in said
    assert "the other matches of this log are not touched" in said
    assert "move it elsewhere" not in said


def test_a_match_whose_id_is_gone_is_a_match_without_an_id(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    rewrite(terminal, "matches", "id", None, f"id = '{name}'")
    listed = terminal.type("matches", "list")
    assert "a match without an id cannot be read" in listed.out
    assert "None" not in listed.out + listed.err


def test_what_is_advised_can_be_typed_as_it_stands(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    lose_an_observation(terminal, 4)
    data = ("--data", terminal.data)
    advised = f"`companion matches resume --before-damage {name} --data {terminal.data}`"
    assert advised in terminal.type("matches", "list", *data).out
    assert advised in terminal.type("matches", "show", name, *data).err
    said = terminal.type("matches", "show", "222222", *data).err
    assert f"`companion matches list --data {terminal.data}`" in said


def test_a_play_of_no_kind_is_exported_in_notation_as_it_was_refused(terminal: Terminal) -> None:
    setup = plays_only(ONE)[0]
    name = terminal.record(terminal.write("odd.jsonl", f'{setup}\n{{"play": {{"play": "undo"}}}}\n'))
    assert terminal.type("matches", "export", "--notation", name).code == 0


# --- not judged again


@pytest.fixture
def export(terminal: Terminal) -> list[str]:
    return terminal.type("matches", "export", terminal.record(ONE)).out.splitlines()


def forged(terminal: Terminal, export: list[str]) -> str:
    """The id of a match that was imported as one of other rules, under which any result may be written into it."""
    head = json.dumps({**json.loads(export[0]), "rules_version": "ofusaido-0"})
    file = terminal.write("forged.jsonl", "\n".join([head, *export[1:]]))
    return terminal.type("matches", "import", file).out.strip()


@pytest.mark.parametrize(
    ("language", "mark"), [("en", "not judged again: shown as it"), ("fr", "n’a pas été jugé à nouveau")]
)
def test_what_was_not_judged_again_is_marked_wherever_it_is_shown(
    terminal: Terminal, export: list[str], language: str, mark: str
) -> None:
    name = forged(terminal, export)
    for command in (("list",), ("show", name), ("why", name, "1")):
        assert mark in terminal.type("matches", *command, "--lang", language).out.lower()
    for form in ((), ("--script",), ("--notation",)):
        assert mark in terminal.type("matches", "export", name, *form, "--lang", language).err


def test_the_mark_stays_when_the_rules_become_those_of_the_import(
    terminal: Terminal, export: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = forged(terminal, export)
    monkeypatch.setattr(type(GAMES["ofusaido"]), "version", "ofusaido-0")
    assert "not judged again" in terminal.type("matches", "list").out
    assert "never judged by this program" in terminal.type("matches", "resume", name).err


def test_a_match_that_was_judged_here_bears_no_mark(terminal: Terminal) -> None:
    name = terminal.record(ONE)
    for command in (("list",), ("show", name), ("export", name)):
        said = terminal.type("matches", *command)
        assert "not judged again" not in said.out + said.err
