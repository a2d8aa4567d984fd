"""`python -m tests.bench vision`: compares how well and how fast cards are read here and by other decoders, in one run.

Photographs made by others, if they are at hand, photographs of codes that are drawn hard to read, and plays drawn on the
virtual table. The readers stand side by side: this pipeline, pyzbar on whole frames, zxing-cpp on whole frames; CPU times
are of the same frames in the same run, so that their ratios mean something on a machine that has other things to do. With
`--matches`, what `watch` runs is fed the frames of whole matches of all four games instead, with their mats, tokens, zones
and hands.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from companion.cli.story import table_lines
from tests.bench.markdown import markdown_lines
from tests.bench.pictures.code_photographs import Trouble
from tests.bench.pictures.drawn_play import ViewingConditions
from tests.bench.trials import acted_matches as live
from tests.bench.trials.match_cost import FrameCosts, match_costs
from tests.bench.trials.readers import READERS, Tally, drawn_photographs, drawn_play, photographs
from vision.pictures import use_one_thread

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
    Trouble.NONE: "drawn photographs of codes that are easy to read",
    Trouble.GLARE: "drawn photographs of codes with glare on glossy paper",
    Trouble.SUN: "drawn photographs of codes in shade with patches of sun",
    Trouble.DAMAGE: "drawn photographs of codes that are scratched, stained, torn or covered",
    Trouble.BEND: "drawn photographs of codes around bottles and mugs",
    Trouble.BLUR: "drawn photographs of codes out of focus or moved",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--photos",
        metavar="DIR",
        default=os.environ.get("COMPANION_PHOTOS", "../shared/photos"),
        help=(
            "a folder of photographs with their texts beside them; if there is none, photographs are not measured"
        ),
    )
    parser.add_argument(
        "--plays",
        type=int,
        default=1,
        metavar="N",
        help="how many plays are drawn in each light, with 240 frames each",
    )
    parser.add_argument(
        "--drawn",
        type=int,
        default=20,
        metavar="N",
        help="how many photographs of codes are drawn for each thing that makes them hard to read",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="the first of the numbers from which the photographs are drawn",
    )

    parser.add_argument(
        "--matches",
        type=int,
        default=0,
        metavar="N",
        help="what a frame of a real match costs instead: so many matches of each game",
    )
    parser.add_argument(
        "--frames", type=int, default=600, metavar="N", help="with --matches: how many frames of each match"
    )
    parser.add_argument(
        "--light",
        choices=[condition.name for condition in live.CONDITIONS],
        default="usual",
        metavar="LIGHT",
        help="with --matches: the light, as in `truth --live`",
    )


def run(args: argparse.Namespace) -> int:
    use_one_thread()
    if args.matches > 0:
        _print_costs(args)
        return 0
    for folder, tallies in photographs(Path(args.photos)):
        _print(f"photographs, {folder}", tallies)
    for trouble, name in TROUBLES.items() if args.drawn > 0 else ():
        _print(name, drawn_photographs(trouble, range(args.seed, args.seed + args.drawn)))
    for conditions in PLAYS:
        total = [Tally() for _ in READERS]
        for seed in range(max(1, args.plays)):
            for tally, more in zip(total, drawn_play(conditions, seed), strict=True):
                tally.add(more)
        heading = "picture drawn by the program: {px} px for each code module, blur {blur} px".format(
            px=f"{conditions.px_a_module:.2f}", blur=f"{conditions.blur_px:.1f}"
        )
        _print(heading, total)
    return 0


def _print_costs(args: argparse.Namespace) -> None:
    rows = [["game", "reader", "frames", "CPU ms a frame: mean", "median", "90 %", "99 %", "most",
             "times zxing-cpp: mean", "99 %"]]  # fmt: skip
    condition = next(one for one in live.CONDITIONS if one.name == args.light)
    for game in live.games():
        costs = match_costs(game, condition, range(args.seed, args.seed + args.matches), args.frames)
        rows += _cost_rows(game, costs)
    for line in markdown_lines(rows):
        print(line)


def _cost_rows(game: str, costs: FrameCosts) -> list[list[str]]:
    readers = {
        "companion": costs.watched,
        "zxing-cpp, whole frames": costs.whole,
        "companion, the first five frames": costs.begun,
        "companion, nothing moves": costs.idle,
    }
    return [[game, name, *_told(times_ms, costs.whole)] for name, times_ms in readers.items()]


def _told(times_ms: Sequence[float], whole_ms: Sequence[float]) -> list[str]:
    mean, most = fmean(times_ms), max(times_ms)
    parts = [_within(times_ms, share) for share in (0.5, 0.9, 0.99)]
    times = (mean / fmean(whole_ms), parts[-1] / _within(whole_ms, 0.99))
    return [
        str(len(times_ms)),
        *(f"{ms:.2f}" for ms in (mean, *parts, most)),
        *(f"{ratio:.2f}" for ratio in times),
    ]


def _within(times_ms: Sequence[float], share: float) -> float:
    """Return the time within which a share of the frames stays."""
    return sorted(times_ms)[int(share * len(times_ms))]


def _print(heading: str, tallies: Sequence[Tally]) -> None:
    words = ["reader", "right", "wrong", "missed", "CPU ms a picture",
             "times zxing-cpp", "frames to the sighting (median, most)"]  # fmt: skip
    rows = [list(words)]
    plain_s = tallies[-1].cpu_s
    for name, tally in zip(READERS, tallies, strict=True):
        delays = sorted(tally.delays)
        rows.append(
            [
                name,
                str(tally.right),
                str(tally.wrong),
                str(tally.missed),
                f"{1000 * tally.cpu_s / max(1, tally.pictures):.2f}",
                f"{tally.cpu_s / plain_s:.2f}" if plain_s else "-",
                f"{delays[len(delays) // 2]}, {delays[-1]}" if delays else "-",
            ]
        )
    print(f"\n{heading}")
    for line in table_lines(rows):
        print(line)
