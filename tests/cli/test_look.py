"""`companion look`: one line of JSON a picture."""

import os
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp

from calibration.board import TRAYS, BoardSize
from companion.mat import Mat
from tests.bench.trials.tray import camera_above_part
from tests.cli.terminal import Terminal, full_disk
from tests.vision.dice.drawn_tray import Lying, Tray, cube, pips, stars
from vision.detectors.dice.definition import find_die
from vision.detectors.dice.examples import load_examples
from vision.virtual.light import Sensor
from vision.virtual.scene import DieKind
from vision.virtual.table import VirtualTable

pytestmark = [pytest.mark.drawn, pytest.mark.process]


def a_code(text: str = "AC001-241") -> object:
    """A sheet with one code, 6 pixels a module, its top left corner at (24, 24)."""
    barcode = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode)
    return np.pad(np.array(barcode.to_image(scale=6)), 24, constant_values=255)


def save(path: Path, pixels: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(path.suffix, np.asarray(pixels))[1].tobytes())
    return path


def test_a_code_is_told_with_its_text_and_its_corners(terminal: Terminal, tmp_path: Path) -> None:
    path = save(tmp_path / "one.png", a_code())
    said = terminal.type("look", path)
    assert said.code == 0
    (answer,) = said.answers
    assert answer["file"] == str(path)
    assert answer["size_px"] == list(np.asarray(a_code()).shape[::-1])
    assert answer["ms"] > 0
    (seen,) = answer["sightings"]
    assert (seen["kind"], seen["text"], seen["state"]) == ("qr", "AC001-241", "start")
    assert len(seen["corners_px"]) == 4
    assert 0 < seen["confidence"] <= 1


def test_a_file_that_is_no_picture_has_its_line_and_the_others_go_on(
    terminal: Terminal, tmp_path: Path
) -> None:
    bad = terminal.write("bad.png", "no picture")
    good = save(tmp_path / "good.png", a_code())
    said = terminal.type("look", bad, tmp_path / "none.png", good)
    assert said.code == 1
    assert ["error" in answer for answer in said.answers] == [True, True, False]
    assert "cannot be read as a picture" in said.answers[0]["error"]


def test_a_folder_is_all_its_pictures(terminal: Terminal, tmp_path: Path) -> None:
    for name in ("b.png", "a.jpg"):
        save(tmp_path / "pictures" / name, a_code(name.upper()))
    answers = terminal.type("look", tmp_path / "pictures").answers
    assert [answer["sightings"][0]["text"] for answer in answers] == ["A.JPG", "B.PNG"]


def test_pictures_of_a_kind_that_cannot_be_read_are_told_and_so_is_a_folder_without_any(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "phone").mkdir()
    (tmp_path / "phone" / "IMG_1.HEIC").write_bytes(b"\0\0\0\x18ftypheic")
    (tmp_path / "none").mkdir()
    said = terminal.type("look", tmp_path / "phone", tmp_path / "none", save(tmp_path / "one.png", a_code()))
    assert said.code == 1
    phone, none, one = said.answers
    assert "IMG_1.HEIC is a HEIC picture, which this program cannot read: save it as JPEG" in phone["error"]
    assert "there are no pictures in" in none["error"]
    assert one["sightings"]


def test_a_picture_of_too_many_pixels_is_told_with_its_size_and_never_unpacked(
    terminal: Terminal, tmp_path: Path
) -> None:
    header = b"IHDR" + (60_000).to_bytes(4, "big") + (50_000).to_bytes(4, "big") + b"\x08\0\0\0\0"
    bomb = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + header + zlib.crc32(header).to_bytes(4, "big")
    (tmp_path / "bomb.png").write_bytes(bomb)
    said = terminal.type("look", tmp_path / "bomb.png")
    assert "bomb.png has 60000 by 50000 pixels; at most 128 megapixels" in said.answers[0]["error"]


def test_a_picture_as_modern_cameras_write_it_is_read(terminal: Terminal, tmp_path: Path) -> None:
    save(tmp_path / "all" / "one.avif", np.dstack([np.asarray(a_code(), np.uint8)] * 3))
    (answer,) = terminal.type("look", tmp_path / "all").answers
    assert [seen["text"] for seen in answer["sightings"]] == ["AC001-241"]


def test_the_overlay_is_the_picture_with_what_was_seen_drawn_on_it(
    terminal: Terminal, tmp_path: Path
) -> None:
    path = save(tmp_path / "one.png", a_code())
    assert terminal.type("look", path, "--overlay", tmp_path / "over").code == 0
    drawn = cv2.imread(str(tmp_path / "over" / "one.png"))
    assert drawn is not None
    assert drawn.shape == (*np.asarray(a_code()).shape, 3)
    assert (drawn != cv2.cvtColor(np.asarray(a_code(), np.uint8), cv2.COLOR_GRAY2BGR)).any()


def test_an_overlay_is_never_written_over_the_pictures_themselves(terminal: Terminal, tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.full((60, 80, 3), 200, np.uint8))
    before = picture.read_bytes()
    said = terminal.type("look", picture, "--overlay", tmp_path)
    assert said.code == 1
    assert "holds the pictures themselves: give --overlay another folder" in said.out
    assert picture.read_bytes() == before


def test_an_overlay_that_cannot_be_written_says_so(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal.type("look", tmp_path, "--overlay", terminal.write("file", "x") / "below")
    assert (said.code, said.err.count("\n")) == (2, 1)


def test_in_french_the_error_is_french(terminal: Terminal) -> None:
    said = terminal.type("look", "--lang", "fr", terminal.write("bad.png", "x"))
    assert "pas une image" in said.answers[0]["error"]


# --- dice and printed references


def a_tray(*dice: Lying) -> object:
    return Tray(cube(), "123456", pips).picture(dice)


def test_dice_in_a_tray_are_told_with_their_faces(terminal: Terminal, tmp_path: Path) -> None:
    path = save(
        tmp_path / "tray.png",
        a_tray(Lying("5", (-2, 0), 20), Lying("2", (2, 1)), Lying("4", (1, -3), 10, 45)),
    )
    (answer,) = terminal.type("look", "--dice", "d6", path).answers
    told = [(die["kind"], die["text"], die["state"]) for die in answer["sightings"]]
    assert sorted(told) == [("die", "", "cocked"), ("die", "2", "start"), ("die", "5", "start")]


def test_a_die_that_nobody_knows_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal.type("look", "--dice", "d7", tmp_path)
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "possible dice: boufbowl-action" in said.err


@pytest.mark.slow
def test_dice_with_symbols_are_enrolled_and_then_read(terminal: Terminal, tmp_path: Path) -> None:
    dice = ("--dice", "boufbowl-action", "--examples", tmp_path / "mine.npz")
    tray = Tray(cube(), ("0", "1", "1", "2", "2", "3"), stars)
    places = [(-3.0, 0.0), (0.0, 2.5), (2.5, -1.0)]
    for face in "0123":
        thrown = [Lying(face, at, 37 * n) for n, at in enumerate(places)]
        path = save(tmp_path / f"{face}.png", tray.picture(thrown))
        assert len(terminal.type("look", *dice, "--enrol", face, path).answers[0]["sightings"]) == 3
    path = save(tmp_path / "throw.png", tray.picture([Lying("2", (-1, 1), 50), Lying("3", (2, 0), 200)]))
    (answer,) = terminal.type("look", *dice, path).answers
    assert sorted(die["text"] for die in answer["sightings"]) == ["2", "3"]
    assert "name their file with --examples" in terminal.type("look", "--dice", "boufbowl-damage", path).err


def test_examples_stay_as_they_were_where_the_disk_is_full(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = tmp_path / "mine.npz"
    tray = Tray(cube(), ("0", "1", "1", "2", "2", "3"), stars)
    enrol = ("look", "--dice", "boufbowl-action", "--examples", examples, "--enrol")
    path = save(tmp_path / "1.png", tray.picture([Lying("1", (0, 0), 20)]))
    assert terminal.type(*enrol, "1", path).code == 0
    before = examples.read_bytes()
    monkeypatch.setattr(os, "fsync", full_disk)
    said = terminal.type(*enrol, "2", path)
    assert (said.code, examples.read_bytes()) == (2, before)
    assert said.err == f"companion: {examples} cannot be written: the disk is full; make room on it\n"


def on_the_printed_tray(face: str, turn_deg: float) -> object:
    """Three dice with stars on the printed tray, all with one face up, seen at an angle."""
    part = Mat("tray", 320, 232, (), ())
    table = VirtualTable(part, camera_above_part(part, 3.0), sensor=Sensor(0.6, 2.5), seed=4)
    table.put_tray_sheet(TRAYS[BoardSize.A4], (160.0, 116.0), 7.0)
    for n, at_mm in enumerate([(90.0, 90.0), (160.0, 130.0), (220.0, 80.0)]):
        table.put_die(DieKind.STARS, face, at_mm, turn_deg + 50 * n)
    return table.frame().pixels


@pytest.mark.slow
def test_dice_on_the_printed_tray_are_enrolled_there_and_then_read(
    terminal: Terminal, tmp_path: Path
) -> None:
    dice = ("--dice", "boufbowl-action", "--examples", tmp_path / "mine.npz")
    for face in "0123":
        path = save(tmp_path / f"{face}.png", on_the_printed_tray(face, 10.0))
        (answer,) = terminal.type("look", *dice, "--enrol", face, path).answers
        assert len(answer["sightings"]) == 3
    examples = load_examples(tmp_path / "mine.npz", find_die("boufbowl-action"))
    assert examples.side_mm == pytest.approx(16.0, abs=1.5)
    path = save(tmp_path / "throw.png", on_the_printed_tray("2", 75.0))
    (answer,) = terminal.type("look", *dice, path).answers
    assert [die["text"] for die in answer["sightings"]] == ["2", "2", "2"]


@pytest.mark.slow
def test_a_hand_over_one_tray_ends_the_reading_of_no_other(terminal: Terminal, tmp_path: Path) -> None:
    part = Mat("tray", 320, 232, (), ())
    table = VirtualTable(part, camera_above_part(part, 3.0), sensor=Sensor(0.6, 2.5), seed=4)
    table.frames_per_second = 10
    table.put_tray_sheet(TRAYS[BoardSize.A4], (160.0, 116.0), 7.0)
    table.put_die(DieKind.PIPS, "5", (110.0, 90.0), 20)
    save(tmp_path / "trays" / "b.png", table.frame().pixels)
    table.pass_hand((160.0, 150.0), rest_ms=3000)
    save(tmp_path / "trays" / "a.png", [table.frame().pixels for _ in range(12)][-1])
    said = terminal.type("look", "--dice", "d6", tmp_path / "trays")
    covered, read = said.answers
    assert said.code == 1
    assert "something lies over the dice tray" in covered["error"]
    assert [die["text"] for die in read["sightings"]] == ["5"]


def a_line(text: str) -> object:
    paper = np.full((70, 40 * len(text)), 230, np.uint8)
    cv2.putText(paper, text, (20, 50), (30,), cv2.FontFace("sans"), 44, 500)
    return paper


def test_printed_references_are_told_by_their_pattern(terminal: Terminal, tmp_path: Path) -> None:
    path = save(tmp_path / "line.png", a_line("AB-123-CD"))
    assert terminal.type("look", "--text", path).answers[0]["sightings"] == []
    (answer,) = terminal.type("look", "--text", "--pattern", "[A-Z]{2}[0-9]{3}[A-Z]{2}", path).answers
    (seen,) = answer["sightings"]
    assert (seen["kind"], seen["text"], seen["state"]) == ("reference", "AB123CD", "start")
    assert "is not a regular expression" in terminal.type("look", "--text", "--pattern", "[", path).err


def test_print_that_is_not_read_to_its_end_is_told(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.detectors.reference.reader.MOST_US", 1)
    said = terminal.type("look", "--text", "--lang", "en", save(tmp_path / "line.png", a_line("AC001-1234")))
    assert said.answers[0]["sightings"] == []
    assert said.err == (
        "companion: there is too much print to read all of it in one picture: cut out the part with the reference, or take the"
        " card alone\n"
    )


def test_what_may_be_two_is_told_as_ambiguous_with_both(terminal: Terminal, tmp_path: Path) -> None:
    path = save(tmp_path / "line.png", a_line("AC001-1234"))
    (answer,) = terminal.type("look", "--pattern", "AC00[Il]-1234", path).answers
    (seen,) = answer["sightings"]
    assert (seen["text"], seen["state"]) == ("", "ambiguous")
    assert seen["candidates"] == ["AC00I-1234", "AC00l-1234"]


@pytest.mark.parametrize("wanted", [("--dice", "d6"), ("--text",)])
def test_whatever_the_picture_there_is_never_a_traceback(
    wanted: tuple[str, ...], terminal: Terminal, tmp_path: Path
) -> None:
    chance = np.random.default_rng(1)
    shapes = [(1, 1), (1, 300), (300, 1), (7, 9), (64, 64, 3), (50, 80, 4), (5, 5, 3), (2, 2)]
    for n, shape in enumerate(shapes):
        save(tmp_path / "all" / f"noise{n}.png", chance.integers(0, 255, shape, np.uint8))
        save(tmp_path / "all" / f"flat{n}.png", np.full(shape, 255 * (n % 2), np.uint8))
    save(tmp_path / "all" / "deep.png", chance.integers(0, 65535, (60, 90), np.uint16))
    whole = save(tmp_path / "all" / "cut.jpg", a_tray(Lying("5", (0, 0))))
    whole.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    said = terminal.type("look", *wanted, tmp_path / "all")
    assert said.code in (0, 1)
    assert said.err == ""
    assert len(said.answers) == 2 * len(shapes) + 2
    assert all(seen["text"] == "" for answer in said.answers[:-1] for seen in answer.get("sightings", ()))


def test_what_libraries_say_of_a_damaged_picture_does_not_stand_raw_beside_our_words(tmp_path: Path) -> None:
    whole = cv2.imencode(".png", np.zeros((200, 200), np.uint8))[1].tobytes()
    (tmp_path / "half.png").write_bytes(whole[: len(whole) // 2])
    photo = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (200, 200), np.uint8))[1].tobytes()
    (tmp_path / "half.jpg").write_bytes(photo[: len(photo) // 2])
    command = [sys.executable, "-m", "companion", "look", str(tmp_path), str(tmp_path / "none.png")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 1)
    assert len(done.stdout.splitlines()) == 3
