"""`companion cards`: listing, showing, checking, tables in and out, labels and tags, as an owner types them."""

import json
import resource
from pathlib import Path
from typing import Any

import pytest

from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.shipped_data import demonstrations
from tests.cli.terminal import Said, Terminal
from tests.rules.demonstration_cards import CARDS, richest

ENERGY = {"kind": "energy", "ref": "EN001-700", "attack": 2, "defence": 1, "colour": "blue"}
WORK = {"kind": "work", "ref": "TR001-700", "seat": "red", "value": 7}
RUNNER = {"kind": "player", "ref": "PR001-700", "name": "Ana +1", "post": "runner"}


class Table(Terminal):
    """A terminal whose owner has cards."""

    def own(self, game: str, *cards: Any, name: str = "cards.yaml", **rest: Any) -> Path:
        folder = self.data / "catalogues" / game
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_text(json.dumps({"game": game, **rest, "cards": list(cards)}), encoding="utf-8")
        return path

    def cards(self, *words: str | Path, stdin: str = "") -> Said:
        return self.type("cards", *words, stdin=stdin.encode())

    def owned(self, game: str) -> list[dict[str, Any]]:
        return load_catalogue(game, [self.folder / "nothing ships", self.data / "catalogues"])


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, capsys, monkeypatch)


# --- list and show


def test_without_cards_it_says_how_to_enter_one(table: Table) -> None:
    said = table.cards("list")
    assert (said.code, said.err) == (0, "")
    assert "companion cards add" in said.out


def test_ones_own_cards_are_listed_and_the_others_when_asked_for(table: Table) -> None:
    table.own("ouaf", WORK, tags={"200": "TR001-700"})
    table.own("boufbowl", RUNNER)
    said = table.cards("list")
    lines = [line.split() for line in said.out.splitlines()]
    assert lines[1:] == [
        ["ouaf", "TR001-700", "work", "card", "200", "cards.yaml"],
        ["boufbowl", "PR001-700", "player", "Ana", "+1", "cards.yaml"],
    ]
    assert len(table.cards("list", "--all").out.splitlines()) == len(CARDS) + 3
    assert len(table.cards("list", "boufbowl").out.splitlines()) == 2
    assert "level" not in lines[0], "neither game has levels"


def test_the_list_shows_the_levels_of_a_game_that_has_them(table: Table) -> None:
    said = table.cards("list", "ofusaido", "--all")
    assert "level" in said.out.splitlines()[0]
    (keeper,) = (line for line in said.out.splitlines() if "GB001-900" in line)
    assert keeper.split()[-2:] == ["6", "demonstration"]


def of_mode(tmp_path: Path, mode: str, **changes: Any) -> str:
    setup, _ = demonstrations("ofusaido")["demo-match"]
    path = tmp_path / "setup.json"
    path.write_text(json.dumps({**setup, "mode": mode, **changes}))
    return str(path)


def test_in_elite_the_levels_of_a_squad_are_added_up_against_their_limit(
    table: Table, tmp_path: Path
) -> None:
    said = table.cards("list", "--squads", of_mode(tmp_path, "elite", stadium=None))
    lines = said.out.splitlines()
    assert lines[0] == "home: Bellecombre"
    assert [line.split()[-2:] for line in lines[2:5]] == [["6", "6/120"], ["5", "11/120"], ["7", "18/120"]]
    assert next(line for line in lines if "GB002-900" in line).endswith("4      116/120")
    full = table.cards("list", "--squads", of_mode(tmp_path, "pro"))
    assert "/120" not in full.out
    assert full.out.splitlines()[2].endswith("6"), "its level only"


def test_a_squad_with_an_unknown_card_and_a_game_without_squads_are_told(
    table: Table, tmp_path: Path
) -> None:
    unknown = of_mode(tmp_path, "pro", teams={"home": {"players": ["JO999-900"]}})
    assert "JO999-900 is not in any of your catalogues" in table.cards("list", "--squads", unknown).err
    tmp_path.joinpath("lignes.json").write_text('{"game": "lignes"}')
    said = table.cards("list", "--squads", str(tmp_path / "lignes.json"))
    assert "has no squads" in said.out


def test_a_card_is_shown_field_by_field(table: Table) -> None:
    said = table.cards("show", "OC001-900")
    assert said.code == 0
    assert "OC001-900: occasion of OFUSAIDO" in said.out
    assert "zones.1.row" in said.out
    own = table.own("ouaf", WORK, tags={"201": "TR001-700"})
    said = table.cards("show", "TR001-700")
    assert str(own) in said.out
    assert "Tags of the card: 201" in said.out


@pytest.mark.parametrize(("game", "card"), richest(1), ids=str)
def test_a_card_of_every_kind_can_be_shown(table: Table, game: str, card: dict[str, Any]) -> None:
    assert table.cards("show", card["ref"], "--game", game).code == 0


def test_a_card_that_is_not_there_or_there_twice_is_told(table: Table) -> None:
    said = table.cards("show", "XX001-001")
    assert (said.code, said.out) == (2, "")
    assert "there is no card XX001-001" in said.err
    table.own("ouaf", {**WORK, "ref": "EN001-900"})
    said = table.cards("show", "EN001-900")
    assert "ofusaido, ouaf" in said.err
    assert table.cards("show", "EN001-900", "--game", "ouaf").code == 0


# --- check


def test_all_that_is_wrong_in_a_file_is_told_at_once(table: Table) -> None:
    path = table.write(
        "box.yaml",
        """\
game: ofusaido
tags: {"7": EN001-700}
cards:
  - kind: energy
    ref: EN001-700
    attack: 2
    defence: 2
    colour: blue
  - {kind: player, ref: JO001-700, level: six, posts: [BU], stats: {TIR: 1}}
  - {kind: energy, ref: nonsense, attack: 2, defence: 1, colour: blue}
""",
    )
    said = table.cards("check", path)
    assert said.code == 1
    lines = [line.removeprefix(f"{path}, ") for line in said.out.splitlines()]
    assert lines[0].startswith(
        "line 4, EN001-700, attack: attack and defence on an energy card must add up to 3"
    )
    assert lines[1].startswith("line 9, JO001-700, level: this must be a whole number; here: 'six'")
    assert lines[2].startswith("line 9, JO001-700, stats: field TDL is missing")
    assert lines[-2].startswith("line 10, nonsense, ref: 'nonsense' is not a card reference")
    assert lines[-1].startswith("tags.7: a tag for cards is a number from 200 to 586")


def test_posts_are_checked_too(table: Table) -> None:
    table.write(
        "box.csv",
        "game;kind;ref;level;posts;stats.TIR;stats.TDL;stats.DRB;stats.PAS;stats.TAK;stats.INT\n"
        "ofusaido;player;JO001-700;6;BU, BUT;1;1;1;1;1;1\n",
    )
    said = table.cards("check", table.folder / "box.csv")
    assert said.code == 1
    assert "line 2, JO001-700, posts: the word BUT cannot be used here" in said.out


def test_without_a_file_all_of_ones_own_are_checked(table: Table) -> None:
    good = table.own("ouaf", WORK)
    assert table.cards("check").code == 0
    bad = table.own("boufbowl", {**RUNNER, "post": "keeper"})
    said = table.cards("check")
    assert said.code == 1
    assert f"{good}: nothing is wrong" in said.out
    assert f"{bad}, PR001-700, post: this must be one of" in said.out
    table.own("boufbowl", RUNNER)
    table.own("boufbowl", {**RUNNER, "name": "Bo"}, name="other.json")
    said = table.cards("check", "--game", "boufbowl")
    assert said.code == 1
    assert "PR001-700 is defined differently" in said.out


@pytest.mark.parametrize(
    "content", ["", "{", "teams: {}", "game: chess\ncards: []", "cards: 7", "\x00", "- 7"]
)
def test_whatever_a_file_holds_it_is_told_in_a_line(table: Table, content: str) -> None:
    path = table.write("box.yaml", content)
    said = table.cards("check", path, "--game", "ouaf")
    assert said.code == 1
    assert said.out.startswith(str(path))
    assert "Traceback" not in said.err


# --- tables in and out


def test_a_table_comes_in_and_says_what_is_new_changed_and_the_same(table: Table) -> None:
    table.own("ofusaido", ENERGY, {**ENERGY, "ref": "EN002-700"})
    path = table.write(
        "mine.csv",
        "game,kind,ref,tags,attack,defence,colour\n"
        "ofusaido,energy,EN001-700,,3,0,blue\n"
        "ofusaido,energy,EN002-700,200,2,1,blue\n"
        "ofusaido,energy,EN003-700,,2,1,red\n",
    )
    dry = table.cards("import", path, "--check")
    assert dry.code == 0
    assert len(table.owned("ofusaido")) == 2
    said = table.cards("import", path)
    assert said.code == 0, said.err
    for line in (
        "New cards: EN003-700",
        "Changed cards: EN001-700",
        "Cards that have not changed: EN002-700",
    ):
        assert line in said.out
        assert line in dry.out
    assert [card["attack"] for card in table.owned("ofusaido")] == [3, 2, 2]
    assert table.cards("tags", "ofusaido").out.splitlines()[1].split() == ["200", "EN002-700", "ofusaido"]
    assert len(list((table.data / "catalogues" / "ofusaido" / "old").iterdir())) == 1
    assert "nothing to do" in table.cards("import", path).out.lower()


def test_an_import_is_all_or_nothing(table: Table) -> None:
    path = table.write(
        "mine.csv",
        "game;kind;ref;attack;defence;colour\nofusaido;energy;EN001-700;3;0;blue\nofusaido;energy;EN002-700;3;3;blue\n",
    )
    said = table.cards("import", path)
    assert said.code == 1
    assert f"{path}, line 3, EN002-700, attack:" in said.out
    assert "Nothing was imported" in said.out
    assert table.owned("ofusaido") == []


def test_an_import_that_would_change_two_files_is_refused(table: Table) -> None:
    table.own("ofusaido", ENERGY, name="a.yaml")
    table.own("ofusaido", {**ENERGY, "ref": "EN002-700"}, name="b.yaml")
    path = table.write("in.json", json.dumps({"game": "ofusaido", "cards": [
        {**ENERGY, "colour": "red"}, {**ENERGY, "ref": "EN002-700", "colour": "red"}]}))  # fmt: skip
    said = table.cards("import", path)
    assert said.code == 2
    assert "a.yaml (EN001-700), b.yaml (EN002-700)" in said.err
    assert {card["colour"] for card in table.owned("ofusaido")} == {"blue"}


def test_new_cards_go_where_they_are_told(table: Table) -> None:
    path = table.write("in.json", json.dumps([WORK]))
    assert table.cards("import", path, "--game", "ouaf", "--into", "club.yaml").code == 0
    assert (table.data / "catalogues" / "ouaf" / "club.yaml").exists()


@pytest.mark.parametrize("form", ["csv", "yaml"])
@pytest.mark.parametrize("game", ["ofusaido", "ouaf", "boufbowl"])
def test_what_goes_out_comes_in_again_the_same(table: Table, game: str, form: str) -> None:
    file = table.folder / f"out.{form}"
    said = table.cards("export", game, "--to", form, "--all", "-o", file)
    assert said.code == 0, said.err
    assert table.cards("check", file).code == 0
    assert "nothing to do" in table.cards("import", file).out.lower()
    assert table.owned(game) == []


def test_only_ones_own_cards_go_out_unless_all_are_asked_for(table: Table) -> None:
    table.own("boufbowl", RUNNER)
    said = table.cards("export", "boufbowl", "--to", "csv")
    assert said.out.splitlines() == [
        "game,kind,ref,tags,name,post",
        "boufbowl,player,PR001-700,,Ana +1,runner",
    ]
    said = table.cards("export", "boufbowl", "--to", "csv", "--lang", "fr")
    assert said.out.startswith("game;kind;ref")
    said = table.cards("export", "ouaf", "--to", "yaml")
    assert said.code == 2
    assert "--all" in said.err
    said = table.cards("export", "boufbowl", "--to", "yaml", "--kind", "keeper")
    assert "there is no kind keeper; possible: player, action, power, training" in said.err


def test_a_table_for_a_spreadsheet_has_its_mark_and_line_ends(table: Table) -> None:
    table.own("boufbowl", RUNNER)
    file = table.folder / "out.csv"
    table.cards("export", "boufbowl", "--to", "csv", "-o", file)
    assert (
        file.read_bytes()
        == b"\xef\xbb\xbfgame,kind,ref,tags,name,post\r\nboufbowl,player,PR001-700,,Ana +1,runner\r\n"
    )


# --- labels, tags, remove


def test_cards_without_a_code_are_told_with_the_command_that_prints_their_stickers(table: Table) -> None:
    table.own(
        "ouaf", WORK, {**WORK, "ref": "TR002-700"}, {**WORK, "ref": "TR003-700"}, tags={"300": "TR002-700"}
    )
    said = table.cards("labels")
    assert "--game ouaf --refs TR001-700,TR003-700" in said.out
    assert "TR001-700, TR003-700" in table.cards("labels", "ouaf", "--done").out
    assert "every card of your own has its code" in table.cards("labels").out.lower()


def test_a_tag_is_put_on_a_card_moved_and_taken_off(table: Table) -> None:
    table.own("ouaf", WORK, {**WORK, "ref": "TR002-700"})
    assert table.cards("tag", "200", "TR001-700").out == "Tag 200 is on TR001-700\n"
    assert "already" in table.cards("tag", "200", "TR001-700").out
    said = table.cards("tag", "200", "TR002-700")
    assert said.out == "Tag 200 is on TR002-700\nThe tag was on TR001-700 before\n"
    assert table.cards("tag", "200").code == 0
    assert "no card has a tag yet" in table.cards("tags").out.lower()
    assert table.cards("tag", "200").code == 2


def test_a_tag_moves_from_one_file_to_another(table: Table) -> None:
    table.own("ouaf", WORK, name="a.yaml", tags={"200": "TR001-700"})
    table.own("ouaf", {**WORK, "ref": "TR002-700"}, name="b.yaml")
    assert table.cards("tag", "200", "TR002-700").code == 0
    assert table.cards("tags").out.splitlines()[1].split()[:2] == ["200", "TR002-700"]


@pytest.mark.parametrize("words", [("7", "TR001-700"), ("2oo", "TR001-700"), ("200", "XX001-001"), ("587",)])
def test_a_tag_that_cannot_be_is_refused(table: Table, words: tuple[str, ...]) -> None:
    table.own("ouaf", WORK)
    said = table.cards("tag", *words)
    assert said.code == 2
    assert said.err.count("\n") == 1


def test_a_tag_of_a_demonstration_card_stands_in_ones_own_file(table: Table) -> None:
    assert table.cards("tag", "222", "EN001-900").code == 0
    assert (table.data / "catalogues" / "ofusaido" / "cards.yaml").exists()
    assert "222" in table.cards("show", "EN001-900").out
    assert not list(SHIPPED.glob("*/old"))


def test_a_card_is_removed_and_the_file_as_it_was_is_kept(table: Table) -> None:
    table.own("ouaf", WORK, {**WORK, "ref": "TR002-700"})
    said = table.cards("remove", "TR001-700")
    assert "old" in said.out
    assert [card["ref"] for card in table.owned("ouaf")] == ["TR002-700"]
    assert "cannot be removed" in table.cards("remove", "EN001-900").err


ENERGIES = "game;kind;ref;attack;defence;colour\n"


@pytest.mark.parametrize(
    "typed", ["en001-700", "EN001\u2011700", "EN001\u2013700\u00a0", "en001\u2212700", "ENOO1-70O"]
)
def test_a_reference_may_be_written_as_word_processors_and_people_do(table: Table, typed: str) -> None:
    said = table.cards("import", table.write("mine.csv", f"{ENERGIES}ofusaido;energy;{typed};3;0;blue\n"))
    assert said.code == 0, said.out
    assert [card["ref"] for card in table.owned("ofusaido")] == ["EN001-700"]
    assert "EN001-700" in table.cards("show", typed.strip()).out
    assert "EN001-700 is removed" in table.cards("remove", typed.strip()).out


@pytest.mark.parametrize("slip", ["EN1-700", "EN001-70l", "ENOI1-700"])
@pytest.mark.parametrize("action", ["import", "check"])
def test_a_slip_in_a_reference_is_told_with_line_and_column_of_the_table(
    table: Table, slip: str, action: str
) -> None:
    rows = f"{ENERGIES}ofusaido;energy;EN002-700;3;0;blue\nofusaido;energy;{slip};3;0;blue\n"
    path = table.write("mine.csv", rows)
    said = table.cards(action, path)
    assert (said.code, said.err) == (1, "")
    assert f"{path}, line 3, {slip.upper() if slip.isupper() else slip}, ref:" in said.out
    assert "such as AC001-241" in said.out and "cards.yaml" not in said.out
    assert action == "check" or "Nothing was imported" in said.out
    assert table.owned("ofusaido") == []


def test_the_same_reference_in_two_spellings_is_one_card(table: Table) -> None:
    rows = f"{ENERGIES}ofusaido;energy;EN002-700;3;0;blue\nofusaido;energy;en002\u2013700;2;0;blue\n"
    said = table.cards("import", table.write("mine.csv", rows))
    assert said.code == 1 and "this card is on line 2 too" in said.out


def test_a_box_with_references_of_its_own_form_keeps_their_letters(table: Table) -> None:
    rows = "game;kind;ref;pattern;attack;defence;colour\nofusaido;pattern;;[a-z]+-[0-9];;;\nofusaido;energy;ab-1;;3;0;blue\n"
    said = table.cards("import", table.write("mine.csv", rows))
    assert said.code == 0, said.out
    assert "ab-1" in [card.get("ref") for card in table.owned("ofusaido")]


def test_a_box_that_finds_no_room_for_what_it_unpacks_is_told_in_a_line(table: Table, tmp_path: Path) -> None:
    box = tmp_path / "box.zip"
    assert table.cards("export", "ofusaido", "--all", "--to", "zip", "-o", box).code == 0
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, usual[1]))
    try:
        said = table.cards("import", box)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.endswith("cards.yaml cannot be written: the file would be too large for this place\n")
