"""Takes photographs of an owner's cards, reads their values, and has them reviewed value by value.

Three cards of a kind are typed; the others are read by them. What was read is looked at in sheets, all cards of one value
together. What nobody could read is asked. A card that is complete goes into the owner's catalogue, its face beside it. All
that was done is on disk at once (see `companion.storage.intake`).
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from companion.errors import Malformed
from companion.rules.catalogue import as_printed
from companion.rules.engine import Json
from companion.rules.forms import CardForm
from companion.rules.games import GAMES, forms_of
from companion.storage.card_cells import path_of
from companion.storage.card_csv import card_faults
from companion.storage.card_sizes import CardSize
from companion.storage.catalogue import SHIPPED
from companion.storage.faces import FRONT, FaceShelf
from companion.storage.intake import (
    IntakeCard,
    IntakeShelf,
    IntakeState,
    PrintedLine,
    TakenPhotograph,
    sum_of,
)
from companion.storage.owners_cards import CardFileChange, OwnersCards
from companion.storage.places import Places
from companion.table.faces import size_of_cards
from companion.table.intake_told import EmptyField, IntakeAlarm, IntakeCounts, PhotographedCards, ReviewSheet
from companion.table.printed_reference import PrintedReferences
from companion.table.read_fields import (
    REFERENCE,
    KnownEffects,
    card_of,
    checked_value,
    is_typed_whole,
    read_fields,
    required_paths,
    values_of,
)
from companion.words import Text
from vision.errors import NoPicture
from vision.faces.pictures import face_jpeg
from vision.faces.shown_cards import CardInView
from vision.frame import Pixels
from vision.pictures import read_picture
from vision.values.card_print import CardArea, CardLine, ReadPicture
from vision.values.fields import FieldKind, FieldReading, ReadField
from vision.values.kind_reader import FEWEST_KNOWN, KindReader, ReadCard, first_to_ask
from vision.values.taking import TakenCard, face_of_picture, take_card, take_cards

MOST_ON_A_SHEET = 40
"""Crops that one sheet shows: more are not looked at, but over."""


class CardIntake:
    """The queue of one game's cards. Raises `StorageError` and `VisionError`."""

    def __init__(
        self, game: str, cards: OwnersCards, where: Places, on_a_sheet: int = MOST_ON_A_SHEET
    ) -> None:
        """`on_a_sheet`: how many crops one sheet shows."""
        self.game, self._on_a_sheet = game, on_a_sheet
        self._owners, self._where = cards, where
        self._shelf = IntakeShelf(where.data, game)
        self._faces = FaceShelf(where.catalogues[1], game)
        self._references = PrintedReferences(cards)
        self._forms: Mapping[str, CardForm] = {
            kind: form for kind, form in forms_of(game).items() if form.has_reference
        }
        found, self.faults = self._shelf.cards()
        """`faults`: what is wrong with files of the queue."""
        numbers = {card.number for card in found}
        self._cards: dict[int, IntakeCard] = {
            card.number: _asked_anew(card, self._forms, numbers) for card in found
        }
        self.size = size_of_cards(game, where)
        """The size of the cards that are photographed."""
        self._pictures: dict[int, ReadPicture] = {}
        self._readers: dict[str, KindReader] = {}
        self._read: dict[int, dict[str, FieldReading]] = {}
        self._next = self._shelf.next_number()

    # --- photographs

    def look_for(self, size: CardSize) -> None:
        """Look for cards of another size from now on."""
        self.size = size

    def was_taken(self, data: bytes) -> TakenPhotograph | None:
        """Return what is known of a photograph whose cards are all in the queue."""
        return self._shelf.taken(data)

    def photograph(self, data: bytes, pixels: Pixels, name: str) -> PhotographedCards:
        """Take the cards in a photograph; `data` are the bytes of its file. Those that are taken stay, whatever happens
        later.
        """
        found = self._take_all(pixels, name, sum_of(data))
        if found.cards:
            self._shelf.note(data, TakenPhotograph(name, tuple(card.number for card in found.cards)))
        return found

    def _take_all(self, pixels: Pixels, name: str, photograph_sum: str) -> PhotographedCards:
        """Take all cards in a photograph. If that was begun before and stopped half way, they replace the cards that were kept
        then.
        """
        begun = [n for n, card in self._cards.items() if card.photograph_sum == photograph_sum]
        found = take_cards(pixels, self._references.pattern, self.size.mm)
        numbers = [*begun, *range(self._next, self._next + len(found.cards))]
        self._next += max(0, len(found.cards) - len(begun))
        cards = [
            self._take(one, number, f"{name} {place}", photograph_sum)
            for place, (number, one) in enumerate(zip(numbers, found.cards, strict=False), 1)
        ]
        return PhotographedCards(cards, found.doubtful, found.other_aspect, self.size.mm)

    def take_shown(self, shown: CardInView, name: str) -> IntakeCard:
        """Take a card that rests before a camera."""
        taken = take_card(shown.close, shown.in_close_px, self._references.pattern)
        number, self._next = self._next, self._next + 1
        return self._take(taken, number, name, "")

    def _take(self, taken: TakenCard, number: int, photograph: str, photograph_sum: str) -> IntakeCard:
        ref = taken.ref if taken.ref is not None and self._references.are(taken.ref) else ""
        self._cards.pop(number, None)
        card = IntakeCard(
            number,
            photograph,
            photograph_sum,
            self._kind_of(ref) or "",
            ref,
            again=self._first_with(ref),
            lines=tuple(_kept_line(line) for line in taken.picture.lines),
            size=self.size,
        )
        self._shelf.add(card, face_jpeg(taken.picture.pixels))
        self._cards[number] = card
        return card

    def _kind_of(self, ref: str) -> str | None:
        """Return the kind of the known cards whose references begin with the same letters, if that is one."""
        own = self._owners.card(ref) if ref else None
        if own is not None:
            return str(own["kind"])
        letters = ref.rstrip("0123456789-")
        known = [(str(card.get("ref", "")), str(card["kind"])) for card in self._owners.catalogue.cards]
        known += [(card.ref, card.kind) for card in self._cards.values() if card.kind]
        kinds = {kind for other, kind in known if letters and other.rstrip("0123456789-") == letters}
        return kinds.pop() if len(kinds) == 1 else None

    def _first_with(self, ref: str) -> int | None:
        return next(
            (
                n
                for n, card in self._cards.items()
                if ref and card.ref == ref and card.state is not IntakeState.LEFT_OUT
            ),
            None,
        )

    # --- what is known

    @property
    def counts(self) -> IntakeCounts:
        states = Counter(card.state for card in self._cards.values())
        of_no_kind = sum(not card.kind for card in self._waiting())
        return IntakeCounts(states[IntakeState.WAITING], states[IntakeState.ENTERED], of_no_kind)

    def card(self, number: int) -> IntakeCard:
        return self._cards[number]

    def form(self, kind: str) -> CardForm:
        return self._forms[kind]

    @property
    def kinds(self) -> Mapping[str, CardForm]:
        return self._forms

    def picture_file(self, number: int) -> Path:
        return self._shelf.picture(number)

    def _waiting(self) -> list[IntakeCard]:
        return [card for card in self._cards.values() if card.state is IntakeState.WAITING]

    def _keep(self, card: IntakeCard) -> None:
        self._shelf.keep(card)
        self._cards[card.number] = card

    def is_waiting(self, number: int) -> bool:
        return self._cards[number].state is IntakeState.WAITING

    def is_reference(self, text: str) -> bool:
        """Tell whether a text has the form of a reference."""
        return self._references.are(text)

    def of_no_kind(self) -> list[int]:
        """Return the cards whose kind nobody knows."""
        return [card.number for card in self._waiting() if not card.kind and card.again is None]

    def likely_kind(self, number: int) -> str:
        """Return the kind of the card that was taken next to this one, among those whose kind is known: people lay cards of
        one kind together. Empty if none is known.
        """
        known = [
            card for card in self._cards.values() if card.kind and card.state is not IntakeState.LEFT_OUT
        ]
        return min(known, key=lambda card: abs(card.number - number)).kind if known else ""

    def set_kind(self, number: int, kind: str) -> None:
        """Say what kind of card it is."""
        self._keep(replace(self._cards[number], kind=kind))

    def leave_out(self, number: int) -> None:
        """Take a card out of the queue; its files stay."""
        self._keep(replace(self._cards[number], state=IntakeState.LEFT_OUT))

    def not_again(self, number: int) -> None:
        """Say that a card is not the one it seemed to be once more; its reference is asked anew."""
        self._keep(replace(self._cards[number], again=None, ref=""))

    def repeated(self) -> list[tuple[int, int]]:
        """Return the cards that seem to be in the queue already, each with the first one."""
        return [(card.number, card.again) for card in self._waiting() if card.again is not None]

    # --- teaching

    def to_type(self, kind: str) -> list[int]:
        """Return the cards of a kind to type by hand before others can be read, the ones with most print first: all, if a
        card has a list that cannot be read.
        """
        known = self._known(kind)
        waiting = [
            card
            for card in self._waiting()
            if card.kind == kind and card.again is None and card.number not in known
        ]
        missing = FEWEST_KNOWN - len(known)
        order = sorted(
            waiting, key=lambda card: -sum(len(line.text) * line.confidence for line in card.lines)
        )
        if is_typed_whole(self._forms[kind]):
            return [card.number for card in order]
        return [card.number for card in order[:missing]] if missing > 0 else []

    def typed(self, number: int, ref: str) -> None:
        """Note that a card was typed by hand and is in the catalogue; its face is kept."""
        card = self._owners.card(ref)
        assert card is not None
        said = values_of(self._forms[card["kind"]], card)
        self._enter(replace(self._cards[number], kind=str(card["kind"]), ref=ref, said=said))

    def _known(self, kind: str) -> dict[int, dict[str, str]]:
        """Return the cards of a kind that are entered, or were entered before, with all their values."""
        known = {}
        for number, card in self._cards.items():
            if card.kind != kind or card.state is IntakeState.LEFT_OUT or card.again is not None:
                continue
            own = self._owners.card(card.ref) if card.ref else None
            if own is not None and own["kind"] == kind and self._owners.files_of(card.ref):
                known[number] = values_of(self._forms[kind], own)
        return known

    # --- reading

    def read(self, kind: str) -> bool:
        """Read the waiting cards of a kind anew; False if too few are known."""
        known = self._known(kind)
        if len(known) < FEWEST_KNOWN or is_typed_whole(self._forms[kind]):
            return False
        form = self._forms[kind]
        for number, values in known.items():
            if self.is_waiting(number):
                self._enter(replace(self._cards[number], said=values))
        cards: dict[int, ReadCard] = {}
        for card in [*(self._cards[n] for n in known), *(one for one in self._waiting() if one.kind == kind)]:
            picture = self._picture(card.number)
            if picture is not None and card.number not in cards and card.again is None:
                said = known.get(card.number)
                values = {**said, REFERENCE: card.ref} if said else self._said(card)
                cards[card.number] = ReadCard(picture, values, said is not None)
        reader = self._readers.setdefault(kind, KindReader())
        effects = KnownEffects(self._owners.catalogue.cards)
        fields = [*read_fields(form, list(known.values()), self._words(kind)), self._reference_field(known)]
        found = reader.read(fields, cards, effects.texts)
        for number, readings in found.items():
            refused = self._cards[number].refused
            self._read[number] = {
                name: FieldReading(None, "", 0.0)
                if one.value is not None and one.value in refused.get(name, ())
                else one
                for name, one in readings.items()
            }
        return True

    def _said(self, card: IntakeCard) -> dict[str, str]:
        return {
            **{path: str(value) for path, value in card.said.items()},
            **({REFERENCE: card.ref} if card.ref else {}),
        }

    def _reference_field(self, known: Mapping[int, Mapping[str, str]]) -> ReadField:
        refs = [self._cards[number].ref for number in known]
        return ReadField(REFERENCE, FieldKind.CODE, {ref: (ref,) for ref in refs})

    def _words(self, kind: str) -> dict[str, list[str]]:
        """Return the words of lists that no form names, such as posts: those on all cards that are known."""
        words: dict[str, dict[str, None]] = {}
        for card in self._owners.catalogue.cards:
            if card.get("kind") == kind:
                for path, value in card.items():
                    if isinstance(value, list) and all(isinstance(one, str) for one in value):
                        words.setdefault(path, {}).update(dict.fromkeys(value))
        return {path: list(some) for path, some in words.items()}

    def _picture(self, number: int) -> ReadPicture | None:
        """Return a card's picture; None, and the fault is told, where its file is damaged."""
        if number not in self._pictures:
            try:
                pixels = read_picture(self._shelf.picture(number))
            except NoPicture as problem:
                if problem.message not in self.faults:
                    self.faults.append(problem.message)
                return None
            lines = [
                CardLine(CardArea(*line.box), line.text, line.confidence)
                for line in self._cards[number].lines
            ]
            self._pictures[number] = ReadPicture(pixels, lines)
        return self._pictures[number]

    def crop(self, number: int, field: str) -> Pixels | None:
        """Return the part of a card's picture in which a field stands, with some room; the whole card if the place is not
        known.
        """
        card = self._cards[number]
        reader = self._readers.get(card.kind)
        picture = None if reader is None else reader.moved(number)
        if picture is None or reader is None or field not in reader.places():
            picture = self._picture(number)
            return None if picture is None else picture.pixels
        place = reader.places()[field].box
        return picture.part(place.grown(1.2))

    # --- review

    def sheets(self, kind: str) -> list[ReviewSheet]:
        """Return what was read and nobody has looked at, value by value."""
        read: dict[tuple[str, str], list[tuple[int, str]]] = {}
        singles = {
            one.name
            for one in self._fields(kind)
            if one.kind in (FieldKind.LINE, FieldKind.PROSE, FieldKind.CODE)
        }
        for card in self._waiting():
            if card.kind == kind and card.again is None:
                for name, one in self._read.get(card.number, {}).items():
                    if one.value is not None:
                        key = (name, "" if name in singles else one.value)
                        read.setdefault(key, []).append((card.number, one.value))
        sheets = []
        for (name, value), cards in sorted(read.items()):
            for first in range(0, len(cards), self._on_a_sheet):
                some = cards[first : first + self._on_a_sheet]
                sheets.append(
                    ReviewSheet(kind, name, value, tuple(n for n, _ in some), tuple(v for _, v in some))
                )
        return sheets

    def _fields(self, kind: str) -> Sequence[ReadField]:
        reader = self._readers.get(kind)
        return () if reader is None else reader.layout.fields

    def judge(self, sheet: ReviewSheet, wrong: Sequence[int]) -> None:
        """Confirm what a sheet says, but for the cards that are named: their field is asked."""
        for number, value in zip(sheet.cards, sheet.values, strict=True):
            if number in wrong:
                card = self._cards[number]
                refused = {**card.refused, sheet.field: (*card.refused.get(sheet.field, ()), value)}
                self._keep(replace(card, refused=refused))
                self._read[number][sheet.field] = FieldReading(None, "", 0.0)
            else:
                self._say(number, sheet.field, value)

    def _say(self, number: int, field: str, value: str) -> None:
        card = self._cards[number]
        self._read.get(number, {}).pop(field, None)
        if field == REFERENCE:
            again = next(
                (
                    n
                    for n in self._cards
                    if n != number
                    and self._cards[n].ref == value
                    and self._cards[n].state is not IntakeState.LEFT_OUT
                ),
                None,
            )
            self._keep(replace(card, ref=value, again=again))
        else:
            self._keep(replace(card, said={**card.said, field: value}))

    def empties(self, kind: str) -> list[EmptyField]:
        """Return the fields of waiting cards that nobody has read or typed, field by field."""
        form = self._forms[kind]
        fields = dict.fromkeys([REFERENCE, *required_paths(form), *(one.name for one in self._fields(kind))])
        empty = []
        for name in fields:
            for card in self._waiting():
                if card.kind != kind or card.again is not None:
                    continue
                one = self._read.get(card.number, {}).get(name)
                is_said = card.ref if name == REFERENCE else name in card.said
                if not is_said and (one is None or one.value is None):
                    empty.append(EmptyField(card.number, kind, name, "" if one is None else one.guess))
        return empty

    def next_empties(self, kind: str) -> list[EmptyField]:
        """Return the empty fields to ask before all cards are read again with the answers."""
        empty = self.empties(kind)
        kinds = {one.name: one.kind for one in self._fields(kind)}
        return [empty[at] for at in first_to_ask([(one.field, kinds.get(one.field)) for one in empty])]

    def answer(self, empty: EmptyField, typed: str) -> None:
        """Fill a field. Raises `Malformed` for what cannot stand there."""
        if empty.field == REFERENCE:
            ref = next(
                (
                    written
                    for written in (typed.strip(), as_printed(typed.strip()))
                    if self._references.are(written)
                ),
                None,
            )
            if ref is None:
                raise Malformed("", Text("{ref} is not a card reference, such as AC001-241", ref=typed[:40]))
            self._say(empty.card, REFERENCE, ref)
        else:
            self._say(empty.card, empty.field, checked_value(self._forms[empty.kind], empty.field, typed))

    # --- into the catalogue

    def enter(self, kind: str, now: datetime) -> tuple[list[str], list[IntakeAlarm]]:
        """Put all complete cards of a kind into the owner's catalogue; return their references, and what cannot be. The
        field at fault is asked again.
        """
        effects = KnownEffects(self._owners.catalogue.cards)
        empty = {one.card for one in self.empties(kind)}
        right: dict[int, Json] = {}
        alarms: list[IntakeAlarm] = []
        refs = Counter(card.ref for card in self._waiting() if card.ref and card.again is None)
        for card in self._waiting():
            if (
                card.kind != kind
                or card.number in empty
                or card.again is not None
                or self._unseen(card.number)
            ):
                continue
            made = card_of(
                self._forms[kind], card.ref, {path: str(v) for path, v in card.said.items()}, effects
            )
            found = self._alarms(card, made, refs)
            alarms += found
            if not found:
                right[card.number] = made
        for alarm in alarms:
            self._withdraw(alarm)
        self._save(right, now)
        return [card["ref"] for card in right.values()], alarms

    def _unseen(self, number: int) -> bool:
        """Tell whether something was read on a card that nobody has looked at."""
        return any(one.value is not None for one in self._read.get(number, {}).values())

    def _alarms(self, card: IntakeCard, made: Json, refs: Mapping[str, int]) -> list[IntakeAlarm]:
        if refs[card.ref] > 1:
            return [
                IntakeAlarm(
                    card.number, REFERENCE, Text("{ref} is the reference of two cards here", ref=card.ref)
                )
            ]
        of_letters = self._kind_of(card.ref)
        if of_letters is not None and of_letters != card.kind:
            return [
                IntakeAlarm(
                    card.number,
                    REFERENCE,
                    Text(
                        "cards whose references begin like {ref} are of another kind: {kind}",
                        ref=card.ref,
                        kind=self._forms[of_letters].title,
                    ),
                )
            ]
        faults = card_faults(GAMES[self.game], made) or self._owners.faults_beside([made])
        return [IntakeAlarm(card.number, self._field_at(fault, card), fault.message) for fault in faults]

    def _field_at(self, fault: Malformed, card: IntakeCard) -> str:
        where = path_of(fault.where.partition(" ")[2] if fault.where.startswith(card.ref) else fault.where)
        while where:
            fitting = [path for path in card.said if path == where or path.startswith(f"{where}.")]
            if fitting:
                return fitting[0]
            where = where.rpartition(".")[0]
        return REFERENCE

    def _withdraw(self, alarm: IntakeAlarm) -> None:
        """Take back what a card says in the field of an alarm."""
        card = self._cards[alarm.card]
        if alarm.field == REFERENCE:
            self._keep(replace(card, ref=""))
        else:
            self._keep(replace(card, said={path: v for path, v in card.said.items() if path != alarm.field}))

    def _save(self, cards: Mapping[int, Json], now: datetime) -> None:
        """Write cards to the catalogue, one file at a time, and their faces."""
        by_file: dict[Path, list[int]] = {}
        for number, card in cards.items():
            by_file.setdefault(self._owners.file_for(card["ref"]), []).append(number)
        for path, numbers in by_file.items():
            self._owners.save(path, CardFileChange(tuple(cards[n] for n in numbers)), now)
            for number in numbers:
                self._enter(self._cards[number])
        if cards:
            self.reload()

    def _enter(self, card: IntakeCard) -> None:
        picture = self._picture(card.number)
        if picture is not None:
            face = face_of_picture(picture, card.size.mm)
            self._faces.keep(card.ref, FRONT, face_jpeg(face))
        self._keep(replace(card, state=IntakeState.ENTERED))
        self._read.pop(card.number, None)

    def reload(self) -> None:
        """Read the owner's cards anew: some were typed."""
        self._owners = OwnersCards(self.game, SHIPPED, self._where.catalogues[1])


def _asked_anew(card: IntakeCard, kinds: Collection[str], numbers: Collection[int]) -> IntakeCard:
    """Return a card that can be reviewed: no kind if the game lacks it, no first card if that one's file is gone or damaged."""
    again = card.again if card.again in numbers else None
    return replace(card, kind=card.kind if card.kind in kinds else "", again=again)


def _kept_line(line: CardLine) -> PrintedLine:
    box = line.box
    return PrintedLine(
        tuple(round(v, 2) for v in (box.left, box.top, box.right, box.bottom)),
        line.text,
        round(line.confidence, 4),
    )
