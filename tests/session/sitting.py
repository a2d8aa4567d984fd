"""A controller for tests, with cards laid by hand, dice that fall, and a time of its own."""

from collections.abc import Sequence
from typing import Any

from companion.ids import MatchId, ObservationId
from companion.mat import SQUARE_MM, Unrest
from companion.match import Match
from companion.observation import Roll, Sighting, What
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.inbox import (
    CameraStatus,
    Item,
    RestReport,
    SightingReport,
)
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.session.session_event import RulingEvent, SessionEvent
from companion.storage.clocks import clocks_of
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.wiring import bare_controller
from companion.timers import Clocks
from companion.words import Text

OFUSAIDO = demonstrations("ofusaido")["demo-match"]
LIGNES = demonstrations("lignes")["demo-match"]
WHY = Text("read by the tower")
OCCASION = OFUSAIDO[0]["teams"]["home"]["visible"][0]
HOME, AWAY = (OFUSAIDO[0]["teams"][seat]["players"] for seat in ("home", "away"))


class Sitting:
    """A controller and its time."""

    def __init__(self, controller: MatchController) -> None:
        self.controller = controller
        self.now_ms = 0
        self.told: list[SessionEvent] = []
        self._things = 0
        self.take(CameraStatus(is_seeing=True))
        self.wait(2000)

    def take(self, item: Item) -> list[SessionEvent]:
        told = self.controller.take(item, self.now_ms)
        self.told += told
        return told

    def wait(self, ms: int) -> list[SessionEvent]:
        """Time passes, tick by tick."""
        told: list[SessionEvent] = []
        for _ in range(ms // 100):
            self.now_ms += 100
            told += self.controller.tick(self.now_ms)
        self.told += told
        return told

    def lay(self, text: str, zone: str, crop: bytes | None = b"jpeg") -> int:
        self._things += 1
        mat = mat_of(self.controller.match.rules.game)
        x_mm, y_mm = next(one for one in mat.zones if one.name == zone).middle_mm
        what = What.TAG if text.isdecimal() else What.QR
        name = ObservationId(f"sight-{self._things}")
        at_mm = (round(x_mm), round(y_mm))
        sighting = Sighting(name, self.now_ms, text, zone, what, thing=self._things, at_mm=at_mm)
        self.take(SightingReport(sighting, crop))
        return self._things

    def ruled(self) -> list[RulingEvent]:
        return [told for told in self.told if isinstance(told, RulingEvent)]


def last(told: Sequence[SessionEvent], kind: type) -> Any:
    """The last thing of a kind that was told."""
    return [one for one in told if isinstance(one, kind)][-1]


def begun(demonstration: tuple[Json, list[Json]], kept: Kept | None = None) -> Sitting:
    setup, cards = demonstration
    match = Match(GAMES[setup["game"]], setup, cards)
    return Sitting(bare_controller(MatchId("table1"), match, Clocks(clocks_of(setup, {})), kept))


def lay_support(sitting: Sitting) -> None:
    """Lay a player in support in a match of OFUSAIDO; the hand is still beside him."""
    sitting.lay("20", "pitch.2.centre")
    for card, zone in ((OCCASION, "occasion"), (HOME[4], "home.pass"), (AWAY[0], "away.oppose")):
        sitting.lay(card, zone)
        sitting.wait(500)
    x_mm, y_mm = next(zone for zone in mat_of("ofusaido").zones if zone.name == "home.support").middle_mm
    beside = frozenset({(int(x_mm // SQUARE_MM), int(y_mm // SQUARE_MM))})
    sitting.take(RestReport(is_at_rest=False, unrest=Unrest(beside)))
    sitting.told.clear()
    sitting.lay(HOME[5], "home.support")


def roll(dice: str, faces: str, request: str | None = None, state: str = "ok", number: int = 1) -> Roll:
    return Roll(
        ObservationId(f"roll:T:b:{number}"),
        0,
        tuple(faces.split(",")),
        "ROLL …",
        dice=tuple(dice.split(",")),
        confidence=(99,) * len(dice.split(",")),
        state=state,
        tower="T",
        boot="b",
        number=number,
        request=request,
    )
