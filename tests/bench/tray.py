"""`python -m tests.bench tray`: measures how reliably throws on the printed tray are read, in the way a match takes them.

Dice are thrown on the virtual table, and what the reading believes, asks about and tells is compared with what fell.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import chain

from companion.cli.files import write_lines
from tests.bench.markdown import markdown_lines
from tests.bench.trials.count import upper_bound
from tests.bench.trials.tray import CONDITIONS, PICTURES, found_in_whole_pictures, thrown
from vision.pictures import use_one_thread


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--throws",
        type=int,
        default=182,
        metavar="N",
        help="how many throws in each light; the default makes 2,000 in all",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another number throws other dice")
    parser.add_argument(
        "-o", dest="output", metavar="FILE", help="the file to write to; default: the terminal"
    )


def run(args: argparse.Namespace) -> int:
    """Measure; 1 if a throw was taken for another one without a question."""
    use_one_thread()
    wrong: list[str] = []
    write_lines(_lines(args, wrong), args.output)
    for one in wrong:
        print(one, file=sys.stderr)
    return 1 if wrong else 0


def _lines(args: argparse.Namespace, wrong: list[str]) -> Iterator[str]:
    headings = (
        "condition", "throws", "read", "asked about", "told why not", "missed",
        "wrong", "wrong, at most (95 %)",
    )  # fmt: skip
    yield from markdown_lines(chain([list(headings)], _rows(args, wrong)))
    yield ""
    says = f"the tray was found by its tags in {found_in_whole_pictures()} of {PICTURES} whole pictures"
    yield says


def _rows(args: argparse.Namespace, wrong: list[str]) -> Iterator[list[str]]:
    for condition in CONDITIONS:
        count = thrown(condition, max(1, args.throws), args.seed)
        title = condition.title
        wrong += [f"{title}: {one}" for one in count.wrong]
        yield [
            title,
            str(count.throws),
            f"{100 * count.read / count.throws:.1f} %",
            str(count.asked),
            str(count.told),
            str(count.missed),
            str(len(count.wrong)),
            f"{100 * upper_bound(len(count.wrong), count.throws):.2f} %",
        ]
