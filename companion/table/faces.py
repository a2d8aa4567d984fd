"""Makes a game's readers of card faces and of print, from the owner's enrolled cards and the demonstration cards."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import calibration
import companion
import vision.faces
from companion.errors import Malformed, StorageError
from companion.rules.catalogue import read_cards
from companion.rules.games import GAMES
from companion.storage.card_sizes import USUAL, CardSize
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.faces import BACK, FRONT, SHARED_MODE, FaceShelf, KeptFace
from companion.storage.intake import IntakeShelf, IntakeState
from companion.storage.kept_files import replace_file
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.words import Text
from vision.errors import NoPicture, VisionError
from vision.faces.face import FACE_PX_PER_MM, Face
from vision.faces.gallery import Gallery
from vision.faces.gallery_file import gallery_from_bytes, gallery_to_bytes
from vision.faces.pictures import face_of
from vision.faces.reader import FaceReader
from vision.pictures import read_picture
from vision.printed_witness import PrintedWitness, PrintSpot, find_print_spots, some_of_each_kind
from vision.virtual.scene import CardPicture

if TYPE_CHECKING:
    from calibration.printing.deck.bare_faces import BareDeck

LANGUAGES = ("fr", "en")
"""The languages in which demonstration cards are usually printed."""
DRAWN_PX_PER_MM = 5.0
"""The scale at which cards are drawn for the virtual table: finer than any camera there sees them."""
PROGRAM = Path(companion.__file__).parent
MADE_WITH = (
    PROGRAM / "data",
    PROGRAM / "locale",
    Path(calibration.__file__).parent / "printing",
    Path(vision.faces.__file__).parent,
)
"""The folders of the program that say how demonstration cards look and how faces are compared."""


def face_reader(game: str, where: Places | None = None) -> FaceReader | None:
    """Return a reader of the faces of a game's cards; None for a game without cards.

    A card that the owner has shown is known by what he showed. The comparison of all faces takes seconds, and is made again
    only when a face was added, changed or removed: it is kept beside the faces. Raises `StorageError`.
    """
    if where is None:
        gallery = _demonstration_gallery(game)
        return FaceReader(gallery) if gallery.sizes_mm else None
    shelf = FaceShelf(where.catalogues[1], game)
    kept = tuple(shelf.faces())
    key = _key(kept)
    gallery = _kept_gallery(game, kept, key, shelf.index)
    return FaceReader(gallery, lambda: _keep(gallery, key, shelf.index)) if gallery.sizes_mm else None


@cache
def _demonstration_gallery(game: str) -> Gallery:
    return _compared(game, ())


@lru_cache(maxsize=2)
def _kept_gallery(game: str, kept: Sequence[KeptFace], key: str, index: Path) -> Gallery:
    """Return the faces of a game as they were kept in a file; if it is missing or damaged, or is of other faces or of
    another program, they are compared anew and kept there.
    """
    with suppress(OSError, NoPicture):
        return gallery_from_bytes(index.read_bytes(), key)
    gallery = _compared(game, kept)
    if gallery.sizes_mm:
        _keep(gallery, key, index)
    return gallery


def _compared(game: str, kept: Sequence[KeptFace]) -> Gallery:
    """Return the faces of a game, those that were kept and those of demonstration cards, laid over each other."""
    own, _ = _read(kept)
    refs = {face.card for face in own if face.card}
    return Gallery([*own, *(face for face in demonstration_faces(game) if face.card not in refs)])


def _keep(gallery: Gallery, key: str, index: Path) -> None:
    # Without it the next start takes longer, and nothing else is lost.
    with suppress(StorageError):
        replace_file(index, gallery_to_bytes(gallery, key), most_mode=SHARED_MODE)


def _key(kept: Sequence[KeptFace]) -> str:
    """Return what a gallery is made of: the faces that were kept, the program, and what it draws demonstration cards with."""
    made_of = hashlib.sha256()
    program = (path for folder in MADE_WITH for path in sorted(folder.rglob("*.*")) if path.suffix != ".pyc")
    for path in (*(one.path for one in kept), *program):
        made_of.update(repr((path.name, _stamp(path))).encode())
    return made_of.hexdigest()


def printed_witness(game: str, where: Places) -> PrintedWitness | None:
    """Return what reads the print on the owner's cards beside their faces; None where it was found on none of them.

    Raises `StorageError` or `CatalogueError`.
    """
    kept = tuple(FaceShelf(where.catalogues[1], game).faces())
    spots = _print_spots(kept, tuple(_stamp(one.path) for one in kept))
    refs = {str(card["ref"]) for card in load_catalogue(game, where.catalogues)} if spots else ()
    return PrintedWitness(spots, refs) if spots else None


@lru_cache(maxsize=2)
def _print_spots(kept: Sequence[KeptFace], stamps: Sequence[tuple[int, int]]) -> Mapping[str, PrintSpot]:
    """Return where the owner's cards have their references, as some faces of each kind show it."""
    del stamps
    fronts = {one.ref: one for one in kept if one.side == FRONT}
    shown, _ = _read(fronts[ref] for ref in some_of_each_kind(fronts))
    try:
        return find_print_spots(shown)
    except VisionError:
        return {}  # The models that read print are missing, as the doctor says.


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def owners_faces(game: str, where: Places) -> tuple[list[Face], list[Text]]:
    """Return the faces that the owner has shown, and what is wrong with those that cannot be read. Raises `StorageError`."""
    return _read(FaceShelf(where.catalogues[1], game).faces())


def size_of_cards(game: str, where: Places) -> CardSize:
    """Return the size of the owner's cards: of the last one that was photographed and waits, else of the face that was kept
    last, to half a mm; without one the usual size. Raises `StorageError`.
    """
    waiting = [card for card in IntakeShelf(where.data, game).cards()[0] if card.state is IntakeState.WAITING]
    if waiting:
        return waiting[-1].size
    last = max(FaceShelf(where.catalogues[1], game).faces(), key=lambda one: _stamp(one.path), default=None)
    if last is None:
        return USUAL
    try:
        height_px, width_px = read_picture(last.path).shape[:2]
        return CardSize(*(round(2 * side / FACE_PX_PER_MM) / 2 for side in (width_px, height_px)))
    except (NoPicture, Malformed):
        return USUAL


def _read(kept: Iterable[KeptFace]) -> tuple[list[Face], list[Text]]:
    faces, faults = [], []
    for one in kept:
        try:
            faces.append(face_of(one.ref, one.side, read_picture(one.path)))
        except NoPicture as problem:
            faults.append(problem.message)
    return faces, faults


@cache
def demonstration_faces(game: str) -> Sequence[Face]:
    """Return the faces of the demonstration cards without codes, in the languages they are printed in. Drawing them takes a
    second, once.
    """
    faces: dict[tuple[str, str, bytes], Face] = {}
    for language in LANGUAGES:
        deck = _deck(game, language, FACE_PX_PER_MM)
        drawn = [face_of(card.entry.ref, FRONT, card.front) for card in deck.cards]
        drawn += [face_of(card.entry.ref, BACK, card.back) for card in deck.cards if card.back is not None]
        drawn += [face_of("", BACK, back) for back in deck.shared_backs]
        # A side without words is the same in all languages.
        faces |= {(*face.name, face.pixels.tobytes()): face for face in drawn}
    return tuple(faces.values())


@cache
def demonstration_pictures(game: str) -> Mapping[str, CardPicture]:
    """Return the demonstration cards without codes for the virtual table, by reference."""
    deck = _deck(game, LANGUAGES[0], DRAWN_PX_PER_MM)
    return {card.entry.ref: CardPicture(card.front, deck.back_of.get(card.entry.ref)) for card in deck.cards}


def _deck(game: str, language: str, px_per_mm: float) -> "BareDeck":
    # Imported here: nothing else waits for the PDF library.
    from calibration.printing.deck.bare_faces import draw_bare_deck  # noqa: PLC0415
    from calibration.printing.deck.deck import list_entries  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415

    cards, _ = read_cards(load_catalogue(game, [SHIPPED]), GAMES[game].check_card)
    entries = list_entries(game, cards, [setup for setup, _ in demonstrations(game).values()])
    return draw_bare_deck(game, entries, PrintLanguage(language), px_per_mm)
