"""`companion look`: prints what the program recognises in pictures, one line of JSON a picture."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from companion.cli.camera import libraries_silenced
from companion.cli.files import cannot_write, made_folder, say, write_bytes
from companion.cli.options import Said
from companion.observation import ReadingStatus, SightingState
from companion.rules.engine import Json
from companion.table.tray import SHEETS
from companion.words import Text, translate
from vision.detection_settings import PartReader, dice_reader
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import FaceKind, find_die, shipped_dice
from vision.detectors.dice.example_reader import FaceEnrolment
from vision.detectors.dice.examples import load_examples
from vision.detectors.dice.mixed_reader import KnownDie, find_sheet_portraits, read_mixed
from vision.detectors.reference.reader import ReadingEffort, ReferenceFormat, read_references
from vision.detectors.reference.repair import REFERENCE, compile_pattern
from vision.detectors.retries import read_photograph
from vision.detectors.tags import read_tags_in_photograph
from vision.errors import NoPicture, SpotCovered, VisionError
from vision.frame import Pixels, to_grey
from vision.pictures import encode_png, pictures_in, read_picture, use_one_thread
from vision.preview import draw_overlay
from vision.tray_watch import find_flat_tray

EXIT_NO_PICTURE = 1


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", help=said(Text("a picture, or a folder of pictures"))
    )
    parser.add_argument(
        "--dice",
        metavar="DIE",
        help=said(
            Text(
                "read dice in a tray: {dice}, or the file of a die's definition",
                dice=", ".join(shipped_dice()),
            )
        ),
    )
    parser.add_argument(
        "--examples",
        metavar="FILE",
        help=said(Text("the file with examples of these dice, for dice without pips")),
    )
    parser.add_argument(
        "--enrol",
        metavar="FACE",
        help=said(Text("add the dice of the pictures, which all show this face, to the examples")),
    )
    parser.add_argument(
        "--text",
        action="store_true",
        help=said(Text("read printed references: on a card, on one line, or in any print")),
    )
    parser.add_argument(
        "--pattern",
        metavar="REGEX",
        default=REFERENCE,
        help=said(
            Text(
                "what a reference looks like, as a regular expression; default: {pattern}",
                pattern=REFERENCE,
            )
        ),
    )
    parser.add_argument(
        "--overlay",
        metavar="DIR",
        help=said(Text("write each picture to this folder, with marks on everything that was recognised")),
    )


def run(args: argparse.Namespace) -> int:
    """Look at each picture; 0, or 1 if one could not be read or something covers what is to be read."""
    with libraries_silenced():
        return _look_at_all(args)


def _look_at_all(args: argparse.Namespace) -> int:
    use_one_thread()
    overlay = None if args.overlay is None else made_folder(Path(args.overlay))
    see = _part_reader(args)
    code = 0
    for path in _pictures(args.paths):
        try:
            answer = look(path, see, overlay)
        except (NoPicture, SpotCovered) as problem:
            answer, code = (
                {"file": str(path), "error": translate(problem.message, args.lang)},
                EXIT_NO_PICTURE,
            )
        say(json.dumps(answer, ensure_ascii=False), sys.stdout)
    return code


def _pictures(names: list[str]) -> Iterator[Path]:
    """Yield the pictures of the paths; a folder without any stands for itself, so that it is told."""
    for name in names:
        try:
            yield from pictures_in(Path(name))
        except NoPicture:
            yield Path(name)


def look(path: Path, see: PartReader, overlay: Path | None) -> Json:
    """Return what is recognised in one picture. Raises `NoPicture` or `SpotCovered`."""
    if path.is_dir():
        raise NoPicture(Text("there are no pictures in {path}", path=str(path)))
    pixels = read_picture(path)
    begun = time.perf_counter()
    seen = _from_the_top(see(pixels))
    took_ms = (time.perf_counter() - begun) * 1000
    if overlay is not None:
        if overlay.samefile(path.parent):
            raise NoPicture(
                Text(
                    "{folder} holds the pictures themselves: give --overlay another folder",
                    folder=str(overlay),
                )
            )
        _write(overlay / f"{path.stem}.png", draw_overlay(pixels, seen))
    return {
        "file": str(path),
        "size_px": [pixels.shape[1], pixels.shape[0]],
        "ms": round(took_ms, 1),
        "sightings": [_sighting(thing) for thing in seen],
    }


def _part_reader(args: argparse.Namespace) -> PartReader:
    """Return the pipeline for dice, printed references, or codes and tags."""
    if args.dice is not None:
        return _eye_for_dice(args)
    if args.text or args.pattern != REFERENCE:
        return _eye_for_print(ReferenceFormat(compile_pattern(args.pattern)), args.lang)
    return _codes_and_tags


def _eye_for_print(wanted: ReferenceFormat, language: str) -> PartReader:
    """Return a reader of printed references that tells how far it is, and whether it stopped before the end."""

    def see(pixels: Pixels) -> list[Detection]:
        effort = ReadingEffort(_tell_progress if sys.stderr.isatty() else lambda _: None)
        seen = read_references(pixels, wanted, effort)
        if sys.stderr.isatty():
            print(end="\r     \r", file=sys.stderr, flush=True)
        if effort.is_cut_short:
            told = Text(
                "there is too much print to read all of it in one picture: cut out the part with the reference, or take the"
                " card alone"
            )
            print(f"companion: {translate(told, language)}", file=sys.stderr, flush=True)
        return seen

    return see


def _tell_progress(share: float) -> None:
    print(f"\r{share:4.0%}", end="", file=sys.stderr, flush=True)


def _eye_for_dice(args: argparse.Namespace) -> PartReader:
    die = find_die(args.dice)
    if die.kind is FaceKind.PIPS:
        return _on_sheet(KnownDie(die.name, die), dice_reader(die))
    if args.examples is None:
        raise VisionError(
            Text(
                "a {die} is read by comparing it with examples of the same die: name their file "
                "with --examples",
                die=die.name,
            )
        )
    if args.enrol is not None:
        return _enrolling(
            FaceEnrolment(die, args.enrol, Path(args.examples), partial(write_bytes, name=args.examples))
        )
    examples = load_examples(Path(args.examples), die)
    return _on_sheet(KnownDie(die.name, die, examples), dice_reader(die, examples))


def _enrolling(enrolment: FaceEnrolment) -> PartReader:
    """Return what takes examples: on the printed tray if the picture shows one, as it is read there, else in the largest
    dark place.
    """

    def see(pixels: Pixels) -> list[Detection]:
        tray = find_flat_tray(SHEETS, to_grey(pixels))
        if tray is None:
            return enrolment.see(pixels)
        found = enrolment.take(find_sheet_portraits(tray.of(pixels), tray.sheet))
        return [replace(seen, corners_px=tray.in_picture(seen.corners_px)) for seen in found]

    return see


def _on_sheet(die: KnownDie, elsewhere: PartReader) -> PartReader:
    """Return a reader of dice. It reads in the printed tray if the picture shows one, else with `elsewhere`."""

    def see(pixels: Pixels) -> list[Detection]:
        tray = find_flat_tray(SHEETS, to_grey(pixels))
        if tray is None:
            return elsewhere(pixels)
        return [
            replace(
                seen, text=seen.text.partition(":")[2], corners_px=tray.in_picture(seen.corners_px),
                candidates=tuple(name.partition(":")[2] for name in seen.candidates),
            )
            for seen in read_mixed(tray.of(pixels), tray.sheet, [die])
        ]  # fmt: skip

    return see


def _codes_and_tags(pixels: Pixels) -> list[Detection]:
    grey = to_grey(pixels)
    codes = read_photograph(grey)
    return [*codes, *read_tags_in_photograph(grey, codes)]


def _from_the_top(seen: list[Detection]) -> list[Detection]:
    return sorted(seen, key=lambda thing: (float(thing.corners_px[0, 1]), float(thing.corners_px[0, 0])))


def _sighting(thing: Detection) -> Json:
    """Return a sighting as JSON; one that was not read has no text and says why."""
    is_read = thing.reading is ReadingStatus.READ
    told: Json = {
        "kind": thing.what.value,
        "text": thing.text,
        "corners_px": [[round(float(x), 1), round(float(y), 1)] for x, y in thing.corners_px],
        "confidence": thing.confidence,
        "state": SightingState.START.value if is_read else thing.reading.value,
    }
    if thing.candidates:
        told["candidates"] = list(thing.candidates)
    return told


def _write(path: Path, pixels: Pixels) -> None:
    try:
        path.write_bytes(encode_png(pixels))
    except OSError as problem:
        raise cannot_write(str(path), problem) from problem
