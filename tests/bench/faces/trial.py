"""Enrols a drawn deck from one photograph of each face, shows its cards and other things, and counts what readers make of
them.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tests.bench.faces.camera import LIGHTS, LaidCard, Photograph, Points, moved
from tests.bench.faces.covers import covered_shows
from tests.bench.faces.decks import DrawnDeck, DrawnFace, drawn_deck
from tests.bench.faces.grounds import THINGS
from tests.bench.faces.readers import OwnReader, Reader, cpu_s, found_cards, straight
from tests.bench.faces.shows import Show, empty_shows, enrolments, shows, strange_shows
from tests.bench.faces.tally import Outcome, Reading, Refusals, Tally
from vision.faces.face import Face

ENROLLED_WITHIN_PX = 0.7
GIVEN_WITHIN_PX = 1.2
"""How far off corners are that are given instead of found."""
SAME_CARD_PX = 40.0
"""A rectangle that was found belongs to the card whose middle is so near."""
OTHER_DECK = 500_000
"""What is added to a seed for a deck that is not enrolled."""
LEFT_OUT = 6
"""One of so many cards is left out where cards are shown that were never enrolled."""


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """A drawn deck and its faces as the camera saw them once."""

    deck: DrawnDeck
    faces: Sequence[Face]

    @classmethod
    def of(cls, seed: int, cards: int | None) -> "EnrolledDeck":
        deck = drawn_deck(seed, cards)
        chance = np.random.default_rng((seed, 9))
        faces = []
        for face, pixels, corners in enrolments(deck):
            about = corners + chance.normal(0, ENROLLED_WITHIN_PX / 2, (4, 2))
            pictured = straight(pixels, about, face.size_mm)
            faces.append(Face(face.card, face.side, pictured, face.size_mm))
            tell(f"seed {seed}: {len(faces)} of {len(deck.faces)} faces enrolled")
        return cls(deck, faces)


def read_deck(enrolled: EnrolledDeck, reader: Reader, light: str, cards: int, *, is_given: bool) -> Tally:
    """Show cards of the deck in one light; `is_given`: their corners are given, within `GIVEN_WITHIN_PX`, instead of found."""
    deck, tally = enrolled.deck, Tally()
    chance = np.random.default_rng((deck.seed, 10))
    order = [deck.faces[int(n)] for n in _draws(len(deck.faces), cards, chance)]
    for show in shows(order, LIGHTS[light], deck.seed):
        tally.add(_read_show(show, enrolled, reader, light, is_given=is_given))
        tell(f"seed {deck.seed}, {light}: {len(tally.readings)} of {cards} cards, {tally.wrong} wrong")
    return tally


def read_covered(enrolled: EnrolledDeck, reader: Reader, light: str, kind: str, cards: int) -> Tally:
    """Show cards of the deck of which something of a kind hides a small part."""
    deck, tally = enrolled.deck, Tally()
    own = [face for face in deck.faces if not face.is_like_others]
    chance = np.random.default_rng((deck.seed, 15))
    order = [own[int(n)] for n in _draws(len(own), cards, chance)]
    for show in covered_shows(kind, order, deck.faces, LIGHTS[light], deck.seed):
        tally.add(_read_show(show, enrolled, reader, light, is_given=False))
        tell(f"seed {deck.seed}, under {kind}: {len(tally.readings)} of {cards} cards, {tally.wrong} wrong")
    return tally


def _draws(of: int, count: int, chance: np.random.Generator) -> list[int]:
    """Return numbers below a bound, each as often as the others."""
    return [int(n) for _ in range(-(-count // of)) for n in chance.permutation(of)][:count]


def _read_show(show: Show, enrolled: EnrolledDeck, reader: Reader, light: str, *, is_given: bool) -> Tally:
    photograph, tally = show.photograph, Tally()
    chance = np.random.default_rng(int(abs(photograph.corners_px[0].sum())))
    began = cpu_s()
    if is_given:
        quads: list[Points | None] = [
            np.roll(corners + chance.normal(0, GIVEN_WITHIN_PX, (4, 2)), 2 * int(chance.integers(2)), axis=0)
            for corners in photograph.corners_px
        ]
    else:
        quads = _matched(found_cards(photograph, sizes_of(enrolled.deck)), photograph.corners_px)
    for n, (drawn, corners) in enumerate(zip(show.faces, quads, strict=True)):
        if drawn is None:
            continue
        where = (enrolled.deck.seed, light)
        tally.readings.append(
            Reading(drawn.row, Outcome.NOT_FOUND, *where, drawn.card)
            if corners is None
            else _reading(reader, photograph, corners, drawn, photograph.corners_px[n], where)
        )
    tally.cpu_s = cpu_s() - began
    return tally


def sizes_of(deck: DrawnDeck) -> list[tuple[float, float]]:
    return sorted({face.size_mm for face in deck.faces})


def _matched(found: Sequence[Points], truth: Sequence[Points]) -> list[Points | None]:
    """Return for each card the rectangle that was found there."""
    middles = [corners.mean(axis=0) for corners in found]
    result: list[Points | None] = []
    for corners in truth:
        far = [float(np.linalg.norm(middle - corners.mean(axis=0))) for middle in middles]
        nearest = int(np.argmin(far)) if far else -1
        result.append(found[nearest] if far and far[nearest] < SAME_CARD_PX else None)
    return result


def _reading(
    reader: Reader,
    photograph: Photograph,
    corners: Points,
    drawn: DrawnFace,
    truth: Points,
    where: tuple[int, str],
) -> Reading:
    outcome, face, recognition = reader.read(photograph.pixels, corners)
    said = "" if face is None else f"{face.card} {face.side}"
    if outcome is Outcome.READ and face is not None and (face.card, face.side) != (drawn.card, drawn.side):
        outcome = Outcome.WRONG
    reading = Reading(drawn.row, outcome, *where, f"{drawn.card} {drawn.side}", said)
    if recognition is None:
        return reading
    return replace(
        reading,
        margin=recognition.margin,
        likeness=recognition.likeness,
        corner_px=corner_error(np.asarray(recognition.corners_px), truth)
        if outcome is Outcome.READ
        else None,
    )


def corner_error(corners: Points, truth: Points) -> float:
    """Return how far the farthest corner is from where it is, whichever corner is named first."""
    return min(float(np.linalg.norm(np.roll(corners, n, axis=0) - truth, axis=1).max()) for n in range(4))


def edge_errors(enrolled: EnrolledDeck, light: str, cards: int) -> tuple[int, list[float]]:
    """Return how many cards were shown, and the corner error of each whose rectangle was found: the sleeve's, if that is
    nearer.
    """
    deck, errors, shown = enrolled.deck, [], 0
    chance = np.random.default_rng((deck.seed, 12))
    order = [deck.faces[int(n)] for n in _draws(len(deck.faces), cards, chance)]
    for show in shows(order, LIGHTS[light], deck.seed + 1):
        photograph = show.photograph
        shown += len(show.faces)
        found = _matched(found_cards(photograph, sizes_of(deck)), photograph.corners_px)
        for corners, card, sleeve in zip(found, photograph.corners_px, photograph.sleeves_px, strict=True):
            if corners is not None:
                errors.append(min(corner_error(corners, card), corner_error(corners, sleeve)))
    return shown, errors


# --- what is no card of the deck


def refused(enrolled: EnrolledDeck, reader: Reader, light: str, count: int) -> Iterator[tuple[str, Refusals]]:
    """Show things that are no card of the deck; yield each kind with what became of it."""
    deck = enrolled.deck
    other = drawn_deck(deck.seed + OTHER_DECK)
    chance = np.random.default_rng((deck.seed, 11))
    cards = [other.faces[int(n)] for n in _draws(len(other.faces), count, chance)]
    yield "cards of other decks", _refusals(shows(cards, LIGHTS[light], deck.seed), enrolled, reader, light)
    for kind in THINGS:
        shown = strange_shows(kind, count // 4, LIGHTS[light], deck.seed)
        yield kind, _refusals(shown, enrolled, reader, light)
    bare = empty_shows(max(1, count // 40), LIGHTS[light], deck.seed)
    yield "bare mats, cloth, wood", _refusals(bare, enrolled, reader, light)


def refused_of_own_deck(enrolled: EnrolledDeck, light: str, count: int) -> Refusals:
    """Show cards of the deck that were left out when it was enrolled, among them twins of cards that were not."""
    out = set(range(0, len(enrolled.faces), LEFT_OUT))
    reader = OwnReader([face for n, face in enumerate(enrolled.faces) if n not in out])
    known = {(face.card, face.side) for n, face in enumerate(enrolled.faces) if n not in out}
    cards = [
        face
        for face in enrolled.deck.faces
        if (face.card, face.side) not in known and not face.is_like_others
    ]
    chance = np.random.default_rng((enrolled.deck.seed, 13))
    order = [cards[int(n)] for n in _draws(len(cards), count, chance)]
    return _refusals(shows(order, LIGHTS[light], enrolled.deck.seed), enrolled, reader, light)


def _refusals(photographed: Iterator[Show], enrolled: EnrolledDeck, reader: Reader, light: str) -> Refusals:
    total = Refusals()
    for show in photographed:
        photograph = show.photograph
        found = found_cards(photograph, sizes_of(enrolled.deck))
        forced = [] if any(show.faces) else _forced(photograph, enrolled.deck.seed)
        for corners in [*found, *forced]:
            outcome, face, recognition = reader.read(photograph.pixels, corners)
            if outcome is Outcome.READ and face is not None:
                near = _nearest(show, corners)
                reading = Reading(
                    "no card", outcome, enrolled.deck.seed, light, near, f"{face.card} {face.side}"
                )
                if recognition is not None:
                    reading = replace(reading, margin=recognition.margin, likeness=recognition.likeness)
                total.accepted.append(reading)
        total.shown += max(1, len(show.faces)) if not forced else len(forced)
        total.looked_at += len(found) + len(forced)
        tell(f"seed {enrolled.deck.seed}, {light}: {total.shown} strangers, {len(total.accepted)} accepted")
    return total


def _forced(photograph: Photograph, seed: int) -> list[Points]:
    """Return rectangles of a card's size on what is no card, which no edges show: the reader must refuse them by their
    picture.
    """
    chance = np.random.default_rng((seed, 14))
    height, width = photograph.pixels.shape[:2]
    middles_px = [corners.mean(axis=0) for corners in photograph.corners_px]
    while len(middles_px) < 6:
        middles_px.append(chance.uniform((150, 150), (width - 150, height - 150)))
    blank = np.zeros((880, 630, 3), np.uint8)
    rectangles = []
    for x, y in moved(np.linalg.inv(photograph.image_from_table), np.array(middles_px)):
        card = LaidCard(blank, (float(x), float(y)), float(chance.uniform(0, 360)))
        rectangles.append(moved(photograph.image_from_table, card.corners_mm()))
    return rectangles


def _nearest(show: Show, corners: Points) -> str:
    if not show.faces:
        return "ground"
    far = [float(np.linalg.norm(c.mean(axis=0) - corners.mean(axis=0))) for c in show.photograph.corners_px]
    face = show.faces[int(np.argmin(far))]
    return "thing" if face is None else f"{face.card} {face.side}"


def tell(line: str) -> None:
    """Write a line of progress over the last one, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
