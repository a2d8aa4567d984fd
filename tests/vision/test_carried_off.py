"""A piece that is put upon the ball and carried off under it is seen to go from where it lay."""

from companion.mat import Mat, Token, Zone
from companion.observation import SightingState
from companion.words import Wording
from tests.vision.test_turned_over import MAT
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import Camera
from vision.virtual.sensor import Sensor
from vision.virtual.table import VirtualTable

BALL, PIECE, OTHER = 20, 31, 32
BALL_MM, PIECE_MM = 15.0, 20.0
HERE_MM, BESIDE_MM, THERE_MM = (200.0, 150.0), (200.0, 200.0), (280.0, 150.0)
TOKENS = (
    Token(BALL, "ball", "ball", 15),
    Token(PIECE, "piece", "Y9", 20),
    Token(OTHER, "piece", "Y8", 20),
)
CELL = Zone("g10", None, "cell", 184, 134, 32, 32, Wording("G10", "G10"))
BOARD = Mat(MAT.game, MAT.width_mm, MAT.height_mm, MAT.markers, (CELL,), TOKENS)


def test_a_piece_carried_off_under_the_ball_upon_which_it_was_put_is_seen_to_go() -> None:
    camera = Camera.above(400, 300, slant_deg=8, size_px=(960, 720))
    table = VirtualTable(BOARD, camera, sensor=Sensor(is_grey=True, jpeg=None), seed=5)
    table.frames_per_second = 12
    pipeline = Pipeline(MatWatch(BOARD))

    def see(until_ms: float) -> list[tuple[str, SightingState]]:
        told: list[tuple[str, SightingState]] = []
        while table.now_ms < until_ms + 800:
            news = pipeline.feed(table.frame())
            told += ((sighting.reads, sighting.state) for sighting in news)
        return told

    other = table.put_sticker(OTHER, HERE_MM, 20, PIECE_MM)
    piece = table.put_sticker(PIECE, BESIDE_MM, 70, PIECE_MM)
    see(0)  # A piece lies here from the first frame on: nobody knows how the place looks without.
    see(table.carry(other, (120.0, 150.0)))
    ball, until_ms = table.bring_sticker(BALL, HERE_MM, BALL_MM)
    see(until_ms)
    see(table.carry(piece, HERE_MM))
    see(table.carry(ball, HERE_MM))
    told = see(max(table.carry(piece, THERE_MM), table.carry(ball, THERE_MM)))
    assert (str(PIECE), SightingState.END) in told
    assert (str(BALL), SightingState.UPDATE) in told
