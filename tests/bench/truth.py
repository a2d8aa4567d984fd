"""`python -m tests.bench truth`: how often things are read and misread on the virtual table.

Cards, tokens, printed references and dice lie there, each turned its own way, and the pipeline is given the frames that a
real table would give it before a play is made of what was seen. What is counted: read, and read as something else, with
the number of tries and the bound below which the true rate lies with 95 % certainty (Clopper and Pearson).
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain

from companion.cli.files import write_lines
from tests.bench.markdown import markdown_lines
from tests.bench.trials import acted_matches as live
from tests.bench.trials import cards, dice, references, tags
from tests.bench.trials.count import Measurement, upper_bound
from vision.pictures import use_one_thread

PARTS: dict[str, tuple[str, Sequence[Measurement]]] = {
    "cards": ("cards laid down", cards.MEASUREMENTS),
    "tags": ("tokens laid down", tags.MEASUREMENTS),
    "references": ("cards shown", references.MEASUREMENTS),
    "dice": ("dice rolled", dice.MEASUREMENTS),
}
"""The things to show, their names, and the conditions."""
LIGHTS = tuple(condition.name for condition in live.CONDITIONS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tries",
        type=int,
        default=600,
        metavar="N",
        help="how many cards, tokens or dice are shown in each light",
    )
    parser.add_argument(
        "--only",
        choices=list(PARTS),
        metavar="PART",
        help="one part only: {parts}".format(parts=", ".join(PARTS)),
    )
    parser.add_argument(
        "--live",
        action="store_true",
        help="whole matches instead: they are played on the virtual table, read, and compared",
    )
    parser.add_argument(
        "--no-codes",
        action="store_true",
        help="with --live: the cards have no codes and are known by their faces",
    )
    parser.add_argument(
        "--matches",
        type=int,
        default=20,
        metavar="N",
        help="with --live: how many matches of each game, in each light",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="with --live: the seed of the first match; each further match has the next number",
    )
    parser.add_argument(
        "--plays",
        type=int,
        metavar="N",
        help="with --live: the first N plays of each match only, because a match takes minutes",
    )
    parser.add_argument("--game", choices=live.games(), help="with --live: one game only")
    parser.add_argument(
        "--light",
        choices=LIGHTS,
        metavar="LIGHT",
        help="with --live: one light only: {lights}".format(lights=", ".join(LIGHTS)),
    )
    parser.add_argument(
        "-o", dest="output", metavar="FILE", help="the file to write to; default: the terminal"
    )


def run(args: argparse.Namespace) -> int:
    use_one_thread()
    write_lines(_live_lines(args) if args.live else _lines(args), args.output)
    return 0


def _lines(args: argparse.Namespace) -> Iterator[str]:
    """Return a Markdown table for each part, with an empty line between them."""
    for name in PARTS if args.only is None else [args.only]:
        if args.only is None and name != next(iter(PARTS)):
            yield ""
        shown, measurements = PARTS[name]
        headings = ("condition", shown, "read", "misread", "misread, at most (95 %)")
        rows = (_row(measurement, args.tries) for measurement in measurements)
        yield from markdown_lines(chain([list(headings)], rows))


def _live_lines(args: argparse.Namespace) -> Iterator[str]:
    """Return one table with a row for each game and light."""
    headings = (
        "condition", "game", "matches", "plays acted out", "without a question", "read once tilted", "asked about",
        "missed", "tapped", "wrong", "time from the last picture to the log: 95 % take at most",
        "time from letting go to the first sign: 95 % take at most",
        "time from letting go to the log: 95 % take at most",
    )  # fmt: skip
    rows = [list(headings)]
    chosen = live.games() if args.game is None else [args.game]
    lights = [condition.name for condition in live.CONDITIONS] if args.light is None else [args.light]
    seeds = range(args.seed, args.seed + max(1, args.matches))
    for game, condition, matches in live.measured(
        chosen, lights, seeds, has_codes=not args.no_codes, plays=args.plays
    ):
        title, ended = condition.title, []
        for match in matches:
            _tell(match, f"{title}, {game}")
            ended.append(match)
        rows.append(_live_row(title, game, ended))
    yield from markdown_lines(rows)


def _tell(match: live.ActedResult, where: str) -> None:
    """Report each match as it ends, with its mistakes, because a match takes minutes."""
    told = [
        f"{where}, seed {match.seed}: {match.acted} plays, {match.read} read, {match.tilted} once tilted, {match.asked} asked about, {match.missed} missed, {len(match.wrong)} wrong",
        *(f"  acted: {acted!s}; read: {read!s}" for acted, read in match.wrong),
    ]  # fmt: skip
    if not match.is_whole:
        told.append(
            "  the acted match and the match that was read no longer agree, and the match was stopped"
        )
    for line in told:
        print(line, file=sys.stderr, flush=True)


def _live_row(title: str, game: str, matches: Sequence[live.ActedResult]) -> list[str]:
    acted = sum(match.acted for match in matches)
    read = sum(match.read for match in matches)
    tapped = sum(match.tapped for match in matches)
    latencies = [ms for match in matches for ms in match.latencies_ms]
    signs = [ms for match in matches for ms in match.signs_ms]
    logged = [ms for match in matches for ms in match.logged_ms]
    wrong = sum(len(match.wrong) + (not match.is_whole) for match in matches)
    return [
        title,
        game,
        str(len(matches)),
        str(acted),
        f"{100 * read / max(1, acted - tapped):.1f} %",
        str(sum(match.tilted for match in matches)),
        str(sum(match.asked for match in matches)),
        str(sum(match.missed for match in matches)),
        str(tapped),
        str(wrong),
        _most_within(latencies),
        _most_within(signs),
        _most_within(logged),
    ]


def _most_within(times_ms: Sequence[int]) -> str:
    """Return the time within which 95 of 100 stay."""
    return f"{sorted(times_ms)[int(0.95 * len(times_ms))]} ms" if times_ms else "-"


def _row(measurement: Measurement, tries: int) -> list[str]:
    count = measurement.measured(max(1, tries))
    return [
        measurement.title,
        str(count.tries),
        f"{100 * count.read / count.tries:.1f} %",
        str(count.wrong),
        f"{100 * upper_bound(count.wrong, count.tries):.2f} %",
    ]
