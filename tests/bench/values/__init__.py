"""`python -m tests.bench values`: how long a person takes to enter a box of cards from photographs, and how well they are
read.

Boxes are drawn from seeds and photographed by a simulated phone, nine cards at a time, in three lights, two of five in
sleeves. Cards of a smaller size are left out: they are typed, as before.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping

from companion.cli.files import write_lines
from tests.bench.faces.decks import FIRST_MEASURED
from tests.bench.faces.grounds import GROUNDS
from tests.bench.faces.tally import share
from tests.bench.markdown import markdown_lines
from tests.bench.values.box import photographed
from tests.bench.values.person import LAYOUT_S, STRANGER_S, Entry, FieldTally, enter
from vision.pictures import use_one_thread

TYPED_WHOLE_S = 80.0
"""To type a card that is in no photograph, as today."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, action="append", metavar="N", help=f"a box; those below {FIRST_MEASURED} are for tuning; may be repeated")  # fmt: skip
    parser.add_argument("--cards", type=int, default=300, metavar="N", help="how many cards a box has; default: 300")  # fmt: skip
    parser.add_argument("--px-per-mm", type=float, default=10.0, metavar="PX", help="how finely the phone sees the cards: 10 by a photograph of nine cards with 12 megapixels (the default), 5 from as high as a whole table needs")  # fmt: skip
    parser.add_argument("--ground", action="append", choices=sorted(GROUNDS), metavar="NAME", help="what the cards lie on; may be repeated; default: all grounds")  # fmt: skip
    parser.add_argument("--given", action="store_true", help="give the corners of cards, a px off, instead of finding them")  # fmt: skip
    parser.add_argument("-o", dest="output", metavar="FILE", help="the file to write to; default: the terminal")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    use_one_thread()
    write_lines(_lines(args), args.output)
    return 0


def _lines(args: argparse.Namespace) -> Iterator[str]:
    for seed in args.seed or [FIRST_MEASURED]:
        box = photographed(
            seed, args.cards, args.px_per_mm, args.ground or tuple(GROUNDS), is_given=args.given
        )
        began = time.process_time()
        entry = enter(box.cards, box.deck.style)
        cpu_ms = 1000 * (time.process_time() - began) / max(1, len(box.cards))
        entry.seconds["laying out"] += LAYOUT_S * box.photographs
        entry.seconds["what is no card"] += STRANGER_S * box.no_cards
        entry.seconds["cards that no photograph shows"] += TYPED_WHOLE_S * len(box.lost)
        yield f"box {seed}: {len(box.cards)} cards in {box.photographs} photographs; not found: {len(box.lost)}; no cards: {box.no_cards}; typed: {entry.typed}; CPU {cpu_ms:.0f} ms a card after it was taken"
        yield ""
        yield from markdown_lines(
            [["field", "fields", "right", "asked", "wrong before review"], *_rows(entry)]
        )
        yield ""
        yield from markdown_lines([["what the person does", "min"], *_minutes(entry.seconds)])
        yield ""
        for tally in entry.fields.values():
            for line in tally.mistakes:
                print(line[:200], file=sys.stderr)


def _rows(entry: Entry) -> Iterator[list[str]]:
    total = FieldTally()
    for kind, tally in entry.fields.items():
        total.add(tally)
        yield [kind.value, *_cells(tally)]
    yield ["all", *_cells(total)]


def _cells(tally: FieldTally) -> list[str]:
    return [str(tally.all), *(share(part, tally.all) for part in (tally.right, tally.asked, tally.wrong))]


def _minutes(seconds: Mapping[str, float]) -> Iterator[list[str]]:
    for what, spent in seconds.items():
        yield [what, f"{spent / 60:.1f}"]
    yield ["all", f"{sum(seconds.values()) / 60:.1f}"]
