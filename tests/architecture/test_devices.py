"""A kind of device is one row: general code knows it by the registry alone."""

import re

import grimp

from companion.backend.devices.registry import DEVICES
from tests.architecture.test_layout import ROOT

ROWS = "companion.backend.devices"
KNOW_A_ROW: dict[str, str] = {
    "companion.backend.devices.registry": "it lists them",
    "companion.backend.devices.camera": "in the place of a tower the camera reads the dice",
    "companion.cli.calibrate.walking": "its options are those of each calibration",
    "companion.cli.calibrate.check": "it looks through the camera as a calibration does",
    "companion.cli.watch": "it waits for a phone in the terminal before it opens the camera",
    "companion.cli.demo": "it acts a match out before a virtual camera and a virtual tower",
}
"""The modules that know a row by its name, each with its reason."""


def test_general_code_knows_no_device() -> None:
    graph = grimp.build_graph("companion", "vision", "devices", "ui", "calibration")
    found = {
        module for name in DEVICES for module in graph.find_modules_that_directly_import(f"{ROWS}.{name}")
    }
    assert found == set(KNOW_A_ROW)


def test_the_walk_through_names_files_that_are_there() -> None:
    text = (ROOT / "docs" / "adding-a-device.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:companion|calibration|devices|tests)/[^`]*)`", text)
    assert len(named) > 15
    missing = [path for path in named if "DEVICE" not in path and not (ROOT / path).exists()]
    assert not missing
    for name in DEVICES:
        assert (ROOT / f"companion/backend/devices/{name}.py").exists()
