"""Pictures in files: all that OpenCV reads, and clear words for what it does not."""

import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import NoPicture
from vision.pictures import decode_picture, jpeg_size_px, pictures_in, read_picture


def written(pixels: object, suffix: str = ".png") -> bytes:
    done, data = cv2.imencode(suffix, np.asarray(pixels))
    assert done
    return data.tobytes()


def test_grey_and_colour_are_kept_as_they_are() -> None:
    grey = np.arange(64, dtype=np.uint8).reshape(8, 8)
    assert (decode_picture(written(grey), "x") == grey).all()
    colour = np.dstack([grey, grey + 1, grey + 2])
    assert (decode_picture(written(colour), "x") == colour).all()


def test_sixteen_bits_are_brought_down_to_eight() -> None:
    deep = np.array([[0, 257 * 128], [257 * 255, 257 * 3]], np.uint16)
    assert (decode_picture(written(deep), "x") == [[0, 128], [255, 3]]).all()


@pytest.mark.parametrize("end", [None, -2])
def test_a_photograph_is_turned_as_the_phone_was_held(end: int | None) -> None:
    lying = np.zeros((16, 32), np.uint8)
    lying[:, :16] = 255
    exif = b"Exif\0\0MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x112, 3, 1, 6, 0, 0)
    jpeg = written(lying, ".jpg")
    turned = decode_picture(
        jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:end], "x"
    )
    assert turned.shape == (32, 16)
    assert (turned[:16] > 250).all()
    assert (turned[16:] < 5).all()


@pytest.mark.parametrize("bits", [10, 12, 14])
def test_the_levels_of_a_sensor_fill_the_eight_bits(bits: int) -> None:
    deep = np.array([[0, 1 << (bits - 1)], [(1 << bits) - 1, 1 << (bits - 3)]], np.uint16)
    assert decode_picture(written(deep), "x").tolist() == [[0, 128], [255, 32]]


def test_eight_bits_in_sixteen_stay_as_they_are() -> None:
    assert decode_picture(written(np.array([[0, 255, 7]], np.uint16)), "x").tolist() == [[0, 255, 7]]


def test_light_print_on_nothing_is_put_on_black_paper() -> None:
    clear = np.zeros((2, 2, 4), np.uint8)
    clear[0, 0] = (250, 250, 250, 255)
    assert decode_picture(written(clear), "x")[:, :, 0].tolist() == [[250, 0], [0, 0]]


def test_print_with_dark_in_it_is_put_on_white_paper() -> None:
    clear = np.zeros((2, 2, 4), np.uint8)
    clear[0] = ((250, 250, 250, 255), (9, 9, 9, 255))
    assert decode_picture(written(clear), "x")[:, :, 0].tolist() == [[250, 9], [255, 255]]


@pytest.mark.parametrize("is_grey", [True, False])
def test_a_jpeg_without_its_end_mark_is_whole_and_one_that_is_cut_off_is_told(is_grey: bool) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (48, 64) if is_grey else (48, 64, 3), np.uint8)
    data = written(noise, ".jpg")
    assert (decode_picture(data[:-2], "a.jpg") == decode_picture(data, "a.jpg")).all()
    for cut in (len(data) * 2 // 3, len(data) - 900):
        with pytest.raises(NoPicture, match=r"a\.jpg is cut off"):
            decode_picture(data[:cut], "a.jpg")


def test_a_grey_picture_with_its_end_mark_is_not_taken_for_one_that_is_cut_off() -> None:
    data = written(np.full((48, 64), 128, np.uint8), ".jpg")
    assert (decode_picture(data, "a.jpg") == 128).all()


def test_what_is_transparent_is_white_paper() -> None:
    clear = np.zeros((2, 2, 4), np.uint8)
    clear[0, 0] = (10, 20, 30, 255)
    picture = decode_picture(written(clear), "x")
    assert picture.shape == (2, 2, 3)
    assert picture[0, 0].tolist() == [10, 20, 30]
    assert picture[1, 1].tolist() == [255, 255, 255]


def test_a_picture_may_be_one_pixel() -> None:
    assert decode_picture(written(np.zeros((1, 1), np.uint8)), "x").shape == (1, 1)


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", bytes(1000)])
def test_what_is_no_picture_says_so(data: bytes) -> None:
    with pytest.raises(NoPicture, match=r"a\.png cannot be read as a picture"):
        decode_picture(data, "a.png")


def test_a_picture_that_claims_to_be_a_gigapixel_is_refused() -> None:
    # A PNG's header says its size: 100000 by 100000.
    whole = written(np.zeros((1, 1), np.uint8))
    huge = whole[:16] + (100_000).to_bytes(4, "big") * 2 + whole[24:]
    with pytest.raises(NoPicture):
        decode_picture(huge, "huge.png")


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_a_picture_cut_anywhere_is_a_picture_or_says_that_it_is_none(suffix: str) -> None:
    chance = np.random.default_rng(1)
    data = written(chance.integers(0, 255, (40, 60, 3), np.uint8), suffix)
    for cut in range(0, len(data), 37):
        try:
            assert decode_picture(data[:cut], "cut").ndim in (2, 3)
        except NoPicture:
            continue


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoPicture, match="cannot be read: there is no such file"):
        read_picture(tmp_path / "none.png")


def test_a_folder_stands_for_its_pictures_by_name(tmp_path: Path) -> None:
    for name in ("b.png", "a.JPG", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in pictures_in(tmp_path)] == ["a.JPG", "b.png"]
    assert pictures_in(tmp_path / "b.png") == [tmp_path / "b.png"]


BOUNDED = """
import resource, sys
from pathlib import Path
from vision.errors import NoPicture
from vision.pictures import read_picture
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
for name in sys.argv[1:]:
    try:
        read_picture(Path(name))
    except NoPicture as problem:
        print(problem)
"""


def claiming(suffix: str, width: int, height: int) -> bytes:
    """A small picture whose header says another size."""
    data = bytearray(written(np.zeros((16, 16, 3), np.uint8), suffix))
    match suffix:
        case ".jpg":
            at = data.find(b"\xff\xc0") + 5
            data[at : at + 4] = height.to_bytes(2, "big") + width.to_bytes(2, "big")
        case ".png":
            data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
            data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
        case ".bmp":
            data[18:26] = width.to_bytes(4, "little") + height.to_bytes(4, "little")
        case ".ppm":
            return f"P6\n{width} {height}\n255\n".encode() + bytes(100)
        case _:
            raise AssertionError(suffix)
    return bytes(data)


@pytest.mark.process
def test_small_files_that_claim_to_be_gigapixels_cost_no_memory(tmp_path: Path) -> None:
    # In a process of its own, which may have 1.5 GB, and where nothing has loaded OpenCV before.
    paths = [tmp_path / f"claims{suffix}" for suffix in (".jpg", ".png", ".bmp", ".ppm")]
    for path in paths:
        path.write_bytes(claiming(path.suffix, 30_000, 30_000))
    done = subprocess.run(
        [sys.executable, "-c", BOUNDED, *map(str, paths)], capture_output=True, text=True, check=True
    )
    said = done.stdout.splitlines()
    assert [line.partition(" ")[0] for line in said] == [*map(str, paths)]
    assert all(" has 30000 by 30000 pixels" in line for line in said[:2])
    assert all(" cannot be read as a picture" in line for line in said[2:])
    assert "128 megapixels and 32000 pixels a side" in done.stdout


def test_a_picture_too_long_for_what_reads_codes_is_refused_with_its_limit() -> None:
    with pytest.raises(NoPicture, match="32000 pixels a side"):
        decode_picture(written(np.zeros((1, 65_000), np.uint8)), "long.png")


def test_a_picture_that_is_a_device_or_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "zero.png").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.png")
    for name, what in (("zero.png", "a device"), ("pipe.png", "a pipe")):
        with pytest.raises(NoPicture, match=f"this is {what}, not a file"):
            read_picture(tmp_path / name)


def test_the_header_of_a_jpeg_is_read_wherever_its_frame_stands() -> None:
    plain = written(np.zeros((24, 40, 3), np.uint8), ".jpg")
    assert jpeg_size_px(plain) == (40, 24)
    assert jpeg_size_px(plain[:2] + b"\xff\xfe\x00\x06\xff\xc0\xff\xd9" + plain[2:]) == (40, 24)
    assert jpeg_size_px(plain[:2] + b"garbage" + b"\xff\xff" + plain[2:]) == (40, 24)
    progressive = cv2.imencode(".jpg", np.zeros((24, 40), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1]
    assert jpeg_size_px(progressive.tobytes()) == (40, 24)
    assert jpeg_size_px(b"") is None and jpeg_size_px(b"\x89PNG") is None
    assert all(jpeg_size_px(plain[:end]) in (None, (40, 24)) for end in range(0, len(plain), 7))
