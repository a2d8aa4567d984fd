"""Learns the faces of an owner's cards: what a camera shows is read, named and kept."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.observation import ReadingStatus
from companion.reading.identity import are_equal
from companion.storage.card_sizes import CardSize
from companion.storage.faces import FRONT, FaceShelf, KeptFace
from companion.storage.owners_cards import OwnersCards
from companion.storage.places import Places
from companion.table.faces import owners_faces, size_of_cards
from companion.table.printed_reference import PrintedReferences
from companion.words import Text
from vision.faces.gallery import Gallery, Twins
from vision.faces.pictures import face_jpeg, face_of
from vision.faces.shown_cards import CardInView, ShownCards
from vision.frame import Frame, Pixels, quad

USUAL_PX_PER_MM = 2.4
"""The scale of a camera of 1920 by 1080 px over 800 mm."""


@dataclass(frozen=True, slots=True, eq=False)
class LessonCard:
    """A card that was shown. `known`: the card whose face is kept already and looks like this; `printed`: the reference in
    its code, tag or print. None: it is not known by that.
    """

    shown: CardInView
    known: str | None
    printed: str | None


class FaceLesson:
    """Learns faces for one game. Raises `StorageError` if the kept ones cannot be read."""

    def __init__(self, game: str, cards: OwnersCards, where: Places) -> None:
        self._cards = cards
        self._shelf = FaceShelf(where.catalogues[1], game)
        self._references = PrintedReferences(cards)
        faces, self.faults = owners_faces(game, where)
        """`faults`: what is wrong with faces that were kept and cannot be read."""
        self._gallery = Gallery(faces)
        self.size = size_of_cards(game, where)
        """The size of the cards that are shown."""
        self.shown = ShownCards(self.size.mm)
        self.learnt: list[KeptFace] = []
        self._compared = 0
        """How many of them were compared with all others."""

    def take(self, frame: Frame) -> list[LessonCard]:
        """Take a frame of a camera; return the cards that have come to rest in it."""
        return self._read(self.shown.feed(frame))

    def look_for(self, size: CardSize) -> None:
        """Look for cards of another size from now on."""
        self.size = size
        self.shown = ShownCards(size.mm)

    def photograph(self, pixels: Pixels) -> list[LessonCard]:
        """Take a photograph; return the cards in it."""
        return self._read(self.shown.photograph(pixels))

    def is_reference(self, text: str) -> bool:
        """Tell whether a text has the form of a reference."""
        return self._references.are(text)

    def sides_of(self, ref: str) -> list[str]:
        """Return the sides of a card of which faces are kept. Raises `StorageError`."""
        return [face.side for face in self._shelf.of(ref)]

    def learn(self, card: LessonCard, ref: str, side: str = FRONT) -> KeptFace:
        """Keep what was shown as one side of a card, in place of what was kept before. Raises `StorageError`."""
        kept = self._shelf.keep(ref, side, face_jpeg(card.shown.face))
        self._gallery.add(face_of(ref, side, card.shown.face))
        self.learnt.append(kept)
        return kept

    def twins(self) -> Sequence[Twins]:
        """Return the faces that a camera over a table cannot tell from each other, of those learnt since the last call;
        cards that are equal but for their references need not be told.
        """
        new = {face.ref for face in self.learnt[self._compared :] if face.ref}
        self._compared = len(self.learnt)
        found = self._gallery.twins(USUAL_PX_PER_MM, new)
        return [twins for twins in found if not self._are_equal(twins.one.card, twins.other.card)]

    def _are_equal(self, one: str, other: str) -> bool:
        mine, its = self._cards.card(one), self._cards.card(other)
        return mine is not None and its is not None and are_equal(mine, its)

    def _read(self, shown: Sequence[CardInView]) -> list[LessonCard]:
        return list(map(self._lesson_card, shown))

    def _lesson_card(self, shown: CardInView) -> LessonCard:
        """Return a card with its reference in print, if there is one and not several; that tells which way up the card is."""
        read = list(self._references.read(shown.close))
        if len({ref for ref, _ in read}) != 1:
            return LessonCard(shown, self._known(shown), None)
        ref, thing = read[0]
        upright = shown.with_up_along(thing.corners_px)
        return LessonCard(upright, self._known(upright), ref)

    def _known(self, shown: CardInView) -> str | None:
        height, width = shown.face.shape[:2]
        whole = quad([(0, 0), (width, 0), (width, height), (0, height)])
        found = self._gallery.recognise(shown.face, whole)
        return found.face.card if found.status is ReadingStatus.READ and found.face is not None else None


def told_twins(one: str, other: str) -> Text:
    """Describe two cards that cannot be told from each other, with the ways out."""
    return Text(
        "{one} and {other} look alike to a camera over a table: put a small tag on one of them (`companion cards tag`), or"
        " answer when you are asked at the table",
        one=one,
        other=other,
    )
