"""A piece that is put upon the ball and carried off under it is seen to go from where it lay."""

import pytest

from companion.mat import Mat, Token, Zone
from companion.observation import SightingState
from companion.words import Wording
from tests.vision.test_turned_over import MAT
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
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
LINED = Zone("g11", None, "cell", 195, 195, 12, 12, Wording("G11", "G11"))
BOARD = Mat(MAT.game, MAT.width_mm, MAT.height_mm, MAT.markers, (CELL, LINED), TOKENS)


class Hands:
    """Over a board on which two pieces have stood from the first frame on: nobody knows how it looks without them."""

    def __init__(self) -> None:
        camera = VirtualCamera.above(400, 300, slant_deg=8, size_px=(960, 720))
        self.table = VirtualTable(BOARD, camera, sensor=Sensor(is_grey=True, jpeg=None), seed=5)
        self.table.frames_per_second = 12
        self._pipeline = Pipeline(MatWatch(BOARD))
        self.other = self.table.put_sticker(OTHER, HERE_MM, 20, PIECE_MM)
        self.piece = self.table.put_sticker(PIECE, BESIDE_MM, 70, PIECE_MM)
        self.see(0)

    def see(self, until_ms: float) -> list[tuple[str, SightingState]]:
        told: list[tuple[str, SightingState]] = []
        while self.table.now_ms < until_ms + 800:
            news = self._pipeline.feed(self.table.frame())
            told += ((sighting.reads, sighting.state) for sighting in news)
        return told

    @property
    def things(self) -> list[str]:
        return [thing.text for thing in self._pipeline.things]

    def bring_ball(self, at_mm: tuple[float, float]) -> int:
        ball, until_ms = self.table.bring_sticker(BALL, at_mm, BALL_MM)
        self.see(until_ms)
        return ball


@pytest.mark.slow
def test_a_piece_carried_off_under_the_ball_upon_which_it_was_put_is_seen_to_go() -> None:
    hands = Hands()
    carry = hands.table.carry
    hands.see(carry(hands.other, (120.0, 150.0)))
    ball = hands.bring_ball(HERE_MM)
    hands.see(carry(hands.piece, HERE_MM))
    hands.see(carry(ball, HERE_MM))
    told = hands.see(max(carry(hands.piece, THERE_MM), carry(ball, THERE_MM)))
    assert (str(PIECE), SightingState.END) in told
    assert (str(BALL), SightingState.UPDATE) in told


def test_a_piece_that_has_always_stood_there_and_goes_off_under_the_ball_is_seen_to_go() -> None:
    hands = Hands()
    carry = hands.table.carry
    ball = hands.bring_ball(BESIDE_MM)
    told = hands.see(max(carry(hands.piece, THERE_MM), carry(ball, THERE_MM)))
    assert (str(PIECE), SightingState.END) in told
    assert (str(BALL), SightingState.UPDATE) in told


@pytest.mark.slow
def test_a_ball_that_was_pushed_and_then_covered_at_a_corner_is_not_gone() -> None:
    hands = Hands()
    carry = hands.table.carry
    hands.see(carry(hands.other, (60.0, 250.0)))
    ball = hands.bring_ball(HERE_MM)
    # Its old place and its new one share a corner.
    pushed_mm = (HERE_MM[0] + 12, HERE_MM[1] + 12)
    hands.see(carry(ball, pushed_mm))
    told = hands.see(carry(hands.piece, (pushed_mm[0] + 13, pushed_mm[1] + 11)))
    assert (str(PIECE), SightingState.UPDATE) in told
    assert (str(BALL), SightingState.HIDDEN) in told
    assert (str(BALL), SightingState.END) not in told
    told = hands.see(carry(hands.piece, BESIDE_MM))
    assert (str(BALL), SightingState.UPDATE) in told


@pytest.mark.slow
def test_a_ball_taken_from_the_piece_with_which_it_came_is_not_hidden_there_any_more() -> None:
    hands = Hands()
    carry = hands.table.carry
    ball = hands.bring_ball(BESIDE_MM)
    # Nobody has seen the piece alone where the two go now.
    hands.see(max(carry(hands.piece, THERE_MM), carry(ball, THERE_MM)))
    told = hands.see(carry(ball, (60.0, 60.0)))
    assert (str(PIECE), SightingState.START) in told
    assert (str(BALL), SightingState.HIDDEN) not in told
    assert hands.things.count(str(BALL)) == 1
