"""A piece that a hand tries out elsewhere, as a camera sees it: nothing is played before the hand has gone."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from companion.ids import MatchId
from companion.match import Match
from companion.play import write_play
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.match_controller import MatchController
from companion.session.session_event import RulingEvent, SessionEvent
from companion.storage.shipped_data import mat_of
from companion.table.live_table import FramedTable, TableEquipment
from companion.table.wiring import bare_controller
from companion.words import Text
from tests.quick import first_quick
from tests.reading.board import STRATEGY
from tests.reading.pitch import (
    BALL,
    BLUE_ZONES,
    CARDS,
    CARRIER,
    CORNERS_MM,
    KICKED_OFF,
    RED,
    RED_ZONES,
    SETUP,
    STANDING,
)
from tests.session.sitting import LIGNES
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.sources.newest_frame import SourceState
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.table import VirtualTable
from vision.worker import Reporter

OWN_ARM_DEG = 270.0
"""Where the arm of the side that sits at the left comes from."""
HELD = {"ball.zone": "a2", "ball.carrier": CARRIER, "ball.state": "held"}


class Filmed:
    """The table of a game before a camera, with these tokens, by their tags, where the match has them."""

    def __init__(self, controller: MatchController, tokens: Mapping[str, tuple[float, float]]) -> None:
        mat = mat_of(controller.match.rules.game)
        camera = VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=10)
        self.table = VirtualTable(mat, camera, sensor=Sensor(0.8, jpeg=None, is_grey=True), seed=5)
        self.table.frames_per_second = 15
        sides = {str(token.tag): token.side_mm for token in mat.tokens}
        self.names = {
            tag: self.table.put_sticker(int(tag), at_mm, 0.0, sides[tag]) for tag, at_mm in tokens.items()
        }
        self.plays: list[Json] = []
        self._reporter = Reporter(Pipeline(MatWatch(mat)), Text("a film"))
        self._live = FramedTable(controller, TableEquipment(), self._hear)
        self._live.look(self._reporter.source(SourceState.LIVE, None, 0), 0)
        self.watch(3000)

    def watch(self, ms: float) -> None:
        until_ms = self.table.now_ms + ms
        while self.table.now_ms < until_ms:
            frame = self.table.frame()
            self._live.look(self._reporter.frame(frame), frame.at_ms)

    def _hear(self, told: SessionEvent) -> None:
        if isinstance(told, RulingEvent):
            self.plays.append(write_play(told.play))


def _controller(game: str, setup: Json, cards: Sequence[Json], plays: Sequence[Json]) -> MatchController:
    match = Match(GAMES[game], setup, cards)
    for play in plays:
        assert match.submit_json(play).ok
    return bare_controller(MatchId("film"), match)


def _place(game: str, zone: str, shift_mm: tuple[int, int] = (0, 0)) -> tuple[float, float]:
    x_mm, y_mm = next(one.middle_mm for one in mat_of(game).zones if one.name == zone)
    return (x_mm + shift_mm[0], y_mm + shift_mm[1])


def _boufbowl() -> tuple[Filmed, str, tuple[float, float], Json]:
    plays = (*KICKED_OFF, {"play": "override", "set": HELD, "reason": "for the test"})
    tokens = {str(STANDING[ref]): _place("boufbowl", zone, CORNERS_MM[0]) for ref, zone in RED_ZONES.items()}
    tokens |= {
        str(STANDING[ref]): _place("boufbowl", zone, CORNERS_MM[2]) for ref, zone in BLUE_ZONES.items()
    }
    x_mm, y_mm = tokens[str(STANDING[CARRIER])]
    tokens[BALL] = (x_mm + 16, y_mm - 18)
    filmed = Filmed(_controller("boufbowl", SETUP, CARDS, plays), tokens)
    move: Json = {"play": "move", "player": RED[0], "to": "b1"}
    return filmed, str(STANDING[RED[0]]), _place("boufbowl", "b1", CORNERS_MM[0]), move


def _lignes() -> tuple[Filmed, str, tuple[float, float], Json]:
    controller = _controller("lignes", *LIGNES, STRATEGY)
    view = controller.match.view()
    tags = {token.means: str(token.tag) for token in mat_of("lignes").tokens}
    tokens = {tags[piece]: _place("lignes", cell) for piece, cell in view["pieces"].items()}
    tokens[BALL] = _place("lignes", view["ball"]["cell"])
    move: Json = {"play": "move", "piece": "Y6", "to": "c9"}
    return Filmed(controller, tokens), tags["Y6"], _place("lignes", "c9"), move


@pytest.mark.slow
@first_quick("begin", [_lignes, _boufbowl])
def test_a_piece_that_rests_elsewhere_in_a_hand_and_goes_back_is_no_move_until_it_is_left_there(
    begin: Callable[[], tuple[Filmed, str, tuple[float, float], Json]],
) -> None:
    filmed, tag, at_mm, move = begin()
    for rest_ms in (300, 500, 900):
        gone_ms = filmed.table.try_out(filmed.names[tag], at_mm, rest_ms, arm_deg=OWN_ARM_DEG)
        filmed.watch(gone_ms - filmed.table.now_ms + 2500)
        assert filmed.plays == [], rest_ms
    gone_ms = filmed.table.carry(filmed.names[tag], at_mm, arm_deg=OWN_ARM_DEG)
    filmed.watch(gone_ms - filmed.table.now_ms + 1000)
    assert filmed.plays == [move]
