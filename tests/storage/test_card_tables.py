"""Cards as tables: what goes out comes in again the same, and what is wrong is said with line, card and column."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import CatalogueError
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.rules.interview import leading_to, progress
from companion.storage import yaml_text
from companion.storage.card_csv import CardsOfTable, read_table, written_table
from companion.storage.yaml_text import written_anew
from companion.words import translate
from tests.quick import first_quick
from tests.rules.demonstration_cards import CARDS, POSTS
from tests.storage.made_cards import cards

HEAD = "game;kind;ref;tags;attack;defence;colour;whistle"


def read(text: str | bytes, game: str | None = None) -> CardsOfTable:
    return read_table(text.encode() if isinstance(text, str) else text, game)


def faults(text: str) -> list[tuple[int | None, str, str, str]]:
    return [
        (fault.line, fault.ref, fault.field, translate(fault.problem, "en")) for fault in read(text).faults
    ]


def meant(game: str, items: Any) -> list[Any]:
    return [GAMES[game].check_card(item, "") for item in items]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("game", games_with_cards())
def test_the_demonstration_cards_go_out_and_come_in_the_same(game: str, separator: str) -> None:
    items = [card for of, card in CARDS if of == game] + ([POSTS[1]] if game == "ofusaido" else [])
    tags = {200: items[0]["ref"], 586: items[0]["ref"], 300: items[1]["ref"]}
    table = read(written_table(game, items, tags, separator))
    assert not table.faults
    assert table.game == game
    assert meant(game, table.cards) == meant(game, items)
    assert table.tags == tags


@first_quick("game", games_with_cards())
@settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_any_card_goes_out_and_comes_in_the_same(game: str, data: st.DataObject) -> None:
    card = data.draw(cards(game))
    table = read(written_table(game, [card], {}))
    assert not table.faults
    assert meant(game, table.cards) == meant(game, [card])
    assert yaml_text.parse(written_anew([card]).encode()) == [card]
    form = forms_of(game)[card["kind"]]
    entered = progress(form, leading_to(form, card)).card
    assert meant(game, [{"kind": card["kind"], "ref": card["ref"], **entered}]) == meant(game, [card])


def test_a_table_may_say_yes_as_spreadsheets_and_people_do() -> None:
    rows = [
        f"ofusaido;energy;EN00{n}-001;;2;1;bleue;{yes}"
        for n, yes in enumerate(["VRAI", "oui", "x", "1", "TRUE"])
    ]
    table = read("\n".join([HEAD, *rows]))
    assert not table.faults
    assert {card["whistle"] for card in table.cards} == {True}
    assert {card["colour"] for card in table.cards} == {"blue"}


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("first", ["", "sep=;\n"])
def test_marks_and_line_ends_of_spreadsheets_are_taken(mark: str, end: str, first: str) -> None:
    table = read(mark + first + end.join([HEAD, "ofusaido;energy;EN001-001;200;2;1;blue;", ";;;;;;;", ""]))
    assert not table.faults
    assert table.cards == (
        {"kind": "energy", "ref": "EN001-001", "attack": 2, "defence": 1, "colour": "blue"},
    )
    assert table.tags == {200: "EN001-001"}


def test_the_game_may_be_told_instead() -> None:
    assert read("kind,ref,attack,defence,colour\nenergy,EN001-001,2,1,red", "ofusaido").cards


def test_all_that_is_wrong_is_told_with_line_card_and_column() -> None:
    told = faults(
        "\n".join(
            [
                HEAD + ";icons;effects.1.on",
                "ofusaido;energy;EN001-001;;2;2;blue;;;",
                "ofusaido;energy;EN002-001;199;two;1;pink;perhaps;;",
                'ofusaido;energy;EN003-001;200 200;2;1;"bl',
                'ue";;;',
                "ofusaido;energy;EN001-001;;2;1;blue;;;",
                "ofusaido;enerzy;EN004-001;;2;1;blue;;;",
                "ofusaido;energy;;;2;1;blue;;;",
                "chess;energy;EN005-001;;2;1;blue;;;",
                "ofusaido;energy;EN006-001;;2;1;blue;;MUR;",
                "ofusaido;energy;EN007-001;;2;1;blue;;;;;surplus",
            ]
        )
    )
    places = [(line, ref, field) for line, ref, field, _ in told]
    assert places == [
        (2, "EN001-001", "attack"),
        (3, "EN002-001", "attack"),
        (3, "EN002-001", "colour"),
        (3, "EN002-001", "whistle"),
        (3, "EN002-001", "tags"),
        (4, "EN003-001", "colour"),
        (4, "EN003-001", "tags"),
        (6, "EN001-001", "ref"),
        (7, "EN004-001", "kind"),
        (8, "", "ref"),
        (9, "EN005-001", "game"),
        (10, "EN006-001", "icons"),
        (11, "", ""),
    ]
    assert "this must be a whole number from -1 to 4; here: 'two'" in told[1][3]
    assert "line 2" in told[7][3]


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        (b"", "the file is empty"),
        (b";;\n", "the file is empty"),
        (b"name;level", "kind and ref"),
        (b"kind;ref;level;level", "level appears twice"),
        ("kind;ref\nénergie".encode("latin-1"), "CSV UTF-8"),
        (b'kind;ref\nenergy;"x', "line 2: a cell begins with a quote, but the closing quote is missing"),
        (b'kind;ref\nenergy;"x"y', "line 2: there is text after a closing quote"),
        (b"kind;ref\nenergy;" + b"x" * 140_000, "line 2: a cell is longer than 131072 characters"),
        (b"kind;ref", "there are no cards"),
    ],
)
def test_what_is_no_table_of_cards_is_refused(table: bytes, problem: str) -> None:
    with pytest.raises(CatalogueError, match=problem):
        read_table(table, None)


def test_a_part_and_its_whole_are_not_both_filled_in() -> None:
    head = "game;kind;ref;level;posts;stats;stats.TIR"
    told = faults(f"{head}\nofusaido;player;JO001-001;6;BU;-;5")
    assert told[0][:3] == (2, "JO001-001", "stats.TIR")


def test_formulas_are_kept_as_text() -> None:
    card = {"kind": "player", "ref": "JO001-001", "post": "runner", "name": "=1+1"}
    text = written_table("boufbowl", [card], {})
    assert ";'=1+1;" in text
    assert read(text).cards == (card,)


def test_headings_may_be_in_capitals_with_blanks_around_them() -> None:
    items = [card for game, card in CARDS if game == "ofusaido"]
    heading, _, rows = written_table("ofusaido", items, {}).partition("\r\n")
    shouted = ";".join(f" {name.upper()} " for name in heading.removeprefix("\ufeff").split(";"))
    table = read(f"{shouted}\r\n{rows}")
    assert not table.faults
    assert meant("ofusaido", table.cards) == meant("ofusaido", items)


def test_two_columns_of_one_field_in_other_letters_are_told() -> None:
    assert faults("game;kind;ref;attack;ATTACK\nofusaido;energy;EN001-001;2;3")[0][2:] == (
        "attack",
        "the column attack appears twice",
    )


@pytest.mark.parametrize(("cell", "said"), [("", "field pattern is missing"), ("[a-z(", "is not a pattern")])
def test_a_pattern_that_is_none_is_told_with_its_line(cell: str, said: str) -> None:
    ((line, _, field, problem),) = faults(f"game;kind;ref;pattern\nofusaido;pattern;;{cell}")
    assert (line, field) == (2, "pattern") and said in problem
