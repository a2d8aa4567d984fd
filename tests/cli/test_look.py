"""`companion look`: one line of JSON a picture."""

from pathlib import Path

import cv2
import numpy as np
import zxingcpp

from tests.cli.terminal import Terminal


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
    assert "is no picture" in said.answers[0]["error"]


def test_a_folder_is_all_its_pictures(terminal: Terminal, tmp_path: Path) -> None:
    for name in ("b.png", "a.jpg"):
        save(tmp_path / "pictures" / name, a_code(name.upper()))
    answers = terminal.type("look", tmp_path / "pictures").answers
    assert [answer["sightings"][0]["text"] for answer in answers] == ["A.JPG", "B.PNG"]


def test_the_overlay_is_the_picture_with_what_was_seen_drawn_on_it(
    terminal: Terminal, tmp_path: Path
) -> None:
    path = save(tmp_path / "one.png", a_code())
    assert terminal.type("look", path, "--overlay", tmp_path / "over").code == 0
    drawn = cv2.imread(str(tmp_path / "over" / "one.png"))
    assert drawn is not None
    assert drawn.shape == (*np.asarray(a_code()).shape, 3)
    assert (drawn != cv2.cvtColor(np.asarray(a_code(), np.uint8), cv2.COLOR_GRAY2BGR)).any()


def test_an_overlay_that_cannot_be_written_says_so(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal.type("look", tmp_path, "--overlay", terminal.write("file", "x") / "below")
    assert (said.code, said.err.count("\n")) == (2, 1)


def test_in_french_the_error_is_french(terminal: Terminal) -> None:
    said = terminal.type("look", "--lang", "fr", terminal.write("bad.png", "x"))
    assert "n'est pas une image" in said.answers[0]["error"]
