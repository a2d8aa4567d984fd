"""Puts before the screens what a camera would give them: its picture, and the evidence of a play."""

import cv2

from companion.backend.interface import Evidence, TableDevices
from companion.backend.screen_pictures import CameraPicture
from companion.ids import ObservationId
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
CARD = "TO004-700"
ZONE = "home.pass"


def look_on(sitter: Sitter) -> None:
    """Let a camera look on at the players' page."""
    page = sitter.app.page
    assert isinstance(page, PlayersPage)
    assert page.snapshot is not None
    sitter.app.gear = TableDevices("drawn")
    pixels = cv2.resize(_table(), SIZE_PX, interpolation=cv2.INTER_AREA)
    page.show(page.snapshot)
    page.picture(CameraPicture(pixels.tobytes(), *SIZE_PX))
    sitter.settle()


def give_evidence(sitter: Sitter) -> None:
    """Show the last play at its referee's screen, with the pictures that it was read from."""
    page, match = sitter.app.page, sitter.app.match
    assert isinstance(page, RefereePage)
    assert match is not None
    table = _table()
    middle = next(zone for zone in mat_of("ofusaido").zones if zone.name == ZONE).middle_mm
    wide, high = table.shape[1], table.shape[0]
    mat = mat_of("ofusaido")
    x, y = int(middle[0] / mat.width_mm * wide), int(middle[1] / mat.height_mm * high)
    near = table[max(0, y - 110) : y + 110, max(0, x - 130) : x + 130]
    found = (
        Evidence(
            ObservationId("sight-1"),
            Text(
                "the camera read {text} on {zone}; it is {percent} % sure", text=CARD, zone=ZONE, percent=99
            ),
            _jpeg(near),
            _jpeg(table),
            Text("{text} ({percent}% sure)", text=CARD, percent=99),
        ),
    )
    match.evidence = lambda _seq: found  # type: ignore[method-assign, assignment]
    page._evident = None
    page._show_rows()
    sitter.settle()


def _table() -> Pixels:
    """Return the picture of a table of OFUSAIDO with cards on it."""
    mat = mat_of("ofusaido")
    camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=4)
    table = VirtualTable(mat, camera)
    places = [zone.middle_mm for zone in mat.zones if zone.name in (ZONE, "away.oppose", "occasion")]
    for n, (x, y) in enumerate(places):
        ref = CARD if not n else f"TO{n:03d}-10{n}"
        table.put(CardPrint(ref, ref), (float(x), float(y)), 4.0 * n)
    return table.frame().pixels


def _jpeg(pixels: Pixels) -> bytes:
    _, data = cv2.imencode(".jpg", pixels)
    return data.tobytes()
