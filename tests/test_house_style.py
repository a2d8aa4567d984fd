"""The look as data: what ships is whole, and what is wrong in it is named."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.errors import Malformed
from companion.house_style import FaceColours, TextRole, read_house_style
from companion.rules.games import GAMES
from companion.storage import yaml_text
from companion.storage.catalogue import SHIPPED
from companion.storage.shipped_data import phone_colours, shipped_style
from vision.phone.web import PAGE_FILES


@pytest.fixture
def data() -> Any:
    """The look that ships, as data."""
    return yaml_text.parse(Path(SHIPPED / "look.yaml").read_bytes())


def test_each_game_has_a_face_of_its_own() -> None:
    style = shipped_style()
    assert set(style.games) == set(GAMES)
    for theme in ("dark", "light"):
        accents = [style.face(game).of("light" if theme == "light" else "dark").accent for game in GAMES]
        assert len(set(accents)) == len(GAMES)


def test_what_is_outside_a_game_has_the_face_of_the_house() -> None:
    style = shipped_style()
    assert style.face("") is style.house


def test_a_face_may_name_its_tints(data: Any) -> None:
    data["house"]["tints"] = {"chalk": "#FFFFFF"}
    data["house"]["dark"] = dict.fromkeys(data["house"]["dark"], "chalk")
    data["house"]["light"] = dict.fromkeys(data["house"]["light"], "chalk")
    assert read_house_style(data).house.of("dark") == FaceColours(*["#FFFFFF"] * 6)


def test_letters_step_down_to_the_next_size_of_the_scale() -> None:
    style = shipped_style()
    assert style.steps(TextRole.TITLE) == (style.type["title"], style.type["row"])
    assert style.steps(TextRole.CITE) == (style.type["cite"], style.type["cite"])


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("house", "dark", "ground"), "nigth", "house.dark.ground"),
        (("games", "ouaf", "tints", "crust"), "#12345", "games.ouaf.tints.crust"),
        (("themes", "light", "ink"), "black", "themes.light.ink"),
        (("sides", "home", "fill"), "#GGGGGG", "sides.home.fill"),
        (("rim",), "dark", "rim"),
        (("lengths", "dock"), 100, "lengths"),
        (("type", "cite"), 24, "type"),
        (("lengths", "margin"), 0, "lengths.margin"),
    ],
)
def test_a_fault_is_named_by_its_place(data: Any, path: tuple[str, ...], value: object, where: str) -> None:
    place = data
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    with pytest.raises(Malformed) as fault:
        read_house_style(data)
    assert fault.value.where == where


def test_a_scale_without_one_of_its_roles_is_refused(data: Any) -> None:
    del data["type"]["prompt"]
    with pytest.raises(Malformed):
        read_house_style(data)


def test_the_phones_page_has_no_colours_but_those_of_the_look() -> None:
    style = PAGE_FILES["css"].read_text(encoding="utf-8")
    wanted = set(re.findall(r"var\((--[a-z-]+)\)", style))
    assert wanted <= set(re.findall(r"(--[a-z-]+):", phone_colours()))
    assert re.findall(r"#[0-9a-fA-F]{3,6}\b", style) == ["#000"], "black behind the camera's picture"
