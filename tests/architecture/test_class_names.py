"""A class name stands for one thing in the whole house; inside its own folder a game may call things as its rulebook does."""

import re
from collections import Counter, defaultdict

import pytest

from companion.rules.games import GAMES
from tests.architecture.test_layout import text_of, tracked

pytestmark = pytest.mark.process

OF_A_GAME = re.compile(rf"(^|/)({'|'.join(GAMES)})(/|[_.])")
FIRMWARE = "devices/tower/firmware/"
"""It runs on another machine, without our modules."""
CLASS = re.compile(r"^class ([a-zA-Z]\w*)", re.MULTILINE)
GIVEN = re.compile(r"^(\w+)(?:: [^=\n]+)? = ", re.MULTILINE)


def test_a_class_name_stands_for_one_thing() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for name in tracked():
        if not name.endswith(".py") or name.startswith(("tests/", FIRMWARE)) or OF_A_GAME.search(name):
            continue
        for kind in CLASS.findall(text_of(name)):
            places[kind].append(name)
    assert not {name: files for name, files in places.items() if len(files) > 1}


def test_a_module_gives_each_of_its_names_once() -> None:
    """A constant that is given twice is silently the second one, also in the functions between."""
    twice = []
    for name in tracked():
        if name.endswith(".py") and not name.startswith(("tests/", FIRMWARE)):
            given = GIVEN.findall(text_of(name))
            twice += [f"{name}: {one}" for one, times in Counter(given).items() if times > 1]
    assert not twice
