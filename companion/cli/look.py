"""`companion look`: what the eye of the program sees in pictures, one line of JSON a picture."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from companion.cli.files import say
from companion.errors import CompanionError
from companion.rules.engine import Json
from companion.words import Text, translate
from vision.detectors.codes import Code
from vision.detectors.salvage import read_photograph
from vision.detectors.tags import read_tags_in_photograph
from vision.errors import NoPicture
from vision.frame import Pixels, to_grey
from vision.overlay import drawn_over
from vision.pictures import encoded, on_one_thread, pictures_in, read_picture

SUMMARY = Text("Say what is seen in pictures: codes, tags, printed references, dice.")
EXIT_NO_PICTURE = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")

    def said(text: Text) -> str:
        return translate(text, language)

    parser.add_argument(
        "paths", metavar="PATH", nargs="+", help=said(Text("a picture, or a folder of pictures"))
    )
    parser.add_argument(
        "--overlay",
        metavar="DIR",
        help=said(Text("write each picture there, with what was seen drawn on it")),
    )


def run(args: argparse.Namespace) -> int:
    """Look at each picture; 0, or 1 when one was none."""
    on_one_thread()
    overlay = None if args.overlay is None else _folder(Path(args.overlay))
    code = 0
    for path in _pictures(args.paths):
        try:
            answer = look(path, overlay)
        except NoPicture as problem:
            answer, code = (
                {"file": str(path), "error": translate(problem.message, args.lang)},
                EXIT_NO_PICTURE,
            )
        say(json.dumps(answer, ensure_ascii=False), sys.stdout)
    return code


def _pictures(names: list[str]) -> Iterator[Path]:
    for name in names:
        yield from pictures_in(Path(name))


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        said = problem.strerror or str(problem)
        raise CompanionError(
            Text("{file} cannot be written: {problem}", file=str(path), problem=said)
        ) from problem
    return path


def look(path: Path, overlay: Path | None) -> Json:
    """What is seen in one picture. Raises `NoPicture`."""
    pixels = read_picture(path)
    begun = time.perf_counter()
    seen = see(pixels)
    took_ms = (time.perf_counter() - begun) * 1000
    if overlay is not None:
        _write(overlay / f"{path.stem}.png", drawn_over(pixels, seen))
    return {
        "file": str(path),
        "size_px": [pixels.shape[1], pixels.shape[0]],
        "ms": round(took_ms, 1),
        "sightings": [_sighting(thing) for thing in seen],
    }


def see(pixels: Pixels) -> list[Code]:
    """Everything in a photograph, from the top down."""
    grey = to_grey(pixels)
    codes = read_photograph(grey)
    seen = [*codes, *read_tags_in_photograph(grey, codes)]
    return sorted(seen, key=lambda thing: (float(thing.corners_px[0, 1]), float(thing.corners_px[0, 0])))


def _sighting(thing: Code) -> Json:
    return {
        "kind": thing.what.value,
        "text": thing.text,
        "corners_px": [[round(float(x), 1), round(float(y), 1)] for x, y in thing.corners_px],
        "confidence": 1.0,
        "state": "start",
    }


def _write(path: Path, pixels: Pixels) -> None:
    try:
        path.write_bytes(encoded(pixels))
    except OSError as problem:
        said = problem.strerror or str(problem)
        raise CompanionError(
            Text("{file} cannot be written: {problem}", file=str(path), problem=said)
        ) from problem
