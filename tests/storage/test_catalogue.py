"""Catalogues on disk: the owners' cards beside those that ship, and words for whatever is wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CatalogueError
from companion.match import Match
from companion.rules.catalogue import as_printed, read_cards
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED, load_catalogue, read_catalogue
from companion.storage.shipped_data import demonstrations

RULES = GAMES["ofusaido"]


def energy(ref: str = "EN001-700", attack: int = 2) -> dict[str, Any]:
    return {"kind": "energy", "ref": ref, "attack": attack, "defence": 3 - attack, "colour": "blue"}


class Folders:
    """What ships, and an owner's folder, both made of files that a test writes."""

    def __init__(self, root: Path) -> None:
        self.paths = (root / "shipped", root / "owner")

    def write(self, folder: int, name: str, content: Any) -> Path:
        path = self.paths[folder] / "ofusaido" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, str | bytes) else json.dumps(content)
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
        return path

    def shipped(self, content: Any, name: str = "demo.yaml") -> Path:
        return self.write(0, name, content)

    def owned(self, content: Any, name: str = "mine.yaml") -> Path:
        return self.write(1, name, content)

    def load(self) -> list[dict[str, Any]]:
        return load_catalogue("ofusaido", self.paths)

    def problem(self) -> str:
        with pytest.raises(CatalogueError) as raised:
            self.load()
        return str(raised.value)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path)


def test_the_demonstration_deck_plays_its_demonstration_matches() -> None:
    cards = load_catalogue("ofusaido", [SHIPPED])
    for setup, _ in demonstrations("ofusaido").values():
        assert Match(RULES, setup, cards).expects()


def test_no_folder_is_no_cards(folders: Folders) -> None:
    assert folders.load() == []
    assert load_catalogue("ofusaido", []) == []


@pytest.mark.parametrize("name", ["a.yaml", "a.yml", "a.json", "a.JSON"])
def test_cards_stand_under_cards_or_alone(folders: Folders, name: str) -> None:
    folders.shipped([energy()], name)
    folders.shipped({"game": "ofusaido", "title": "Mine", "cards": [energy("EN002-700")]}, f"b{name}")
    assert folders.load() == [energy(), energy("EN002-700")]


def test_other_files_and_set_ups_are_passed_over(folders: Folders) -> None:
    folders.shipped("cards", "readme.txt")
    folders.shipped("game: ofusaido\nteams: {}\n", "match.yaml")
    assert folders.load() == []


def test_an_owners_card_wins_over_one_that_ships(folders: Folders) -> None:
    folders.shipped([energy(attack=0), energy("EN002-700")])
    folders.owned([energy(attack=4)])
    assert sorted(folders.load(), key=lambda card: str(card["ref"])) == [
        energy(attack=4),
        energy("EN002-700"),
    ]


def test_two_files_of_an_owner_that_disagree_are_both_named(folders: Folders) -> None:
    one = folders.owned([energy(attack=0)], "one.yaml")
    other = folders.owned([energy(attack=4)], "other.json")
    problem = folders.problem()
    assert "EN001-700" in problem
    assert str(one) in problem
    assert str(other) in problem


def test_two_files_may_say_the_same(folders: Folders) -> None:
    folders.owned([energy()], "one.yaml")
    folders.owned([{**energy(), "whistle": False}], "two.yaml")
    assert len(folders.load()) == 1


def test_each_file_keeps_to_its_own_pattern(folders: Folders) -> None:
    folders.shipped([energy()])
    folders.owned({"pattern": "X-[0-9]+", "cards": [energy("X-1")]})
    refs = {card["ref"] for card in folders.load() if "ref" in card}
    assert refs == {"EN001-700", "X-1"}
    assert read_cards(folders.load(), RULES.check_card)[0].keys() == refs


def test_a_pattern_holds_for_its_own_file_only(folders: Folders) -> None:
    folders.owned({"pattern": "X-[0-9]+", "cards": [energy("X-1")]}, "a.yaml")
    path = folders.owned([energy("X-2")], "b.yaml")
    assert folders.problem().startswith(f"{path}: cards[0].ref: 'X-2'")


def test_micro_qr_codes_are_for_the_patterns_of_files_that_say_so(folders: Folders) -> None:
    folders.owned({"cards": [energy()]})
    assert read_catalogue("ofusaido", folders.paths).micro_patterns == ()
    own = {"pattern": "[A-Z][0-9]", "codes": "micro-qr", "cards": [energy("A7")]}
    folders.owned(own, "small.yaml")
    assert read_catalogue("ofusaido", folders.paths).micro_patterns == ("[A-Z][0-9]",)


def test_what_has_no_reference_comes_along_once(folders: Folders) -> None:
    posts = {"kind": "posts", "table": {"G": ["G"], "DEF": ["DC"]}}
    folders.owned([posts, energy()], "a.yaml")
    folders.owned([posts], "b.yaml")
    assert folders.load() == [posts, energy()]


def test_an_error_names_file_card_and_field(folders: Folders) -> None:
    path = folders.owned([energy(), {**energy("EN002-700"), "colour": "green"}])
    assert folders.problem() == (
        f"{path}: cards[1] (EN002-700) colour: this must be one of yellow, blue, red; here: 'green'"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- {on: 1}", "line 1: YAML reads a bare on as true: put it in quotes"),
        ("- a\n- nationality: NO", "line 2: YAML reads a bare NO as false: put it in quotes"),
        ("- 12:30:00", "put it in quotes"),
        ("- 2024-05-01", "as a day: put it in quotes"),
        ("- 0x1F", "put it in quotes"),
        ("- 010", "put it in quotes"),
        ("- .inf", "put it in quotes"),
        ("- 1.0e+999", "too large"),
        ("- " + "9" * 5000, "5000 digits"),
        ("- {1: 2}", "put it in quotes"),
        ("- {[1]: 2}", "put it in quotes"),
        ("- ~: 1", "put it in quotes"),
        ("- a: 1\n  b: 2\n  a: 3", "line 3: a appears twice"),
        ("- {a: 1", "this is not YAML"),
        ("a: b: c", "(line 1, column 5)"),
        ("- !!python/object/apply:os.getcwd []", "this word has a meaning in YAML that is not accepted here"),
        ("- !!set {a}", "this word has a meaning in YAML that is not accepted here"),
        ("- !!map [1]", "this is not YAML"),
        ("- !!int [1]", "put the text in quotes"),
        ("- &a [*a]", "nested too deeply"),
        ("- *nobody", "a name that nothing in the file has"),
        ("---\n[]\n---\n[]", "a second document begins here"),
        ("- \x00", "this is not YAML"),
        (b"- \xff", "this text is not in UTF-8"),
        ("[" * 50_000, "nested too deeply"),
        ("- " * 5_000, "nested too deeply"),
        ("{a: " * 200 + "1" + "}" * 200, "nested too deeply"),
        ("", "the file is empty; it needs game: ofusaido"),
        ("just words", "this must be an object"),
        ("cards: 3", "there must be a list of cards here"),
        ("cards:", "there must be a list of cards here"),
        ("title: x", "field cards is missing"),
        ("{cards: [], card: []}", "there is no field 'card'"),
        ("{cards: [], game: ouaf}", "these are cards of ouaf, in the folder of ofusaido"),
        ("{cards: [], pattern: '('}", "is not a pattern"),
        ("[1]", "cards[0]: a card is an object; here: 1"),
        ("[{kind: dragon}]", "there is no kind 'dragon'"),
        ("[{kind: pattern, pattern: 3}]", "this must be text"),
        ("[{kind: [1]}]", "there is no kind"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(folders: Folders, text: str | bytes, words: str) -> None:
    path = folders.owned(text)
    problem = folders.problem()
    assert problem.startswith(str(path))
    assert words in problem


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "this is not JSON"),
        ('[{"a": 1, "a": 2}]', "a appears twice"),
        ("[NaN]", "NaN is not a JSON number"),
        ("[1e999]", "too large"),
        ("[" + "9" * 5000 + "]", "5000 digits"),
        ("[" * 200 + "]" * 200, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff\xfe[]", "this text is not in UTF-8"),
        ("", "this is not JSON"),
    ],
)
def test_what_is_wrong_with_a_json_file_is_said(folders: Folders, text: str | bytes, words: str) -> None:
    path = folders.owned(text, "mine.json")
    problem = folders.problem()
    assert problem.startswith(str(path))
    assert words in problem


def test_a_few_lines_cannot_stand_for_billions(folders: Folders) -> None:
    lines = ["- &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"- &a{n} [" + ", ".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, 9)]
    folders.owned("\n".join(lines))
    assert "more than" in folders.problem()


def test_a_folder_called_like_a_file_is_said_to_be_unreadable(folders: Folders) -> None:
    folders.owned([energy()]).with_name("folder.yaml").mkdir()
    assert "folder.yaml cannot be read" in folders.problem()


def test_a_byte_order_mark_is_no_fault(folders: Folders) -> None:
    folders.owned(b"\xef\xbb\xbf[]", "a.json")
    folders.owned(b"\xef\xbb\xbf[]", "a.yaml")
    assert folders.load() == []


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("ro008-800", "RO008-800"),
        ("R0OO8-8OO", "RO008-800"),
        ("j0oo1–9oo", "JO001-900"),
        ("BOOK-1", "BOOK-1"),
        ("O-12", "O-12"),
    ],
)
def test_o_and_0_are_taken_for_each_other_in_a_reference_that_is_typed(typed: str, printed: str) -> None:
    assert as_printed(typed) == printed
