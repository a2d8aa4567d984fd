"""Puts before the screens what a camera would give them: its picture, and the evidence of a play."""

from collections.abc import Iterator

import cv2

from companion.backend.interface import Evidence, TableDevices
from companion.backend.screen_pictures import CameraPicture
from companion.ids import ObservationId
from companion.rules.ofusaido.plays import Attempt, Reveal
from companion.session.snapshot import Snapshot
from companion.showing.scene import DUEL
from companion.storage.shipped_data import mat_of
from companion.words import Text
from tests.bench.portraits.sitter import Sitter
from ui.players.page import PlayersPage
from ui.referee.page import RefereePage
from vision.frame import Pixels
from vision.virtual.camera import VirtualCamera
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable

SIZE_PX = (640, 360)
ZONES = {"DRB": "dribble", "PAS": "pass", "TIR": "shot", "TDL": "shot", "TAK": "oppose", "INT": "oppose"}
"""Where a card of a duel lies, by the stat that counts."""
ENERGY_BELOW_MM = 34.0
"""How far below its card an energy lies, so that both are seen."""
APART_MM = 18.0
"""How far from the middle of their cell two pieces stand."""


def look_on(sitter: Sitter) -> None:
    """Let a camera look on at the players' page."""
    page = sitter.app.page
    assert isinstance(page, PlayersPage)
    assert page.snapshot is not None
    sitter.app.gear = TableDevices("drawn")
    pixels = cv2.resize(_table_of(page.snapshot)[0], SIZE_PX, interpolation=cv2.INTER_AREA)
    page.show(page.snapshot)
    page.picture(CameraPicture(pixels.tobytes(), *SIZE_PX))
    sitter.settle()


def give_evidence(sitter: Sitter) -> None:
    """Show the last play at its referee's screen, with the pictures that it was read from."""
    page, match = sitter.app.page, sitter.app.match
    assert isinstance(page, RefereePage)
    assert match is not None
    snapshot = sitter.app.snapshot
    assert snapshot is not None and isinstance(snapshot.history[-1].play, Reveal)
    card = snapshot.history[-1].play.energy
    table, places = _table_of(snapshot)
    (x, y), zone = places[card]
    near = table[max(0, y - 110) : y + 110, max(0, x - 130) : x + 130]
    found = (
        Evidence(
            ObservationId("sight-1"),
            Text(
                "the camera read {text} on {zone}; it is {percent} % sure", text=card, zone=zone, percent=99
            ),
            _jpeg(near),
            _jpeg(table),
            Text("{text} ({percent}% sure)", text=card, percent=99),
        ),
    )
    match.evidence = lambda _seq: found  # type: ignore[method-assign, assignment]
    page._evident = None
    page._show_rows()
    sitter.settle()


def _table_of(snapshot: Snapshot) -> tuple[Pixels, dict[str, tuple[tuple[int, int], str]]]:
    """Return the picture of the table as the match has it: pieces on their cells, or the cards of a duel or to choose from;
    and of each card its pixel and its zone.
    """
    scene = snapshot.scene
    mat = mat_of(scene.game)
    middles = {zone.name: zone.middle_mm for zone in mat.zones}
    table = VirtualTable(mat, VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=4))
    pieces = () if scene.board is None else scene.board.pieces
    for n, piece in enumerate(pieces):
        if piece.cell in middles:
            x, y = middles[piece.cell]
            away = APART_MM * sum(other.cell == piece.cell for other in pieces[:n])
            table.put_sticker(n, (x - APART_MM / 2 + away, y - APART_MM / 2 + away))
    laid = {}
    for card, zone, below_mm in _cards_of(snapshot):
        x, y = middles[zone][0], middles[zone][1] + below_mm
        table.put(CardPrint(card, card), (x, y))
        laid[card] = (x, y), zone
    pixels = table.frame().pixels
    high, wide = pixels.shape[:2]
    return pixels, {
        card: ((int(x / mat.width_mm * wide), int(y / mat.height_mm * high)), zone)
        for card, ((x, y), zone) in laid.items()
    }


def _cards_of(snapshot: Snapshot) -> Iterator[tuple[str, str, float]]:
    """Return the cards of a duel of OFUSAIDO with their energies, or the occasions to choose from: each with its zone, and how
    far below its middle it lies.
    """
    scene = snapshot.scene
    for scale in scene.contest.scales if scene.contest is not None else ():
        face = scene.face(DUEL, scale.cards[0]) if scale.cards else None
        if face is None or face.counts not in ZONES:
            continue
        zone = f"{scale.seat}.{ZONES[face.counts]}"
        yield face.ref, zone, 0.0
        for n, laid in enumerate(scale.laid, 1):
            if laid.front is not None:
                yield laid.front.ref, zone, n * ENERGY_BELOW_MM
    attempts = [(offer.seat, one.play) for offer in snapshot.offers for one in offer.plays]
    occasions = dict.fromkeys((seat, play.occasion) for seat, play in attempts if isinstance(play, Attempt))
    for n, (seat, occasion) in enumerate(occasions, 1):
        yield occasion, f"{seat}.visible.{n}", 0.0


def _jpeg(pixels: Pixels) -> bytes:
    _, data = cv2.imencode(".jpg", pixels)
    return data.tobytes()
