"""`python -m tests.bench screenshots`: draws every screen in its main states, in both languages, as PNG; needs no display."""

import argparse
import tempfile
from pathlib import Path

from companion.cli.files import made_folder
from companion.settings import TextSize, Theme
from companion.storage.places import Places
from companion.words import LANGUAGES
from ui.start import Display, prepare

BOTH = "both"
THEMES = (*(theme.value for theme in Theme), BOTH)
SIZES = ("1280x800", "1920x1080", "800x480", "800x1280")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder to write to")
    parser.add_argument(
        "--size",
        metavar="WxH",
        action="append",
        choices=SIZES,
        help="one of these sizes only: {sizes}".format(sizes=", ".join(SIZES)),
    )
    parser.add_argument("--theme", choices=THEMES, default=THEMES[0], help="dark or bright colours, or both")
    parser.add_argument(
        "--text-size", choices=list(TextSize), default=TextSize.NORMAL, help="how large texts are"
    )
    parser.add_argument("--left-handed", action="store_true", help="laid out for left hands")
    parser.add_argument("--only", metavar="NAME", default="", help="only screens whose name begins with this")


def run(args: argparse.Namespace) -> int:
    """Draw one window after the other in this process."""
    made_folder(args.folder)
    prepare(Display(is_offscreen=True))
    # Kivy opens its window as it is imported: not before all is settled.
    from tests.bench.portraits.hall_pages import draw_hall  # noqa: PLC0415
    from tests.bench.portraits.scenes import Guise, Portraits  # noqa: PLC0415

    sizes = [_pixels(size) for size in args.size or SIZES]
    with tempfile.TemporaryDirectory(prefix="companion-screens-") as folder:
        portraits = Portraits(Places(Path(folder) / "house"), args.folder)
        portraits.draw(
            [
                Guise(language, size, theme, TextSize(args.text_size), args.left_handed)
                for size in sizes
                for language in LANGUAGES
                for theme in (Theme if args.theme == BOTH else (Theme(args.theme),))
            ],
            args.only,
        )
        hall = dict(draw_hall(args.folder, Path(folder) / "hall", sizes, args.only))
    print(f"{portraits.count + len(hall)} pictures in {args.folder!s}")
    faults = [*portraits.faults, *(f"{name}: {fault}" for name, fault in hall.items() if fault)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _pixels(size: str) -> tuple[int, int]:
    width, _, height = size.partition("x")
    return int(width), int(height)
