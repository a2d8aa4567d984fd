"""Lays the pictures of all pages out on sheets, each below its name.

.venv/bin/python -m tests.bench screenshots --size 1280x800 FOLDER
.venv/bin/python docs/pictures/pages/draw.py FOLDER [NAME…]
"""

import sys
from pathlib import Path

import cv2
import numpy as np

HERE = Path(__file__).parent
PAGES = {
    "home-and-set-up": ("calibrate", "home", "locks", "matches", "people", "settings", "setup", "teams"),
    "matches": (
        "aside",
        "boufbowl",
        "camera",
        "hint",
        "lignes",
        "menu",
        "ofusaido",
        "ouaf",
        "over",
        "question",
        "replay",
    ),
    "referee-and-public": ("evidence", "public", "referee"),
    "hall": ("hall",),
    "kiosk": ("kiosk", "learn"),
    "cards-and-rules": ("cards", "review", "rules"),
}
"""The sheets, and how the names of their pages begin."""
DRAWN = "-1280x800-fr.png"
ACROSS, SIZE_PX = 3, (426, 266)
GAP_PX, NAME_PX = 10, 20
PAPER, INK = 255, (29, 36, 31)
JPEG_QUALITY = 85


def draw(sheet: Path, drawn: list[Path]) -> None:
    """Draw one sheet with the pictures of pages, in their order."""
    width, height = SIZE_PX
    rows = -(-len(drawn) // ACROSS)
    across, down = width + GAP_PX, height + NAME_PX + GAP_PX
    pixels = np.full((rows * down + GAP_PX, ACROSS * across + GAP_PX, 3), PAPER, np.uint8)
    for n, path in enumerate(drawn):
        page = cv2.imread(str(path))
        assert page is not None
        # Of a page of a hall that goes on below, what is seen first.
        page = page[: page.shape[1] * height // width]
        x, y = GAP_PX + n % ACROSS * across, GAP_PX + n // ACROSS * down
        name = path.name.removesuffix(DRAWN)
        cv2.putText(pixels, name, (x, y + NAME_PX - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.45, INK, 1, cv2.LINE_AA)
        y += NAME_PX
        pixels[y : y + height, x : x + width] = cv2.resize(page, SIZE_PX, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(sheet), pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def main(folder: Path, names: list[str]) -> None:
    """Draw the sheets of these names, or all."""
    for name in names or PAGES:
        draw(
            HERE / f"{name}.jpg",
            sorted(path for path in folder.glob(f"*{DRAWN}") if path.name.split("-")[0] in PAGES[name]),
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
