"""A duel's arithmetic as two columns: each line that counts, under the name of its card, and the total."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.cli.ofusaido.names import BOLD_INKS, MARKS, Names
from companion.cli.paper import Column, PrintedSum
from companion.rules.ofusaido.events import Line, Tally
from companion.rules.ofusaido.words import line_label
from companion.words import Text, joined


def column(names: Names, tally: Tally, role: Text, side: Mapping[str, Any] | None) -> Column:
    """One side of a duel. `side` is the same in the view, while its energies were turned."""
    title = Text("{mark} {team}, {role}", mark=MARKS[tally.seat], team=names.side(tally.seat), role=role)
    rows = list(_rows(names, tally, _bearers(tally, side)))
    return Column(
        title, BOLD_INKS[tally.seat], rows, PrintedSum(Text("total"), str(tally.total), indented=False)
    )


def _rows(names: Names, tally: Tally, bearers: Iterator[str]) -> Iterator[PrintedSum]:
    """The lines that count, each with the reasons of its multiplier, under the name of the card."""
    counted = [n for n, line in enumerate(tally.lines) if line.of is None]
    last: str | None = None
    for n, following in zip(counted, [*counted[1:], len(tally.lines)], strict=True):
        line = tally.lines[n]
        card = next(bearers, line.card) if line.what == "energy" else line.card
        told = line_label(line)
        reasons = tally.lines[n + 1 : following]
        if reasons:
            told = Text(
                "{line} ({reasons})", line=told, reasons=joined([_reason(names, why) for why in reasons])
            )
        again = card is not None and card == last
        if card is not None and not again:
            told = Text("{card}: {line}", card=names.card(card), line=told)
        yield PrintedSum(told, str(line.value * line.times), indented=again)
        last = card


def _reason(names: Names, line: Line) -> Text:
    if line.what == "effect" and line.card is not None:
        if line.times == 1:
            return Text("{name}", name=names.card(line.card))
        return Text("{card} x{times}", card=names.card(line.card), times=line.times)
    return line_label(line)


def _bearers(tally: Tally, side: Mapping[str, Any] | None) -> Iterator[str]:
    """The cards beside which the energies lay, in the order in which they were turned."""
    if side is None:
        return
    energies = sum(line.what == "energy" for line in tally.lines)
    if energies > len(side["supports"]):
        yield side["base"]
    yield from side["supports"]
