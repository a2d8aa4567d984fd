"""Makes what spectators see drawn of a scene: board, pitch, tracks, open faces and moments, as values that travel to the
hall.
"""

from collections.abc import Mapping

from companion.bus.view import (
    ViewBall,
    ViewBoard,
    ViewCells,
    ViewFace,
    ViewMoment,
    ViewPiece,
    ViewPitch,
    ViewSign,
    ViewTrack,
    ViewZone,
)
from companion.showing.edges import edges_of
from companion.showing.scene import (
    DUEL,
    Board,
    CardSide,
    Cell,
    Highlight,
    Piece,
    Pitch,
    Scale,
    Scene,
    Track,
    Words,
)
from companion.showing.spots import BALL, PieceSpot, Rectangle, spots_of
from companion.words import Text, Wording, translate

BALL_AMONG = 0.42
"""Diameter of a ball that shares its cell with pieces, as a share of the cell."""
SIGN, MOST_SIGN_MM = 0.7, 32.0
"""How deep the letters and numbers along the edges are, as a share of the shortest row or column, and at most."""


def wording_of(words: Words) -> Wording:
    """Return words in both languages."""
    return words if isinstance(words, Wording) else Wording(translate(words, "en"), translate(words, "fr"))


def board_view(board: Board) -> ViewBoard:
    """Return a board as pages draw it. Its cells are those of the mat, whose places count downwards."""
    cells = {cell.name: _upwards(cell) for cell in board.cells}
    spots = spots_of(board, cells)
    signs, sign_mm = _signs(board)
    left = min(*(cell.x_mm for cell in board.cells), *(sign.x_mm - sign_mm / 2 for sign in signs))
    top = min(*(cell.y_mm for cell in board.cells), *(sign.y_mm - sign_mm / 2 for sign in signs))
    right = max(cell.x_mm + cell.width_mm for cell in board.cells)
    bottom = max(cell.y_mm + cell.height_mm for cell in board.cells)
    middles = {name: (cell.middle[0], -cell.middle[1]) for name, cell in cells.items()}
    return ViewBoard(
        round(left),
        round(top),
        round(right) - round(left),
        round(bottom) - round(top),
        _by_tone(board.cells),
        tuple(_piece_view(piece, spots[piece.name]) for piece in board.pieces if piece.name in spots),
        _ball_view(board, cells),
        tuple(
            tuple(round(place) for name in way.cells if name in middles for place in middles[name])
            for way in board.last
        ),
        signs,
        sign_mm,
    )


def _signs(board: Board) -> tuple[tuple[ViewSign, ...], int]:
    """Return the letters and numbers along the left and the top edge of a board, and their height in mm."""
    edges = edges_of(board.cells)
    shortest = min((one.length_mm for one in (*edges.left, *edges.top)), default=0.0)
    deep = round(min(SIGN * shortest, MOST_SIGN_MM))
    x, y = round(edges.left_mm - deep / 2), round(edges.top_mm - deep / 2)
    down = (ViewSign(one.says, x, round(one.begin_mm + one.length_mm / 2)) for one in edges.left)
    along = (ViewSign(one.says, round(one.begin_mm + one.length_mm / 2), y) for one in edges.top)
    return (*down, *along), deep


def _upwards(cell: Cell) -> Rectangle:
    return Rectangle(cell.x_mm, -cell.y_mm - cell.height_mm, cell.width_mm, cell.height_mm)


def _by_tone(cells: tuple[Cell, ...]) -> tuple[ViewCells, ...]:
    """Return the cells by their tones; those of the pitch alternate, as on the screens."""
    found: dict[str, list[int]] = {}
    for n, cell in enumerate(cells):
        tone = "pitch-other" if cell.tone == "path" or (cell.tone == "pitch" and n % 2) else cell.tone
        edges = (cell.x_mm, cell.y_mm, cell.width_mm, cell.height_mm)
        found.setdefault("area" if tone == "end" else tone, []).extend(map(round, edges))
    return tuple(ViewCells(tone, tuple(edges)) for tone, edges in found.items())


def _piece_view(piece: Piece, spot: PieceSpot) -> ViewPiece:
    return ViewPiece(
        wording_of(piece.number),
        wording_of(piece.title),
        piece.seat,
        round(spot.x),
        round(-spot.y),
        round(spot.side),
        piece.is_lying,
        piece.has_ball,
    )


def _ball_view(board: Board, cells: Mapping[str, Rectangle]) -> ViewBall | None:
    if board.ball is None or board.ball not in cells:
        return None
    cell = cells[board.ball]
    is_shared = any(piece.cell == board.ball for piece in board.pieces)
    side = min(cell.width, cell.height) * (BALL_AMONG if is_shared else BALL)
    return ViewBall(round(cell.middle[0]), round(-cell.middle[1]), round(side), board.is_ball_up)


def pitch_view(pitch: Pitch) -> ViewPitch:
    zones = tuple(
        ViewZone(
            zone.name,
            wording_of(zone.says),
            round(100 * zone.across),
            round(100 * zone.up),
            zone.tone,
            zone.ways,
        )
        for zone in pitch.zones
    )
    return ViewPitch(wording_of(pitch.title), pitch.ball, zones, pitch.role)


def track_view(track: Track) -> ViewTrack:
    states = [step.state for step in track.steps]
    return ViewTrack(
        wording_of(track.title),
        tuple(wording_of(step.title) for step in track.steps),
        states.count("done"),
        states.index("now") + 1 if "now" in states else 0,
        tuple(step.roles for step in track.steps) if any(step.roles for step in track.steps) else (),
    )


def faces_view(scene: Scene, scale: Scale) -> tuple[ViewFace, ...]:
    """Return the open faces of a side's cards in a contest, and of those that were turned over."""
    found = [(card, face) for card in scale.cards if (face := scene.face(DUEL, card)) is not None]
    found += [(one.front.ref, one.front) for one in scale.laid if one.front is not None]
    return tuple(_face_view(scene, card, face) for card, face in found if not face.is_back)


def _face_view(scene: Scene, card: str, face: CardSide) -> ViewFace:
    return ViewFace(face.ref, wording_of(scene.names.get(card) or Text("{card}", card=face.ref)), face.counts)


def visible_view(scene: Scene) -> tuple[ViewFace, ...]:
    """Return the cards that lie open for all."""
    return tuple(_face_view(scene, face.ref, face) for face in scene.visible if not face.is_back)


def moment_view(scene: Scene, highlight: Highlight | None) -> ViewMoment | None:
    """Return what the last play is remembered for; None for most plays."""
    if highlight is None or highlight.word is None:
        return None
    face = highlight.face
    return ViewMoment(
        wording_of(highlight.word),
        None if highlight.who is None else wording_of(highlight.who),
        highlight.seat,
        None if face is None or face.is_back else _face_view(scene, face.ref, face),
    )
