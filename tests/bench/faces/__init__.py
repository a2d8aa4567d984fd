"""`python -m tests.bench faces`: how surely cards without any code are known by their faces.

Decks are drawn from seeds, enrolled from one photograph of each face, and shown to a simulated camera; see `decks` and
`camera`, which share nothing with the print shop and the reader. Every figure is of single looks at single pictures; in a
match two looks must agree.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.cli.files import write_lines
from tests.bench.faces import photographs, trial
from tests.bench.faces.camera import LIGHTS
from tests.bench.faces.covers import COVERS
from tests.bench.faces.decks import FIRST_MEASURED, LARGEST, TWIN_KINDS
from tests.bench.faces.readers import HashReader, OrbReader, OwnReader, Reader
from tests.bench.faces.tally import (
    HEADINGS,
    Refusals,
    Tally,
    as_data,
    bound,
    cells,
    line_of,
    mistakes,
    share,
)
from tests.bench.markdown import markdown_lines
from vision.pictures import use_one_thread

TITLES = {
    "usual": "ordinary light",
    "bright": "exposed so that paper is at 245",
    "blur": "blur 1.2 px",
    "warm": "warm light, colours off by 20 %",
    "evening": "evening, a third of the light",
    "sleeves": "sleeves in ordinary light",
    "lamp": "sleeves under a lamp, whose reflection lies on half of them",
    "quarter": "a quarter of the light",
    "overexposed": "overexposed, paper at 255",
    "slanted": "camera slanted by 25°",
    "far": "2.0 px/mm",
    "near": "3.2 px/mm",
}
PARTS = ("cards", "covered", "strangers", "edges", "compare")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seeds",
        type=_seeds,
        default=range(FIRST_MEASURED, FIRST_MEASURED + 2),
        metavar="A..B",
        help=f"the decks' seeds; those below {FIRST_MEASURED} are for tuning",
    )
    parser.add_argument("--deck", type=_deck_size, metavar="N", help="about how many cards a deck has; default: 230 to 500, by seed")  # fmt: skip
    parser.add_argument("--light", choices=list(LIGHTS), help="one light only")
    parser.add_argument("--cards", type=int, default=200, metavar="N", help="how many cards of each deck are shown in each light")  # fmt: skip
    parser.add_argument("--part", choices=PARTS, action="append", help="one part only; may be repeated")
    parser.add_argument("--given", action="store_true", help="give the corners of cards, 1.2 px off, instead of finding them")  # fmt: skip
    parser.add_argument("--photos", metavar="DIR", help="a folder of photographs of real cards, with cards.json; nothing else is then measured")  # fmt: skip
    parser.add_argument("--json", metavar="FILE", help="write the counts by light there too")
    parser.add_argument("-o", dest="output", metavar="FILE", help="the file to write to; default: the terminal")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    use_one_thread()
    write_lines(_photograph_lines(args) if args.photos else _lines(args), args.output)
    return 0


def _lines(args: argparse.Namespace) -> Iterator[str]:
    decks = [trial.EnrolledDeck.of(seed, args.deck) for seed in args.seeds]
    yield f"decks: {', '.join(f'{deck.deck.seed} ({len(deck.faces)} faces)' for deck in decks)}"
    parts = {
        "cards": _card_lines,
        "covered": _covered_lines,
        "strangers": _stranger_lines,
        "edges": _edge_lines,
        "compare": _comparison_lines,
    }
    for name in args.part or PARTS:
        yield ""
        yield from parts[name](args, decks)
    trial.tell("")


def _card_lines(args: argparse.Namespace, decks: list[trial.EnrolledDeck]) -> Iterator[str]:
    readers = [OwnReader(enrolled.faces) for enrolled in decks]
    rows = []
    for light in [args.light] if args.light else LIGHTS:
        total = Tally()
        for enrolled, reader in zip(decks, readers, strict=True):
            total.add(trial.read_deck(enrolled, reader, light, args.cards, is_given=args.given))
        print(f"{light}: {cells(total)}", file=sys.stderr, flush=True)
        rows.append((light, total))
    headings = ["condition", *HEADINGS, "twins read", "corners px: median, 95 %", "CPU ms a card"]
    yield from markdown_lines([headings, *([TITLES[light], *cells(total), *_more(total)] for light, total in rows)])  # fmt: skip
    everything = Tally([reading for _, total in rows for reading in total.readings])
    yield ""
    kinds = everything.by_kind().items()
    yield from markdown_lines([["kind", *HEADINGS], *([kind, *cells(tally)] for kind, tally in kinds)])
    for line in mistakes(total for _, total in rows):
        print(line, file=sys.stderr)
    if args.json:
        Path(args.json).write_text(json.dumps(as_data(rows), indent=1), encoding="utf-8")


def _more(total: Tally) -> list[str]:
    twins = total.of(TWIN_KINDS)
    read = sum(reading.outcome == "read" for reading in twins.readings)
    cpu_ms = 1000 * total.cpu_s / max(1, len(total.readings))
    return [share(read, len(twins.readings)), total.corners(), f"{cpu_ms:.1f}"]


def _covered_lines(args: argparse.Namespace, decks: list[trial.EnrolledDeck]) -> Iterator[str]:
    rows = [["what hides up to 8 % of the card", *HEADINGS]]
    readers = [OwnReader(enrolled.faces) for enrolled in decks]
    totals = {kind: Tally() for kind in COVERS}
    for kind, total in totals.items():
        for enrolled, reader in zip(decks, readers, strict=True):
            total.add(trial.read_covered(enrolled, reader, args.light or "usual", kind, args.cards))
        rows.append([kind, *cells(total)])
    yield from markdown_lines(rows)
    for line in mistakes(totals.values()):
        print(line, file=sys.stderr)


def _stranger_lines(args: argparse.Namespace, decks: list[trial.EnrolledDeck]) -> Iterator[str]:
    kinds: dict[str, Refusals] = {}
    light = args.light or "usual"
    for enrolled in decks:
        reader = OwnReader(enrolled.faces)
        for kind, refusals in trial.refused(enrolled, reader, light, args.cards):
            kinds.setdefault(kind, Refusals()).add(refusals)
        own = trial.refused_of_own_deck(enrolled, light, args.cards // 2)
        kinds.setdefault("cards of the deck that were not enrolled", Refusals()).add(own)
    headings = [
        "what is no card of the deck",
        "shown",
        "looked at as a card",
        "taken for a card",
        "at most (95 %)",
    ]
    yield from markdown_lines(
        [
            headings,
            *(
                [kind, str(one.shown), str(one.looked_at), str(len(one.accepted)), bound(len(one.accepted), one.shown)]
                for kind, one in kinds.items()
            ),
        ]
    )  # fmt: skip
    for refusals in kinds.values():
        for reading in refusals.accepted:
            print(line_of(reading), file=sys.stderr)


def _edge_lines(args: argparse.Namespace, decks: list[trial.EnrolledDeck]) -> Iterator[str]:
    rows = [["condition", "cards shown", "found", "corners px: median", "95 % within"]]
    for light in [args.light] if args.light else LIGHTS:
        shown, errors = 0, list[float]()
        for enrolled in decks:
            more, found = trial.edge_errors(enrolled, light, args.cards // 2)
            shown, errors = shown + more, errors + found
        errors.sort()
        middle, most = (f"{errors[int(s * len(errors))]:.2f}" if errors else "-" for s in (0.5, 0.95))
        rows.append([TITLES[light], str(shown), share(len(errors), shown), middle, most])
    yield from markdown_lines(rows)


def _comparison_lines(args: argparse.Namespace, decks: list[trial.EnrolledDeck]) -> Iterator[str]:
    """Read the same photographs with each reader, in one run, all with corners that are given."""
    rows = [["reader, corners given", *HEADINGS, "CPU ms a card"]]
    light = args.light or "usual"
    totals: dict[str, Tally] = {}
    for enrolled in decks:
        for reader in _readers(enrolled):
            tally = trial.read_deck(enrolled, reader, light, args.cards, is_given=True)
            totals.setdefault(reader.name, Tally()).add(tally)
    for name, tally in totals.items():
        cpu_ms = 1000 * tally.cpu_s / max(1, len(tally.readings))
        rows.append([name, *cells(tally), f"{cpu_ms:.1f}"])
    yield from markdown_lines(rows)
    if not HashReader.is_here():
        yield "The perceptual hash is left out: `pip install imagehash` brings it."


def _readers(enrolled: trial.EnrolledDeck) -> Iterator[Reader]:
    yield OwnReader(enrolled.faces)
    if HashReader.is_here():
        yield HashReader(enrolled.faces)
    yield OrbReader(enrolled.faces)


def _photograph_lines(args: argparse.Namespace) -> Iterator[str]:
    total, refusals = photographs.measured(Path(args.photos))
    yield from markdown_lines([["photographs of real cards", *HEADINGS], ["enrolled from one, read in another", *cells(total)]])  # fmt: skip
    yield f"Strangers, and each card taken out of the gallery in turn: {len(refusals.accepted)} of {refusals.shown} taken for another."
    for line in mistakes([total]):
        print(line, file=sys.stderr)


def _deck_size(words: str) -> int:
    if not words.isdecimal() or not 1 <= int(words) <= LARGEST:
        raise argparse.ArgumentTypeError(f"expected a number of cards from 1 to {LARGEST}, got {words}")
    return int(words)


def _seeds(words: str) -> range:
    first, _, last = words.partition("..")
    try:
        return range(int(first), int(last or first) + 1)
    except ValueError as exc:
        raise argparse.ArgumentTypeError(f"expected A..B or one seed, got {words}") from exc
