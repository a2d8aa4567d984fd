from itertools import combinations
from pathlib import Path

import pytest

from companion.errors import CatalogueError
from companion.mat import Zone
from companion.rules.games import GAMES
from companion.storage.shipped_data import mat_of

EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))
QUIET_MM = 3


def _overlap(one: Zone, other: Zone) -> bool:
    return (
        one.x_mm < other.x_mm + other.width_mm
        and other.x_mm < one.x_mm + one.width_mm
        and one.y_mm < other.y_mm + other.height_mm
        and other.y_mm < one.y_mm + one.height_mm
    )


@EVERY_GAME
def test_every_game_has_a_mat_in_the_shape_of_a_cameras_picture(game: str) -> None:
    mat = mat_of(game)
    assert mat.game == game
    assert mat.width_mm <= 800
    assert mat.height_mm <= 450


@EVERY_GAME
def test_no_two_zones_of_a_mat_overlap(game: str) -> None:
    overlapping = [
        (one.name, other.name) for one, other in combinations(mat_of(game).zones, 2) if _overlap(one, other)
    ]
    assert overlapping == []


@EVERY_GAME
def test_around_each_marker_nothing_is_printed(game: str) -> None:
    mat = mat_of(game)
    for marker in mat.markers:
        side = marker.side_mm + 2 * QUIET_MM
        left, top = max(0, marker.x_mm - QUIET_MM), max(0, marker.y_mm - QUIET_MM)
        around = Zone("marker", None, "marker", left, top, side, side)
        assert [zone.name for zone in mat.zones if _overlap(zone, around)] == []


def test_the_markers_tell_which_games_mat_it_is() -> None:
    ids = [marker.id for game in GAMES for marker in mat_of(game).markers]
    assert len(set(ids)) == len(ids)


@EVERY_GAME
def test_every_zone_command_and_token_has_its_words_in_both_languages(game: str) -> None:
    mat = mat_of(game)
    cells = {"cell", "field", "pitch"}
    titles = [zone.title for zone in mat.zones if zone.role not in cells]
    titles += [token.title for token in mat.tokens]
    titles += [words for command in mat.commands for words in (command.title, command.says)]
    assert all(title.en and title.fr for title in titles)


def test_an_owners_mat_replaces_the_one_that_ships(tmp_path: Path) -> None:
    (tmp_path / "ouaf").mkdir()
    own = tmp_path / "ouaf" / "mat.yaml"
    own.write_text("{game: ouaf, width_mm: 500, height_mm: 400, markers: [], zones: []}")
    assert mat_of("ouaf", [tmp_path]).width_mm == 500


def test_a_mat_with_a_fault_names_its_file_and_the_place(tmp_path: Path) -> None:
    (tmp_path / "ouaf").mkdir()
    own = tmp_path / "ouaf" / "mat.yaml"
    own.write_text("{game: ouaf, width_mm: 500, height_mm: 400, markers: [{id: 900}], zones: []}")
    with pytest.raises(CatalogueError) as told:
        mat_of("ouaf", [tmp_path])
    assert str(own) in str(told.value)
    assert "markers[0]" in str(told.value)
