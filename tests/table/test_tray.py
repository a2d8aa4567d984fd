"""The dice of a match on the tray: which are known, and what to do where one is not."""

import json
from pathlib import Path

import pytest

from companion.backend.devices.tower import TOWER, TRAY, check
from companion.backend.interface import TableDevices
from companion.storage.places import Places
from companion.table.tray import known_dice, watched_tray
from companion.words import translate
from vision.detectors.dice.definition import die_to_json, find_die
from vision.errors import VisionError


def test_a_d6_with_pips_is_known_without_examples(tmp_path: Path) -> None:
    (d6,) = known_dice(("d6",), Places(tmp_path))
    assert (d6.name, d6.examples) == ("d6", None)


def test_a_d6_has_the_pips_that_were_measured_on_the_owners_dice(tmp_path: Path) -> None:
    where = Places(tmp_path)
    where.dice.mkdir()
    (where.dice / "d6.json").write_text(json.dumps({**die_to_json(find_die("d6")), "pip_radius": 99}))
    (d6,) = known_dice(("d6",), where)
    assert d6.die.pip_radius == 99


def test_a_damaged_measurement_is_told_with_what_to_do(tmp_path: Path) -> None:
    where = Places(tmp_path)
    where.dice.mkdir()
    (where.dice / "d6.json").write_text("{")
    with pytest.raises(VisionError, match="calibrate dice d6"):
        known_dice(("d6",), where)


def test_a_d12_without_examples_is_told_before_the_match_with_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="calibrate dice d12"):
        watched_tray("lignes", Places(tmp_path))
    said = check("lignes", TableDevices(camera="0", others={TOWER: TRAY}), Places(tmp_path))
    assert said.standing == "poor"
    assert "companion calibrate dice d12" in translate(said.says, "en")


def test_a_tray_without_a_camera_is_told(tmp_path: Path) -> None:
    said = check("lignes", TableDevices(others={TOWER: TRAY}), Places(tmp_path))
    assert translate(said.says, "en") == "no camera looks at it"
