"""What a die is, as its owner writes it down."""

import json
from pathlib import Path

import pytest

from companion.errors import Malformed
from vision.detectors.dice.definition import FaceKind, die_from_json, die_to_json, find_die, shipped_dice
from vision.errors import VisionError


def test_the_dice_of_the_games_ship() -> None:
    assert shipped_dice() == ("boufbowl-action", "boufbowl-damage", "d12", "d6")
    assert find_die("boufbowl-action").faces == ("0", "1", "1", "2", "2", "3")
    assert find_die("boufbowl-damage").values == ("none", "ko", "injured")
    assert (find_die("d12").kind, find_die("d12").sides) == (FaceKind.NUMERALS, 12)


@pytest.mark.parametrize("name", ["d6", "d12", "boufbowl-action", "boufbowl-damage"])
def test_a_definition_is_written_as_it_was_read(name: str) -> None:
    die = find_die(name)
    assert die_from_json(json.loads(json.dumps(die_to_json(die)))) == die


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"faces": ["1", "2"]}, "there must be 6 of them"),
        ({"faces": ["1", "2", "3", "4", "5", "7"]}, "pips are counted from 1 to 6"),
        ({"kind": "symbols", "faces": ["", "a", "b", "c", "d", "e"]}, "every face needs a name"),
        ({"sides": 1, "faces": ["1"]}, "from 2 to 100"),
        ({"pip_radius": 500}, "from 30 to 200"),
    ],
)
def test_what_is_no_die_says_why(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        die_from_json({**die_to_json(find_die("d6")), **wrong})


def test_a_die_of_ones_own_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"name": "mine", "sides": 2, "kind": "symbols", "faces": ["heads", "tails"]}))
    assert find_die(str(path)).values == ("heads", "tails")


def test_a_die_that_nobody_knows_names_those_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="possible dice: boufbowl-action, boufbowl-damage, d12, d6"):
        find_die("d7")
    path = tmp_path / "bad.json"
    path.write_text("[")
    with pytest.raises(VisionError, match="it is not JSON"):
        find_die(str(path))
    path.write_text("{}")
    with pytest.raises(VisionError, match="field name is missing"):
        find_die(str(path))
