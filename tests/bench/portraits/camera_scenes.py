"""Puts before the screens what a camera would give them: its picture, and the evidence of a play."""

from collections.abc import Iterator

from companion.backend.interface import Evidence, TableDevices
from companion.backend.pictures import PictureMaker
from companion.ids import ObservationId
from companion.match import Match
from companion.observation import Sighting
from companion.reading.identity import Identities
from companion.rules.games import GAMES
from companion.rules.ofusaido.plays import Attempt, Reveal
from companion.session.history import brief_reading, observation_told
from companion.session.snapshot import Snapshot
from companion.showing.scene import DUEL
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.recorded_match import identities_of
from companion.words import translate
from tests.bench.portraits.sitter import Sitter
from ui.players.page import PlayersPage
from ui.referee.page import RefereePage
from vision.detectors.codes import read_plain
from vision.detectors.tags import read_tags
from vision.frame import Frame
from vision.preview import evidence_jpeg, table_picture
from vision.tracked_objects import TrackedObject
from vision.virtual.camera import VirtualCamera
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable
from vision.worker import Preview

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
    frame = _table_of(page.snapshot)
    page.show(page.snapshot)
    maker = PictureMaker(_identities(page.snapshot))
    page.picture(maker.picture(Preview(frame, _seen_on(frame)), None))
    sitter.settle()


def give_evidence(sitter: Sitter) -> None:
    """Show the last play at its referee's screen, with the pictures that it was read from."""
    page, match = sitter.app.page, sitter.app.match
    assert isinstance(page, RefereePage)
    assert match is not None
    snapshot = sitter.app.snapshot
    assert snapshot is not None and isinstance(snapshot.history[-1].play, Reveal)
    card = snapshot.history[-1].play.energy
    frame, things = _table_of(snapshot), _identities(snapshot)
    zones = {zone.name: zone for zone in things.mat.zones}
    (seen,) = (
        Sighting(
            ObservationId("sight-1"),
            0,
            card,
            next(zone for one, zone, _ in _cards_of(snapshot) if one == card and zone in zones),
            corners_px=tuple((int(x), int(y)) for x, y in thing.corners_px.tolist()),
            confidence_percent=99,
        )
        for thing in _seen_on(frame)
        if thing.text == card
    )
    found = (
        Evidence(
            seen.id,
            observation_told(seen, things),
            evidence_jpeg(frame, seen),
            table_picture(frame, [seen])(),
            brief_reading(seen, things),
        ),
    )
    match.evidence = lambda _seq: found  # type: ignore[method-assign, assignment]
    page._evident = None
    page._show_rows()
    sitter.settle()


def look_closely(sitter: Sitter) -> None:
    """Show the evidence of the last play over the whole page."""
    give_evidence(sitter)
    page = sitter.app.page
    assert isinstance(page, RefereePage)
    page._evidence._show_large(0)
    sitter.settle()


def _identities(snapshot: Snapshot) -> Identities:
    game = snapshot.scene.game
    return identities_of(Match(GAMES[game], *demonstrations(game)["demo-match"]), {})


def _seen_on(frame: Frame) -> tuple[TrackedObject, ...]:
    """Return the codes and tags that are read in a frame."""
    found = (*read_plain(frame.grey), *read_tags(frame.grey))
    return tuple(TrackedObject(n, one.what, one.text, one.corners_px) for n, one in enumerate(found))


def _table_of(snapshot: Snapshot) -> Frame:
    """Return the frame of the table as the match has it: pieces on their cells, or the cards of a duel or to choose from."""
    scene = snapshot.scene
    mat = mat_of(scene.game)
    middles = {zone.name: zone.middle_mm for zone in mat.zones}
    tags = {token.means: token.tag for token in mat.tokens}
    table = VirtualTable(mat, VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=4))
    pieces = () if scene.board is None else scene.board.pieces
    for n, piece in enumerate(pieces):
        if piece.cell in middles:
            x, y = middles[piece.cell]
            away = APART_MM * sum(other.cell == piece.cell for other in pieces[:n])
            stands = "lying" if piece.is_lying else "standing"
            tag = tags[f"{piece.seat}:{translate(piece.number, 'en')}:{stands}"]
            table.put_sticker(tag, (x - APART_MM / 2 + away, y - APART_MM / 2 + away))
    for card, zone, below_mm in _cards_of(snapshot):
        x, y = middles[zone][0], middles[zone][1] + below_mm
        table.put(CardPrint(card, card), (x, y))
    return table.frame()


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
