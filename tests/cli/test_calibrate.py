"""The calibrations typed as a person types them, on virtual tables, and what they say when they cannot."""

import json
import threading
from pathlib import Path

import pytest

from companion.clock import monotonic_ms
from devices.tower.virtual_port import PtyPlug, VirtualPort
from devices.tower.virtual_tower import VirtualTower
from tests.cli.terminal import Terminal
from tests.cli.test_look import save
from vision.virtual.named_tables import scene_for

pytestmark = pytest.mark.drawn


@pytest.mark.slow
def test_the_table_is_found_kept_and_then_checked(terminal: Terminal) -> None:
    said = terminal.type("calibrate", "table", "--source", "virtual:table")
    assert said.code == 0, said.err
    assert "The mat is found" in said.out and "Saved in" in said.out
    (kept,) = (terminal.data / "calibration").glob("table-virtual-*-1920x1080.json")
    assert json.loads(kept.read_text())["data"]["mat"] == "virtual"
    checked = terminal.type("calibrate", "check", "--source", "virtual:table", "--json")
    assert checked.code == 0
    (answer,) = checked.answers
    assert answer["lines"][0]["measure"] == "places on the mat" and answer["lines"][0]["number"] < 1
    assert "smaller QR stickers are not read" in answer["lines"][2]["consequence"]["en"]


@pytest.mark.slow
def test_the_light_says_where_the_lamp_is_in_the_way(terminal: Terminal) -> None:
    said = terminal.type("calibrate", "light", "--source", "virtual:lamp", stdin=b"\n")
    assert said.code == 0, said.err
    assert "the lamp is mirrored at the bottom edge (near row)" in " ".join(said.out.split())


@pytest.mark.slow
def test_the_lens_is_learned_from_the_board_that_the_virtual_table_shows(terminal: Terminal) -> None:
    said = terminal.type("calibrate", "camera", "--source", "virtual:board")
    assert said.code == 0, said.err
    assert "The lens is known" in said.out
    (kept,) = (terminal.data / "calibration").glob("camera-virtual-*.json")
    lens = json.loads(kept.read_text())["data"]
    assert lens["fx_px"] == pytest.approx(scene_for("board").camera.focal_px, rel=0.005)
    table = terminal.type("calibrate", "table", "--source", "virtual:table")
    assert "not calibrated yet" not in table.out and table.code == 0


@pytest.mark.slow
@pytest.mark.parametrize("die", ["boufbowl-action", "d6"])
def test_dice_are_learned_from_a_virtual_tray(die: str, terminal: Terminal) -> None:
    said = terminal.type("calibrate", "dice", die, "--source", "virtual:dice")
    assert said.code == 0, said.err
    assert list((terminal.data / "dice").glob(f"{die}.*"))


@pytest.mark.slow
def test_a_tower_is_given_its_thresholds(terminal: Terminal, tmp_path: Path) -> None:
    with VirtualPort(VirtualTower(), PtyPlug(tmp_path / "tower"), monotonic_ms) as port:
        over = threading.Event()

        def drop() -> None:
            while not over.wait(5.0):
                port.order("roll")

        thrower = threading.Thread(target=drop)
        thrower.start()
        try:
            said = terminal.type("calibrate", "tower", tmp_path / "tower", "--patience", "20")
        finally:
            over.set()
            thrower.join()
    assert said.code == 0, said.err
    assert "The tower keeps" in said.out


# --- what cannot be


def test_without_a_tower_it_says_so(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal.type("calibrate", "tower", tmp_path / "none")
    assert said.code == 2 and "no dice tower on" in said.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("camera", "--source", "nowhere"), "nowhere is not a camera, an address, a file or a folder"),
        (("table", "--source", "virtual:disco"), "no virtual table is called disco"),
        (
            ("table", "--source", "virtual:table", "--mat", "chess"),
            "chess is neither a game nor a file; games: ofusaido",
        ),
        (("dice", "d7", "--source", "virtual:dice"), "there is no die and no file called d7"),
        (("light", "--source", "virtual:table"), "nobody answered"),
    ],
)
def test_what_cannot_be_meant_is_one_clear_line(
    words: tuple[str, ...], told: str, terminal: Terminal
) -> None:
    said = terminal.type("calibrate", *words)
    assert said.code == 2 and told in said.err
    assert len(said.err.splitlines()) == 1


def test_without_a_camera_it_says_so(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.sources.opencv_sources.find_cameras", lambda: ())
    said = terminal.type("calibrate", "table", "--source", "63")
    assert said.code == 2 and "there is no camera 63, and no other camera on this machine" in said.err
    assert "`--camera phone`" in said.err


def test_a_busy_camera_is_told_as_such(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.sources.opencv_sources.find_cameras", lambda: ("/dev/video63",))
    said = terminal.type("calibrate", "camera", "--source", "63")
    assert said.code == 2 and "another program may be using it" in said.err


@pytest.mark.slow
def test_a_lens_of_another_size_is_refused_with_what_to_do(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = terminal.data / "calibration"
    assert terminal.type("calibrate", "table", "--source", "virtual:table").code == 0
    (kept,) = folder.glob("table-*.json")
    # A lens as the program keeps it, but for a smaller picture.
    data = json.loads(kept.read_text())
    small = data["data"]["map"]["lens"] | {"width_px": 1280, "height_px": 720}
    lens = data | {"kind": "camera", "size_px": [1280, 720], "data": small}
    (folder / kept.name.replace("table-", "camera-").replace("1920x1080", "1280x720")).write_text(
        json.dumps(lens)
    )
    said = terminal.type("calibrate", "table", "--source", "virtual:table")
    assert said.code == 2 and "was calibrated for pictures of 1280 x 720, not of 1920 x 1080" in said.err
    assert terminal.type("calibrate", "table", "--source", "virtual:table", "--guess-lens").code == 0
    assert len(list((folder / "before").glob("table-*.json"))) == 1


@pytest.mark.slow
def test_pictures_that_end_say_what_was_still_wanted(terminal: Terminal, tmp_path: Path) -> None:
    save(tmp_path / "pictures" / "one.png", scene_for("board").frame().pixels)
    said = terminal.type("calibrate", "camera", "--source", tmp_path / "pictures")
    assert said.code == 2
    assert "have been shown; the next step was: hold the target in the middle of the picture" in said.err


def test_a_camera_that_is_pulled_out_is_told(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scene_for("table")
    table.command("camera-gone")
    monkeypatch.setattr("vision.sources.source_names.scene_for", lambda _: table)
    said = terminal.type("calibrate", "table", "--source", "virtual:table")
    assert said.code == 2 and "camera is gone" in said.err
