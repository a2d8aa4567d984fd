"""`companion print` and `companion mat`: what is asked for lies in its file, and what to do with it is said."""

import json
from pathlib import Path

import pypdfium2
import pytest

from companion.cli.commands import COMMANDS
from companion.mat import read_mat
from companion.rules.games import GAMES
from companion.storage.shipped_data import mat_of
from companion.storage.yaml_text import parse
from tests.cli.terminal import Terminal

EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))


def pages(path: Path) -> int:
    return len(pypdfium2.PdfDocument(path.read_bytes()))


@pytest.mark.parametrize("action", COMMANDS["print"].actions)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_print_has_its_help(terminal: Terminal, action: str, language: str) -> None:
    said = terminal.type("print", "--lang", language, action, "--help")
    assert said.code == 0
    assert said.out.startswith("usage :" if language == "fr" else "usage: ")
    assert "--lang" in said.out and "-o" in said.out


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("mat", "ouaf"), 9),
        (("mat", "lignes", "--paper", "a3", "--lang", "both"), 4),
        (("mat", "boufbowl", "--paper", "sheet"), 1),
        (("tokens", "boufbowl"), 1),
        (("parts", "ouaf"), 7),
        (("command-cards", "lignes", "--lang", "en"), 1),
        (("deck", "ofusaido", "--refs", "JO001-900,OC001-900", "--lang", "en"), 2),
        (("rules", "ouaf", "--lang", "en"), 1),
        (("rules", "lignes", "--as", "sheet", "--lang", "en"), 3),
        (("target",), 1),
        (("tray", "--paper", "a3"), 1),
        (("stickers", "--game", "ofusaido", "--refs", "JO001-900"), 1),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else str(words),
)
def test_a_print_is_written_to_its_file_and_says_so(
    terminal: Terminal, words: tuple[str, ...], count: int
) -> None:
    file = terminal.folder / "print.pdf"
    said = terminal.type("print", *words, "-o", file)
    assert (said.code, said.err) == (0, "")
    assert pages(file) == count
    assert f"{file} is written: {count} page" in said.out
    assert "100 mm" in said.out


def test_without_a_name_a_print_lies_in_this_folder_under_its_own(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(terminal.folder)
    assert terminal.type("print", "target").code == 0
    assert terminal.type("print", "tokens", "lignes").code == 0
    assert {path.name for path in terminal.folder.glob("*.pdf")} == {"target-a4.pdf", "tokens-lignes.pdf"}


def test_a_file_that_cannot_be_written_is_said_in_one_line(terminal: Terminal) -> None:
    said = terminal.type("print", "target", "-o", terminal.folder / "nowhere" / "target.pdf")
    assert said.code == 2
    assert "cannot be written" in said.err and "Traceback" not in said.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("deck", "lignes"), "companion print tokens lignes"),
        (("tokens", "ouaf"), "played without tokens"),
        (("parts", "lignes"), "no boards or sheets"),
        (("parts", "ouaf", "--setup", "nowhere.yaml"), "nowhere.yaml"),
        (("deck", "ouaf", "--refs", "XX001-900"), "XX001-900"),
        (("stickers",), "--catalogue FILE"),
        (("stickers", "--game", "ouaf", "--refs", "XX001-900"), "XX001-900"),
        (("stickers", "--game", "ouaf", "--labels", "avery-l7163"), "avery-l7161"),
        (("stickers", "--game", "ouaf", "--labels", "post-it"), "avery-l7161"),
        (("stickers", "--game", "ouaf", "--skip", "99"), "18 labels"),
        (("stickers", "--game", "lignes"), "no cards"),
        (("stickers", "--catalogue", "nowhere.yaml"), "nowhere.yaml"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else words,
)
def test_what_cannot_be_printed_is_refused_with_what_to_do(
    terminal: Terminal, words: tuple[str, ...], told: str
) -> None:
    file = terminal.folder / "print.pdf"
    said = terminal.type("print", *words, "-o", file)
    assert said.code == 2
    assert told in said.err and "Traceback" not in said.err
    assert not file.exists()


def test_parts_are_printed_for_the_seats_and_the_house_of_a_setup(terminal: Terminal) -> None:
    setup = terminal.folder / "three.yaml"
    setup.write_text("{seats: [red, blue, green], house: {reputation_points: {'7': 8}}}")
    file = terminal.folder / "print.pdf"
    assert terminal.type("print", "parts", "ouaf", "--setup", setup, "-o", file).code == 0
    assert pages(file) == 6
    setup.write_text("{seats: [red, pink]}")
    said = terminal.type("print", "parts", "ouaf", "--setup", setup)
    assert said.code == 2
    assert "seats[1]" in said.err


OWN = """
game: ouaf
pattern: "[A-Z0-9]+"
cards:
  - {kind: work, ref: OWN1, seat: red, value: 3}
  - {kind: work, ref: OWN2, seat: red, value: 4}
  - {kind: work, ref: OWN3, seat: red, value: 5}
"""


def test_an_owners_cards_get_tags_and_the_map_to_put_into_their_catalogue(terminal: Terminal) -> None:
    own, file = terminal.write("own.yaml", OWN), terminal.folder / "tags.pdf"
    said = terminal.type("print", "stickers", "--catalogue", own, "--kind", "tag", "-o", file)
    assert said.code == 0
    listing = terminal.folder / "tags.tags.yaml"
    assert parse(listing.read_bytes()) == {"tags": {"200": "OWN1", "201": "OWN2", "202": "OWN3"}}
    assert str(listing) in said.out and "catalogue" in said.out


def test_a_card_keeps_the_tag_that_its_catalogue_gives_it_whichever_are_printed(terminal: Terminal) -> None:
    own = terminal.write("own.yaml", OWN + 'tags: {"201": "OWN1"}\n')
    file = terminal.folder / "tags.pdf"
    words = ("print", "stickers", "--catalogue", own, "--kind", "tag", "-o", file, "--refs")
    assert terminal.type(*words, "OWN3").code == 0
    assert parse((terminal.folder / "tags.tags.yaml").read_bytes()) == {"tags": {"202": "OWN3"}}
    assert terminal.type(*words, "OWN1,OWN2").code == 0
    assert parse((terminal.folder / "tags.tags.yaml").read_bytes()) == {
        "tags": {"200": "OWN2", "201": "OWN1"}
    }


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("cards: 3", "no list of cards"),
        ("cards: [{kind: work, ref: TR001-001, seat: red, value: 3}]", "--game"),
        ("game: ouaf\ncards: [{kind: work, ref: TR001-001, seat: red, value: 30}]", "value"),
        (OWN + "tags: [1, 2]", "tags"),
        (OWN + 'tags: {"²": "OWN1"}', "tags"),
        (OWN + "tags: {x: OWN1}", "tags"),
        ("game: [", "line"),
    ],
)
def test_a_catalogue_that_cannot_be_used_is_told_with_its_file(
    terminal: Terminal, content: str, told: str
) -> None:
    own = terminal.write("own.yaml", content)
    said = terminal.type("print", "stickers", "--catalogue", own, "-o", terminal.folder / "x.pdf")
    assert said.code == 2
    assert "own.yaml" in said.err and told in said.err and "Traceback" not in said.err


def test_signs_without_a_letter_are_told(terminal: Terminal) -> None:
    own = terminal.write(
        "own.yaml",
        "game: ofusaido\ncards: [{kind: stadium, ref: ST001-001, name: {en: Стадион, fr: Стадион}}]",
    )
    said = terminal.type("print", "stickers", "--catalogue", own, "-o", terminal.folder / "x.pdf")
    assert said.code == 0
    assert "no letter" in said.err


@EVERY_GAME
def test_a_mat_as_json_is_the_mat(terminal: Terminal, game: str) -> None:
    said = terminal.type("mat", game, "--json")
    assert said.code == 0
    assert read_mat(json.loads(said.out)) == mat_of(game)


@EVERY_GAME
def test_the_zones_of_a_mat_are_a_table_in_ones_own_language(terminal: Terminal, game: str) -> None:
    english, french = (terminal.type("mat", game, "--lang", language).out for language in ("en", "fr"))
    for zone in mat_of(game).zones:
        line = next(line for line in english.splitlines() if line.startswith(f"{zone.name} "))
        assert [str(zone.x_mm), str(zone.y_mm), str(zone.width_mm), str(zone.height_mm)] == line.split()[3:7]
    assert all(zone.title.fr in french for zone in mat_of(game).zones)


def test_an_owners_own_mat_is_shown_and_printed_instead(terminal: Terminal) -> None:
    folder = terminal.data / "catalogues" / "ouaf"
    folder.mkdir(parents=True)
    (folder / "mat.yaml").write_text(
        "{game: ouaf, width_mm: 300, height_mm: 200, markers: [{id: 4, x_mm: 5, y_mm: 5, side_mm: 30}],"
        " zones: [{name: here, seat: red, role: unheard_of, x_mm: 100, y_mm: 50, width_mm: 100, height_mm: 100}]}",
        encoding="utf-8",
    )
    assert "unheard_of" in terminal.type("mat", "ouaf").out
    file = terminal.folder / "mat.pdf"
    assert terminal.type("print", "mat", "ouaf", "-o", file).code == 0
    assert pages(file) == 2


def test_a_deck_is_french_and_what_to_do_with_it_is_said_in_the_readers_language(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "deck.pdf"
    said = terminal.type("print", "--lang", "en", "deck", "ofusaido", "--refs", "JO001-900", "-o", str(file))
    assert "is written: 2 pages" in said.out + said.err
    assert "cartes" in pypdfium2.PdfDocument(file.read_bytes())[0].get_textpage().get_text_bounded()
