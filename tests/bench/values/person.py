"""Enters a photographed box as a person does: types three cards of each kind, looks at what was read, and answers what is
asked.

The person's time is counted, not spent: so many seconds for laying nine cards out, for a look at a crop, for a field that is
typed. A person is taken to see every wrong reading that he looks at.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.bench.faces.layouts import COLOURS, POSTS, WORK_COLOURS
from tests.bench.faces.print_style import PrintStyle
from tests.bench.values.box import BoxCard
from vision.values.fields import FieldKind, ReadField
from vision.values.kind_reader import FEWEST_KNOWN, KindReader, ReadCard, first_to_ask

LAYOUT_S, LOOK_S, NAME_S = 20.0, 1.0, 6.0
TYPED_S: Mapping[FieldKind, float] = {
    FieldKind.NUMBER: 2.0, FieldKind.CHOICE: 2.0, FieldKind.WORDS: 4.0, FieldKind.LINE: NAME_S, FieldKind.CODE: NAME_S,
    FieldKind.PROSE: 30.0,
}  # fmt: skip
"""What it takes to type a value of each kind."""
STRANGER_S = 2.0
"""To leave out what is no card."""
BACK = ("success", "failure")
"""Fields of cards with two sides that stand on the other one."""


@dataclass(slots=True)
class FieldTally:
    """What became of fields of one kind before anybody looked: right, wrong, or asked."""

    right: int = 0
    wrong: int = 0
    asked: int = 0
    mistakes: list[str] = field(default_factory=list)

    @property
    def all(self) -> int:
        return self.right + self.wrong + self.asked

    def add(self, other: "FieldTally") -> None:
        self.right, self.wrong, self.asked = (
            self.right + other.right,
            self.wrong + other.wrong,
            self.asked + other.asked,
        )
        self.mistakes += other.mistakes


@dataclass(slots=True)
class Entry:
    """How a box was entered."""

    fields: dict[FieldKind, FieldTally] = field(default_factory=dict)
    typed: int = 0
    """Cards that were typed."""
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def tally(self, kind: FieldKind) -> FieldTally:
        return self.fields.setdefault(kind, FieldTally())


def printed_fields(kind: str, style: PrintStyle) -> list[ReadField]:
    """Return what stands on the front of a drawn card."""
    number = FieldKind.NUMBER
    fields = {
        "player": [
            ReadField("name", FieldKind.LINE),
            ReadField("level", number),
            # In this style the panel is drawn over them.
            *(
                []
                if style.name_at == "bottom"
                else [ReadField("posts", FieldKind.WORDS, {post: (post,) for post in POSTS})]
            ),
            *(ReadField(f"stats.{name}", number) for name in ("TIR", "TDL", "DRB", "PAS", "TAK", "INT")),
            ReadField("text", FieldKind.PROSE),
        ],
        "energy": [
            ReadField("attack", number, least=-1, most=4),
            ReadField("defence", number, least=-1, most=4),
            ReadField("colour", FieldKind.CHOICE, dict.fromkeys(COLOURS, ())),
            ReadField("whistle", FieldKind.CHOICE, {"yes": (), "no": ()}),
        ],
        "work": [
            ReadField("value", number),
            ReadField("colour", FieldKind.CHOICE, {str(n): () for n in range(len(WORK_COLOURS))}),
        ],
        "event": [ReadField("name", FieldKind.LINE), ReadField("text", FieldKind.PROSE)],
        "round": [
            ReadField("order.average", number),
            *(ReadField(f"order.totals.{n}", number) for n in (3, 4, 5, 6)),
        ],
    }
    return fields.get(kind, [ReadField("name", FieldKind.LINE), ReadField("value", number)])


def enter(cards: Sequence[BoxCard], style: PrintStyle) -> Entry:
    """Enter all cards that were photographed."""
    entry = Entry()
    for kind in dict.fromkeys(card.kind for card in cards):
        _enter_kind([card for card in cards if card.kind == kind], printed_fields(kind, style), style, entry)
    return entry


def _enter_kind(
    cards: Sequence[BoxCard], fields: Sequence[ReadField], style: PrintStyle, entry: Entry
) -> None:
    order = sorted(
        range(len(cards)),
        key=lambda n: -sum(len(line.text) * line.confidence for line in cards[n].picture.lines),
    )
    typed = set(order[:FEWEST_KNOWN])
    read = {n: ReadCard(card.picture, {}, n in typed) for n, card in enumerate(cards)}
    names = [one.name for one in fields]
    has_code = style.prints_reference and cards[0].kind != "plain"
    for n in typed:
        read[n].said.update({name: cards[n].face.values[name] for name in names})
        if has_code:
            read[n].said["ref"] = cards[n].face.card
        entry.typed += 1
        entry.seconds["typing"] += (
            sum(TYPED_S[one.kind] for one in fields if cards[n].face.values[one.name]) + NAME_S
        )
    codes = [ReadField("ref", FieldKind.CODE, {cards[n].face.card: () for n in typed})] if has_code else []
    for n, card in enumerate(cards):
        if card.ref == card.face.card and has_code and n not in typed:
            read[n].said["ref"] = card.ref
            entry.tally(FieldKind.CODE).right += 1
            entry.seconds["looking"] += LOOK_S
        if not has_code and n not in typed:
            entry.seconds["references that are not printed"] += LOOK_S
    reader = KindReader()
    while True:
        found = reader.read([*fields, *codes], read)
        for n, readings in found.items():
            for one in [*fields, *codes]:
                reading = readings.get(one.name)
                if reading is not None and reading.value is not None and one.name not in read[n].said:
                    _look(cards[n], one, reading.value, entry)
                    read[n].said[one.name] = _truth(cards[n], one)
        empty = [(one, n) for one in [*fields, *codes] for n in read if one.name not in read[n].said]
        for one, n in (empty[at] for at in first_to_ask([(one.name, one.kind) for one, _ in empty])):
            guess = found[n][one.name].guess if n in found and one.name in found[n] else ""
            entry.tally(one.kind).asked += 1
            entry.seconds["asked"] += LOOK_S if guess == _truth(cards[n], one) else LOOK_S + TYPED_S[one.kind]
            read[n].said[one.name] = _truth(cards[n], one)
        if not empty:
            return


def _truth(card: BoxCard, one: ReadField) -> str:
    return card.face.card if one.name == "ref" else card.face.values[one.name]


def _look(card: BoxCard, one: ReadField, value: str, entry: Entry) -> None:
    tally = entry.tally(one.kind)
    entry.seconds["looking"] += LOOK_S
    if value == _truth(card, one):
        tally.right += 1
        return
    tally.wrong += 1
    tally.mistakes.append(
        f"{card.face.card} {card.light} {one.name}: {_truth(card, one)!r} read as {value!r}"
    )
    entry.seconds["typing again"] += TYPED_S[one.kind]
