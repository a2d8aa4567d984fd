"""Draws the right halves of the pictures of pages, before and after, anew. The left halves, of the old pages, stay.

.venv/bin/companion --lang fr screenshots FOLDER --size 1280x800
.venv/bin/python docs/pictures/pages/draw.py FOLDER [NAME…]
"""

import sys
from pathlib import Path

import cv2

HERE = Path(__file__).parent
PAGES = {
    "home-and-set-up": ("calibrate", "home", "settings", "setup"),
    "matches": ("boufbowl", "lignes", "ofusaido", "ouaf", "question"),
    "referee-and-public": ("public", "referee"),
    "kiosk": ("kiosk",),
    "cards-and-rules": ("cards", "rules"),
}
"""The pictures, and how the names of their pages begin."""
DRAWN = "-1280x800-fr.png"
ACROSS = 2
ROW_PX, COLUMN_PX = 226, 664
"""From one page to the next; each has its name, and below it the page before and after."""
AFTER_PX, TOP_PX, SIZE_PX = 326, 20, (320, 200)
JPEG_QUALITY = 85


def draw(picture: Path, drawn: list[Path]) -> None:
    """Put pages, in the order of their names, into a picture. Raises `ValueError` if it has another number of pages."""
    pixels = cv2.imread(str(picture))
    assert pixels is not None
    rows = pixels.shape[0] // ROW_PX
    if not ACROSS * (rows - 1) < len(drawn) <= ACROSS * rows:
        raise ValueError(f"{picture.name}: expected pages for {rows} rows, got {len(drawn)} pages")
    for n, path in enumerate(drawn):
        page = cv2.imread(str(path))
        assert page is not None
        x, y = n % ACROSS * COLUMN_PX + AFTER_PX, n // ACROSS * ROW_PX + TOP_PX
        pixels[y : y + SIZE_PX[1], x : x + SIZE_PX[0]] = cv2.resize(
            page, SIZE_PX, interpolation=cv2.INTER_AREA
        )
    cv2.imwrite(str(picture), pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def main(folder: Path, names: list[str]) -> None:
    """Draw the pictures of these names, or all."""
    for name in names or PAGES:
        begin = PAGES[name]
        drawn = sorted(
            (path for path in folder.glob(f"*{DRAWN}") if path.name.split("-")[0] in begin),
            key=lambda path: path.name.removesuffix(DRAWN),
        )
        draw(HERE / f"{name}.jpg", drawn)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
