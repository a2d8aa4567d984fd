"""Cards for the screens: draws their faces, and the fields of boards; lists, enters, checks and deletes the owner's own."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from calibration.printing.deck.deck import DeckEntry, list_entries
from calibration.printing.mats.field_picture import draw_field_picture, read_board
from calibration.printing.paper import Box
from calibration.printing.raster import FaceForm, FaceSide, FaceStyle, draw_face_parts, draw_faces
from calibration.printing.typesetting import PrintLanguage
from companion.backend.card_entry import CardEntry, DraftFace, FacePart, FieldFault
from companion.backend.interface import (
    CardKind,
    CardName,
    FaceRequest,
    FaceSet,
    FieldRequest,
)
from companion.backend.screen_pictures import DrawnPicture
from companion.clock import now
from companion.errors import CatalogueError, CompanionError
from companion.ids import CardRef
from companion.rules.catalogue import read_cards
from companion.rules.engine import Json
from companion.rules.games import GAMES, forms_of
from companion.storage.card_csv import card_faults
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.drafts import Draft, Drafts
from companion.storage.owners_cards import CardFileChange, OwnersCards
from companion.storage.places import Places
from companion.storage.shipped_data import board_of, demonstrations
from companion.words import Text, Wording

# --- board field
# Draws the field of a match's board for the screens.


def draw_field(field: FieldRequest, setup: Json, folders: Sequence[Path]) -> DrawnPicture | None:
    """Return the field with the board of the set-up; without one, with the game's usual board."""
    try:
        data = setup.get("board")
        board = read_board(field.game, data if isinstance(data, dict) else board_of(field.game, folders))
    except CompanionError:
        return None
    cells = {cell.name: Box(cell.x_mm, cell.y_mm, cell.width_mm, cell.height_mm) for cell in field.cells}
    try:
        picture = draw_field_picture(field.game, board, cells, field.theme, field.width_px)
    except KeyError:
        # The cells are those of another board.
        return None
    if picture is None:
        return None
    return DrawnPicture(picture.tobytes(), picture.shape[1], picture.shape[0])


# --- card faces
# Draws the faces of cards that screens ask for, and keeps as many pictures as have room.

MOST_BYTES = 6_000_000
"""Some fifty mini faces; screens keep more of them as textures. To draw a face again takes some ten milliseconds."""
_Stamp = tuple[tuple[str, int, int], ...]
_Key = tuple[FaceSet, FaceRequest]


class CardFaces:
    """Draws faces from the cards of one folder of data. Its methods may be called from any thread."""

    def __init__(self, where: Places, most_bytes: int = MOST_BYTES) -> None:
        self._where = where
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._entries: dict[str, tuple[_Stamp, Mapping[str, DeckEntry]]] = {}
        self._kept: OrderedDict[_Key, DrawnPicture] = OrderedDict()
        self._bytes = 0

    def draw(self, faces: FaceSet, orders: Sequence[FaceRequest]) -> Mapping[FaceRequest, DrawnPicture]:
        """Return the faces of all ordered cards that exist."""
        with self._lock:
            entries = self._entries_of(faces.game)
            known = [order for order in dict.fromkeys(orders) if order.ref in entries]
            missing = [order for order in known if (faces, order) not in self._kept]
            drawn = {}
            for counts in dict.fromkeys(order.counts for order in missing):
                alike = [order for order in missing if order.counts == counts]
                cards = [(_entry(entries[order.ref], order), _side(order)) for order in alike]
                pictures = draw_faces(replace(_style(faces), counts=counts), cards)
                for order, picture in zip(alike, pictures, strict=True):
                    drawn[order] = DrawnPicture(picture.tobytes(), picture.shape[1], picture.shape[0])
            for order in known:
                if order not in drawn:
                    self._kept.move_to_end((faces, order))
                    drawn[order] = self._kept[faces, order]
            for order in missing:
                self._keep((faces, order), drawn[order])
            return drawn

    def _keep(self, key: _Key, picture: DrawnPicture) -> None:
        self._kept[key] = picture
        self._bytes += len(picture.pixels)
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            self._bytes -= len(self._kept.popitem(last=False)[1].pixels)

    def _entries_of(self, game: str) -> Mapping[str, DeckEntry]:
        """Return the cards of a game, in the colours of the printed deck; read again once the owner's files change."""
        stamp = _stamp(self._where.catalogues[1] / game)
        read = self._entries.get(game)
        if read is not None and read[0] == stamp:
            return read[1]
        for key in [key for key in self._kept if key[0].game == game]:
            self._bytes -= len(self._kept.pop(key).pixels)
        try:
            cards, _ = read_cards(load_catalogue(game, self._where.catalogues), GAMES[game].check_card)
        except CompanionError:
            # The page that uses the cards tells what is wrong with them; here they have no faces.
            return {}
        setups = [setup for setup, _ in demonstrations(game).values()]
        entries = {str(entry.ref): entry for entry in list_entries(game, cards, setups)}
        self._entries[game] = stamp, entries
        return entries


def draft_face(faces: FaceSet, entry: DeckEntry, *, is_back: bool) -> DraftFace:
    """Draw a card that no catalogue has yet, with the places of its fields."""
    style = _style(faces)
    picture, parts = draw_face_parts(style, entry, FaceSide.BACK if is_back else FaceSide.FRONT)
    width_mm, height_mm = style.size.width_mm, style.size.height_mm
    return DraftFace(
        DrawnPicture(picture.tobytes(), picture.shape[1], picture.shape[0]),
        tuple(
            FacePart(
                field,
                box.x_mm / width_mm,
                box.y_mm / height_mm,
                box.width_mm / width_mm,
                box.height_mm / height_mm,
            )
            for field, box in parts
        ),
    )


def _stamp(folder: Path) -> _Stamp:
    """Return what changes when a file of the folder is written."""
    try:
        files = sorted(folder.iterdir())
        return tuple((file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files)
    except OSError:
        return ()


def _style(faces: FaceSet) -> FaceStyle:
    kind = FaceForm.MINI if faces.is_mini else FaceForm.WHOLE
    return FaceStyle(faces.game, kind, PrintLanguage(faces.language), faces.width_px)


def _entry(entry: DeckEntry, order: FaceRequest) -> DeckEntry:
    return replace(entry, seat=order.seat) if order.seat else entry


def _side(order: FaceRequest) -> FaceSide:
    return FaceSide.BACK if order.is_back else FaceSide.FRONT


# --- card editor
# Lists, enters, checks, deletes and restores the owner's own cards for a screen; each answer is kept as a draft.


NAMED = ("player", "goalkeeper")
"""The kinds of cards that nobody knows again without their name."""


def _nameless(card: Json) -> tuple[FieldFault, ...]:
    """Return the fault of a player's card without a name: buttons, sums and stories would call it by its reference."""
    if card["kind"] not in NAMED or card.get("name"):
        return ()
    return (FieldFault("name", Text("the card has no name: type the one that is printed on it")),)


class LocalCardEditor:
    """The cards of one folder of data. See `companion.backend.interface.CardEditor`; every method is a background task."""

    def __init__(self, where: Places) -> None:
        self._where = where
        self._drafts = Drafts(where.data / "drafts")

    def own(self, game: str) -> Sequence[CardName]:
        cards = self._cards(game)
        refs = dict.fromkeys(ref for file in cards.owned for ref in file.cards)
        return tuple(_told(ref, cards.card(ref) or {}) for ref in refs)

    def drafts(self, game: str) -> Sequence[Draft]:
        return tuple(draft for draft in self._drafts.all() if draft.game == game)

    def kinds(self, game: str) -> Sequence[CardKind]:
        shipped = [card for _, cards in demonstrations(game).values() for card in cards]
        examples = {str(card["kind"]): str(card["ref"]) for card in reversed(shipped)}
        return tuple(
            CardKind(kind, form.title, examples.get(kind, ""))
            for kind, form in forms_of(game).items()
            if form.has_reference
        )

    def kind_of(self, game: str, typed: str) -> str | None:
        """Return the kind of all known cards whose references begin with the same letters; None if it is not sure."""
        letters = _letters(typed)
        own = self._cards(game)
        known = [card for _, cards in demonstrations(game).values() for card in cards]
        known += [card for file in own.owned for ref in file.cards if (card := own.card(ref)) is not None]
        kinds = {str(card["kind"]) for card in known if _letters(str(card["ref"])) == letters}
        return kinds.pop() if len(kinds) == 1 else None

    def begin(self, game: str, kind: str, typed: str) -> CardEntry:
        """Begin the entry of a card: a new one, a draft, or a card to be entered again.

        Raises `CatalogueError` for a bad reference.
        """
        cards = self._cards(game)
        ref = _as_printed(cards, typed)
        begun = next((draft for draft in self.drafts(game) if draft.ref == ref), None)
        if begun is not None:
            form = forms_of(game)[begun.kind]
            return CardEntry(game, begun.kind, ref, form, dict(begun.given), dict(begun.before))
        old = cards.card(ref)
        if old is not None:
            kind = old["kind"]
        return CardEntry(game, kind, ref, forms_of(game)[kind], old=old)

    def keep(self, draft: Draft) -> None:
        self._drafts.keep(draft)

    def drop(self, draft: Draft) -> None:
        self._drafts.drop(draft)

    def faults(self, entry: CardEntry) -> Sequence[FieldFault]:
        alone = card_faults(GAMES[entry.game], entry.card)
        found = alone or self._cards(entry.game).faults_beside([entry.card])
        told = tuple(FieldFault(entry.field_at_fault(fault), entry.told_fault(fault)) for fault in found)
        return told or _nameless(entry.card)

    def draw(self, entry: CardEntry, faces: FaceSet, *, is_back: bool) -> DraftFace | None:
        rules = GAMES[entry.game]
        found = entry.drawable(lambda card: card_faults(rules, card))
        if found is None:
            return None
        drawn = DeckEntry(CardRef(entry.ref), rules.check_card(found.card, "card"))
        return replace(draft_face(faces, drawn, is_back=is_back), refused=found.refused)

    def save(self, entry: CardEntry) -> None:
        self._put(entry.game, entry.card)
        self._drafts.drop(entry.draft)

    def remove(self, game: str, ref: str) -> Json:
        """Remove a card and return it, so that it can be restored."""
        cards = self._cards(game)
        card = cards.card(ref)
        files = cards.files_of(ref)
        if card is None or not files:
            raise CatalogueError(Text("{ref} is not one of your own cards", ref=ref[:40]))
        for file in files:
            cards.save(file.path, CardFileChange(removed=frozenset({CardRef(ref)})), now())
        return card

    def restore(self, game: str, card: Json) -> None:
        self._put(game, card)

    def _put(self, game: str, card: Json) -> None:
        cards = self._cards(game)
        cards.save(cards.file_for(card["ref"]), CardFileChange(cards=(card,)), now())

    def _cards(self, game: str) -> OwnersCards:
        return OwnersCards(game, SHIPPED, self._where.catalogues[1])


def _letters(ref: str) -> str:
    """Return the letters with which a reference begins, in capitals."""
    return "".join(takewhile(str.isalpha, ref.strip().upper()))


def _told(ref: str, card: Json) -> CardName:
    name = card.get("name") or ref
    words = Wording(name["en"], name["fr"]) if isinstance(name, dict) else Wording.plain(str(name))
    return CardName(ref, words, str(card.get("kind", "")))


def _as_printed(cards: OwnersCards, typed: str) -> str:
    """Return a reference in capitals, as it is printed on the card."""
    try:
        cards.file_for(typed)
    except CompanionError:
        cards.file_for(typed.upper())
        return typed.upper()
    return typed
