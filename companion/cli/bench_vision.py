"""`companion bench vision`: compares how well and how fast cards are read here and by other decoders, in one run.

Photographs made by others, if they are at hand, photographs of codes that are drawn hard to read, and plays drawn on the virtual table. The readers stand side by side:
this pipeline, pyzbar on whole frames, zxing-cpp on whole frames; CPU times are of the same frames in the same run, so
that their ratios mean something on a machine that has other things to do.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from companion.cli.options import Said
from companion.cli.table import table_lines
from companion.trials.readers import READERS, Tally, drawn_photographs, drawn_play, photographs
from companion.words import Text, translate, word
from vision.pictures import use_one_thread
from vision.virtual.code_photographs import Trouble
from vision.virtual.drawn_play import ViewingConditions

PLAYS = (
    ViewingConditions(2.0, 1.0),
    ViewingConditions(2.25, 1.0),
    ViewingConditions(2.5, 0.5),
    ViewingConditions(2.5, 1.0),
    ViewingConditions(2.5, 1.5),
    ViewingConditions(3.0, 1.0),
    ViewingConditions(4.0, 1.5),
)
TROUBLES = {
    Trouble.NONE: Text("drawn photographs of codes that are easy to read"),
    Trouble.GLARE: Text("drawn photographs of codes with glare on glossy paper"),
    Trouble.SUN: Text("drawn photographs of codes in shade with patches of sun"),
    Trouble.DAMAGE: Text("drawn photographs of codes that are scratched, stained, torn or covered"),
    Trouble.BEND: Text("drawn photographs of codes around bottles and mugs"),
    Trouble.BLUR: Text("drawn photographs of codes out of focus or moved"),
}


def add_arguments(parser: argparse.ArgumentParser, said: Said) -> None:
    parser.add_argument(
        "--photos",
        metavar="DIR",
        default=os.environ.get("COMPANION_PHOTOS", "../shared/photos"),
        help=said(
            Text(
                "a folder of photographs with their texts beside them; if there is none, photographs are not measured"
            )
        ),
    )
    parser.add_argument(
        "--plays",
        type=int,
        default=1,
        metavar="N",
        help=said(Text("how many plays are drawn in each light, with 240 frames each")),
    )
    parser.add_argument(
        "--drawn",
        type=int,
        default=20,
        metavar="N",
        help=said(
            Text("how many photographs of codes are drawn for each thing that makes them hard to read")
        ),
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help=said(Text("the first of the numbers from which the photographs are drawn")),
    )


def run(args: argparse.Namespace) -> int:
    use_one_thread()
    for folder, tallies in photographs(Path(args.photos)):
        _print(Text("photographs, {folder}", folder=folder), tallies, args.lang)
    for trouble, name in TROUBLES.items() if args.drawn > 0 else ():
        _print(name, drawn_photographs(trouble, range(args.seed, args.seed + args.drawn)), args.lang)
    for conditions in PLAYS:
        total = [Tally() for _ in READERS]
        for seed in range(max(1, args.plays)):
            for tally, more in zip(total, drawn_play(conditions, seed), strict=True):
                tally.add(more)
        heading = Text(
            "picture drawn by the program: {px} px for each code module, blur {blur} px",
            px=f"{conditions.px_a_module:.2f}",
            blur=f"{conditions.blur_px:.1f}",
        )
        _print(heading, total, args.lang)
    return 0


def _print(heading: Text, tallies: Sequence[Tally], language: str) -> None:
    words = [Text("reader"), word("right"), word("wrong"), word("missed"), Text("CPU ms a picture"),
             Text("times zxing-cpp"), Text("frames to the sighting (median, most)")]  # fmt: skip
    rows = [[translate(name, language) for name in words]]
    plain_s = tallies[-1].cpu_s
    for name, tally in zip(READERS, tallies, strict=True):
        delays = sorted(tally.delays)
        rows.append(
            [
                translate(name, language),
                str(tally.right),
                str(tally.wrong),
                str(tally.missed),
                f"{1000 * tally.cpu_s / max(1, tally.pictures):.2f}",
                f"{tally.cpu_s / plain_s:.2f}" if plain_s else "-",
                f"{delays[len(delays) // 2]}, {delays[-1]}" if delays else "-",
            ]
        )
    print(f"\n{translate(heading, language)}")
    for line in table_lines(rows):
        print(line)
