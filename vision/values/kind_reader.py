"""Reads all cards of one kind: learns where their fields stand from those that are known, and reads the others with them.

What is found on a card is kept, so that reading again after a few more answers takes no time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from vision.faces.shown_cards import SIZE_MM
from vision.values.card_print import ACCENTS_DOUBTED, CardArea, CardLine, ReadPicture
from vision.values.compared_cards import ComparedCards
from vision.values.deciding import SeenNumber, decide_numbers
from vision.values.fields import UNREAD, FieldKind, FieldReading, ReadField
from vision.values.layout import FieldPlace, LabelledCard, Layout, learn_print, padded
from vision.values.looks import Look, moved_looks
from vision.values.pictures import PictureReader
from vision.values.print_match import aligned_print, typical_places
from vision.values.reading import PrintRead, read_field
from vision.values.texts import SpokenSentences, SpokenWords, is_written_like

FEWEST_KNOWN = 3
"""So many cards of a kind must be known before any is read."""
TYPICAL_OF = 100
"""So many cards tell where print stands on all of them."""
LEARNT_FROM, BESIDE = 6, 9
"""How many known cards places are learnt from, and how many others help."""
SURE: Mapping[FieldKind, float] = {
    FieldKind.LINE: 0.75, FieldKind.WORDS: 0.5, FieldKind.CHOICE: 0.5, FieldKind.PROSE: 0.7, FieldKind.CODE: 0.9,
}  # fmt: skip
"""The least confidence of what is read in a field; numbers are decided together."""
WHITE, DAZZLES = 250, 0.25
"""The grey level from which a place may show a reflection, and the share of it that is white more than usual then."""
SAME_STYLE = 1.25
"""Numbers whose heights differ by less than this are printed alike."""


ASKED_AT_ONCE, LEARNT_AT_ONCE = 8, 2
"""Empty fields that are asked before all cards are read again; of a field that is learnt from its answers, fewer."""


def first_to_ask(empty: Sequence[tuple[str, FieldKind | None]]) -> list[int]:
    """Return the numbers of the empty fields, each given by its name and kind, that are asked before the others are read
    again.
    """
    asked: Counter[str] = Counter()
    found: list[int] = []
    for number, (name, kind) in enumerate(empty):
        is_learnt = kind in (FieldKind.CHOICE, FieldKind.NUMBER)
        if len(found) < ASKED_AT_ONCE and not (is_learnt and asked[name] >= LEARNT_AT_ONCE):
            asked[name] += 1
            found.append(number)
    return found


@dataclass(slots=True, eq=False)
class ReadCard:
    """A card of the kind: its picture, and the values that are known, all of them or some."""

    picture: ReadPicture
    said: dict[str, str] = field(default_factory=dict)
    is_known: bool = False


class KindReader:
    """Reads the cards of one kind. Raises `VisionError` without the models that read print."""

    def __init__(self) -> None:
        self.layout = Layout(())
        self._print: dict[tuple[int, str, FieldPlace], PrintRead] = {}
        self._looks: dict[tuple[int, CardArea], Look] = {}
        self._white: dict[tuple[int, CardArea], float] = {}
        """The share of a place whose pixels are white, as under a reflection."""
        self._compared = ComparedCards()
        self._pictures: dict[str, PictureReader] = {}
        self._typical: list[CardLine] = []
        self._moved: dict[int, ReadPicture] = {}
        self._askew: set[int] = set()
        """Cards whose print does not lie as that of others."""
        self._learnt_from: tuple[object, ...] = ()

    def places(self) -> Mapping[str, FieldPlace]:
        """Return where the fields stand that can be read."""
        return self.layout.places

    def moved(self, number: int) -> ReadPicture | None:
        """Return a card as it was laid over the others; None for a card that was not read, or whose print lies elsewhere."""
        return None if number in self._askew else self._moved.get(number)

    def read(
        self, fields: Sequence[ReadField], cards: Mapping[int, ReadCard], sentences: Iterable[str] = ()
    ) -> dict[int, dict[str, FieldReading]]:
        """Return what each card says in each field that is not known of it; nothing if too few cards are known. On a card
        whose print does not lie as that of others nothing is read: its corners were found wrongly.
        """
        known = [number for number, card in cards.items() if card.is_known]
        if len(known) < FEWEST_KNOWN:
            return {}
        readings: dict[int, dict[str, FieldReading]] = {number: {} for number in cards}
        said = {number: card.said for number, card in cards.items()}
        cards = self._laid(cards)
        known = [number for number in known if number in cards]
        if not known:
            return readings
        self._learn(fields, cards, known)
        self._numbers(cards, readings)
        for one in self.layout.fields:
            place = self.layout.places.get(one.name)
            if place is None or one.kind is FieldKind.NUMBER:
                continue
            if place.is_picture:
                self._picture(one.name, cards, readings)
            else:
                self._text(one, cards, readings, sentences)
        return {
            number: {name: one for name, one in read.items() if name not in said[number]}
            for number, read in readings.items()
        }

    def _laid(self, cards: Mapping[int, ReadCard]) -> dict[int, ReadCard]:
        """Return the cards moved so that the print of all of them lies at the same places, without those on which it does
        not.
        """
        if not self._typical:
            self._typical = typical_places([card.picture for card in cards.values()][:TYPICAL_OF])
        for number, card in cards.items():
            if number not in self._moved:
                stretch = aligned_print(card.picture.lines, self._typical, SIZE_MM)
                self._moved[number] = stretch.picture(card.picture)
                if self._typical and not stretch.is_sure:
                    self._askew.add(number)
        return {
            number: ReadCard(self._moved[number], card.said, card.is_known)
            for number, card in cards.items()
            if number not in self._askew
        }

    def _learn(
        self, fields: Sequence[ReadField], cards: Mapping[int, ReadCard], known: Sequence[int]
    ) -> None:
        """Learn the places of all fields, if there is more to learn from than before."""
        unplaced = [one.name for one in fields if one.name not in self.layout.places]
        partly = [
            n
            for n, card in cards.items()
            if not card.is_known and any(name in card.said for name in unplaced)
        ]
        some = [*known[:LEARNT_FROM], *partly[:LEARNT_FROM]]
        stamp = (tuple(one.name for one in fields), tuple(some))
        if stamp != self._learnt_from:
            from_known = [LabelledCard(cards[number].picture, cards[number].said) for number in some]
            others = [card.picture for number, card in cards.items() if number not in some][:BESIDE]
            printed = learn_print(fields, from_known, others)
            pictures = {name: place for name, place in self.layout.places.items() if place.is_picture}
            # A place that was learnt stays: the looks of its numbers are known already.
            self.layout = Layout(tuple(fields), {**pictures, **printed.places, **self.layout.places})
            self._learnt_from = stamp
        for number in (*known, *cards):
            self._compared.add(number, cards[number].picture.pixels)
        for one in fields:
            if one.kind is FieldKind.CHOICE and not self._is_printed(one.name):
                told = {
                    number: card.said[one.name] for number, card in cards.items() if one.name in card.said
                }
                untold = [number for number in cards if number not in told]
                taken = [place.box for name, place in self.layout.places.items() if name != one.name]
                reader = PictureReader(self._compared, told, taken, one.options, untold)
                if reader.place is not None:
                    self._pictures[one.name] = reader
                    places = {**self.layout.places, one.name: FieldPlace(reader.place, is_picture=True)}
                    self.layout = Layout(self.layout.fields, places)

    def _is_printed(self, name: str) -> bool:
        return name in self.layout.places and not self.layout.places[name].is_picture

    def _numbers(self, cards: Mapping[int, ReadCard], readings: dict[int, dict[str, FieldReading]]) -> None:
        """Decide all numbers that are printed alike together."""
        for names in self._styles():
            asked, seen = [], []
            for name in names:
                hidden = self._dazzled(name, cards)
                for number, card in cards.items():
                    if number in hidden:
                        readings[number][name] = UNREAD
                        continue
                    asked.append((number, name))
                    looks = self._look(number, card, padded(self.layout.places[name].box))
                    known = card.said.get(name)
                    seen.append(SeenNumber(self._read(number, card, name), looks, known or None))
            for (number, name), reading in zip(asked, decide_numbers(seen), strict=True):
                readings[number][name] = reading

    def _dazzled(self, name: str, cards: Mapping[int, ReadCard]) -> set[int]:
        """Return the cards on which a reflection hides a part of a number: much of its place is white that is not on
        others.
        """
        box = self.layout.places[name].box
        for number, card in cards.items():
            if (number, box) not in self._white:
                self._white[number, box] = float((card.picture.part(box).min(axis=2) >= WHITE).mean())
        usual = median(self._white[number, box] for number in cards)
        return {number for number in cards if self._white[number, box] > usual + DAZZLES}

    def _styles(self) -> list[list[str]]:
        styles: list[list[str]] = []
        numbers = [
            one.name
            for one in self.layout.fields
            if one.kind is FieldKind.NUMBER and one.name in self.layout.places
        ]
        for name in sorted(numbers, key=lambda name: self.layout.places[name].box.height):
            height = self.layout.places[name].box.height
            if styles and height < SAME_STYLE * self.layout.places[styles[-1][0]].box.height:
                styles[-1].append(name)
            else:
                styles.append([name])
        return styles

    def _look(self, number: int, card: ReadCard, box: CardArea) -> Look:
        key = (number, box)
        if key not in self._looks:
            self._looks[key] = moved_looks(card.picture, box)
        return self._looks[key]

    def _read(self, number: int, card: ReadCard, name: str) -> PrintRead:
        key = (number, name, self.layout.places[name])
        if key not in self._print:
            self._print[key] = read_field(self.layout, name, card.picture)
        return self._print[key]

    def _picture(
        self, name: str, cards: Mapping[int, ReadCard], readings: dict[int, dict[str, FieldReading]]
    ) -> None:
        for number, card in cards.items():
            if name not in card.said:
                readings[number][name] = self._pictures[name].read(number)

    def _text(
        self,
        one: ReadField,
        cards: Mapping[int, ReadCard],
        readings: dict[int, dict[str, FieldReading]],
        sentences: Iterable[str],
    ) -> None:
        read = {number: self._read(number, card, one.name) for number, card in cards.items()}
        known = [card.said[one.name] for card in cards.values() if one.name in card.said]
        if one.kind is FieldKind.PROSE:
            spoken = SpokenSentences(
                [*sentences, *known],
                [
                    (some.best, some.confidence)
                    for number, some in read.items()
                    if one.name not in cards[number].said
                ],
            )
            read = {number: _corrected(some, spoken) for number, some in read.items()}
        if one.kind is FieldKind.LINE:
            read = _with_accents(read, known)
        for number, some in read.items():
            is_sure = bool(some.chances) and not some.has_more and some.confidence >= SURE[one.kind]
            if one.kind in (FieldKind.PROSE, FieldKind.LINE):
                is_sure = is_sure and is_written_like(some.best, known)
            readings[number][one.name] = (
                FieldReading(some.best if is_sure else None, some.best, some.confidence)
                if some.chances
                else UNREAD
            )


def _with_accents(read: Mapping[int, PrintRead], known: Sequence[str]) -> dict[int, PrintRead]:
    """Return lines with the accents that their words have elsewhere. One whose looks differed in accents alone is sure if all
    its words are known.
    """
    sure = SURE[FieldKind.LINE]
    words = SpokenWords(known, [some.best for some in read.values() if some.confidence >= sure])
    found: dict[int, PrintRead] = {}
    for number, some in read.items():
        text, confidence = words.corrected(some.best), some.confidence
        if confidence == ACCENTS_DOUBTED and words.has_all(text):
            confidence = sure
        found[number] = PrintRead({text: confidence}, some.has_more) if some.chances else some
    return found


def _corrected(read: PrintRead, spoken: SpokenSentences) -> PrintRead:
    if not read.best:
        return read
    text, confidence = spoken.corrected(read.best)
    return PrintRead({text: confidence}, read.has_more)
