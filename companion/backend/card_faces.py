"""Draws the faces of cards that screens ask for, and keeps as many pictures as have room."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path

from calibration.printing.deck.deck import DeckEntry, list_entries
from calibration.printing.deck.faces import FaceForm, FaceSide, FaceStyle, draw_face_parts, draw_faces
from calibration.printing.language import PrintLanguage
from companion.backend.interface import (
    DraftFace,
    FaceOrder,
    FacePart,
    FaceSet,
)
from companion.backend.screen_pictures import DrawnPicture
from companion.errors import CompanionError
from companion.rules.catalogue import read_cards
from companion.rules.games import GAMES
from companion.storage.catalogue import load_catalogue
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations

MOST_BYTES = 6_000_000
"""Some fifty mini faces; screens keep more of them as textures. To draw a face again takes some ten milliseconds."""
_Stamp = tuple[tuple[str, int, int], ...]
_Key = tuple[FaceSet, FaceOrder]


class CardFaces:
    """Draws faces from the cards of one folder of data. Its methods may be called from any thread."""

    def __init__(self, where: Places, most_bytes: int = MOST_BYTES) -> None:
        self._where = where
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._entries: dict[str, tuple[_Stamp, Mapping[str, DeckEntry]]] = {}
        self._kept: OrderedDict[_Key, DrawnPicture] = OrderedDict()
        self._bytes = 0

    def draw(self, faces: FaceSet, orders: Sequence[FaceOrder]) -> Mapping[FaceOrder, DrawnPicture]:
        """Return the faces of all ordered cards that exist."""
        with self._lock:
            entries = self._entries_of(faces.game)
            known = [order for order in dict.fromkeys(orders) if order.ref in entries]
            missing = [order for order in known if (faces, order) not in self._kept]
            cards = [(entries[order.ref], _side(order)) for order in missing]
            drawn = {
                order: DrawnPicture(picture.tobytes(), picture.shape[1], picture.shape[0])
                for order, picture in zip(missing, draw_faces(_style(faces), cards), strict=True)
            }
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


def _side(order: FaceOrder) -> FaceSide:
    return FaceSide.BACK if order.is_back else FaceSide.FRONT
