"""A Boufbowl table for the tests of reading: tokens lie where the match has them, and hands move them."""

from collections.abc import Mapping
from dataclasses import replace

from companion.observation import SightingState
from companion.reading.games import MEANINGS
from companion.reading.identity import Identities, names_of
from companion.reading.reader import Reader
from companion.rules.engine import Json
from companion.storage.shipped_data import demonstrations
from tests.plays import json_of
from tests.reading.table import TestTable

SETUP, CARDS = demonstrations("boufbowl")["demo-match"]
EXPERT, EXPERT_CARDS = demonstrations("boufbowl")["demo-match-expert"]
RED, BLUE = SETUP["teams"]["red"]["players"], SETUP["teams"]["blue"]["players"]
BALL = "20"
STANDING = {**dict(zip(RED, range(71, 76), strict=True)), **dict(zip(BLUE, range(91, 96), strict=True))}
RED_ZONES = dict(zip(RED, ("a1", "b1", "a2", "b2", "c2"), strict=True))
BLUE_ZONES = dict(zip(BLUE, ("a5", "b5", "a4", "b4", "c4"), strict=True))
CARRIER = RED[2]
CORNERS_MM = ((-28, 28), (28, 28), (-28, -28), (28, -28))


class Pitch(TestTable):
    """A table whose tokens lie where the match has them; each player in a corner of his zone, the ball beside one."""

    def __init__(self, *plays: Json, mode: str = "normal", house: Json | None = None) -> None:
        setup, cards = (SETUP, CARDS) if mode == "normal" else (EXPERT, EXPERT_CARDS)
        super().__init__("boufbowl", {**setup, "house": house or {}}, cards, plays)
        self.tokens: dict[str, int] = {}
        self.at: dict[str, tuple[int, int]] = {}
        self.ball = 0
        self.follow()

    def follow(self) -> None:
        """The table is made to agree, and has come to rest."""
        for ref, player in self.view["players"].items():
            if player["zone"] != "off":
                self._put(ref, player["zone"], is_standing=player["standing"])
        ball = self.view["ball"]
        if ball["zone"] is not None:
            shift = self._beside(ball["carrier"]) if ball["carrier"] else (0, 0)
            self.put_ball(ball["zone"], shift)
        self.wait(1000)
        answer = self.look(600)
        assert answer is None, answer

    def begin_anew(self, *covered: int) -> None:
        """The program is begun anew, and sees all tokens but those that something covers."""
        self.reader = Reader(
            self.match.rules, MEANINGS["boufbowl"], Identities(self.mat, names_of(CARDS), {})
        )
        self.reader.sees(self.now_ms, is_seeing=True)
        for thing in {*self.tokens.values(), self.ball} - set(covered):
            self.reader.see(replace(self._things[thing], at_ms=self.now_ms, state=SightingState.START))
        answer = self.look(3000)
        assert answer is None, answer

    def _put(self, ref: str, zone: str, *, is_standing: bool) -> None:
        tag = str(self._tag(ref) if is_standing else self._tag(ref) + 10)
        if ref in self.tokens:
            self.take(self.tokens[ref])
        seat = 0 if self._tag(ref) < 90 else 2
        there = [other for other, at in self.at.items() if at == self._corner(zone, seat) and other != ref]
        self.at[ref] = self._corner(zone, seat + bool(there))
        self.tokens[ref] = self.lay(tag, zone, shift_mm=CORNERS_MM[seat + bool(there)])

    def _tag(self, ref: str) -> int:
        """Of the side that shows him standing."""
        teams = self.match.setup["teams"]
        seat, first = ("red", 71) if ref in teams["red"]["players"] else ("blue", 91)
        players: list[str] = teams[seat]["players"]
        return first + players.index(ref)

    def _corner(self, zone: str, corner: int) -> tuple[int, int]:
        middle = next(one for one in self.mat.zones if one.name == zone).middle_mm
        return (round(middle[0]) + CORNERS_MM[corner][0], round(middle[1]) + CORNERS_MM[corner][1])

    def _beside(self, ref: str) -> tuple[int, int]:
        zone = self.view["players"][ref]["zone"]
        middle = next(one for one in self.mat.zones if one.name == zone).middle_mm
        x_mm, y_mm = (self.at[ref][n] - round(middle[n]) for n in (0, 1))
        return (x_mm - (16 if x_mm > 0 else -16), y_mm - (18 if y_mm > 0 else -18))

    def put_ball(self, zone: str, shift_mm: tuple[int, int] = (0, 0)) -> None:
        if self.ball:
            self.take(self.ball)
        self.ball = self.lay(BALL, zone, shift_mm=shift_mm)

    def give_ball(self, ref: str) -> None:
        """The ball is laid beside a player."""
        self.put_ball(self.view["players"][ref]["zone"], self._beside(ref))

    def walk(self, ref: str, zone: str) -> None:
        self.take(self.tokens[ref])
        self.tokens[ref] = self.lay(str(STANDING[ref]), zone, shift_mm=CORNERS_MM[0 if ref in RED else 2])

    def push(self, ref: str, target: str) -> None:
        """A player of red's is pushed against one of blue's, in his zone."""
        zone = self.view["players"][target]["zone"]
        middle = next(one for one in self.mat.zones if one.name == zone).middle_mm
        across_mm, down_mm = (self.at[target][n] - round(middle[n]) for n in (0, 1))
        self.take(self.tokens[ref])
        self.tokens[ref] = self.lay(str(STANDING[ref]), zone, shift_mm=(across_mm, down_mm + 24))

    def turn(self, ref: str, *, is_standing: bool) -> None:
        self._put(ref, self.view["players"][ref]["zone"], is_standing=is_standing)

    def played(self, after_ms: int = 1000) -> Json:
        """The play that is read: a token is believed 0.7 s after it was put down."""
        return super().played(after_ms)

    def all_played(self, after_ms: int = 4000) -> list[Json]:
        """A reading with what it makes plain, submitted."""
        first = self.match.seq
        self.played(after_ms)
        return json_of(entry.play for entry in self.match.entries if entry.seq > first)


PLACED: tuple[Json, ...] = (
    {"play": "place", "seat": "red", "zones": RED_ZONES, "ball": CARRIER},
    {"play": "place", "seat": "blue", "zones": BLUE_ZONES},
)
KICKED_OFF: tuple[Json, ...] = (*PLACED, {"play": "kickoff", "zone": "b3"})


def with_ball(**changes: object) -> Pitch:
    """Red at play, with the ball under an arm."""
    ball = {"ball.zone": "a2", "ball.carrier": CARRIER, "ball.state": "held"}
    override = {"play": "override", "set": {**ball, **changes}, "reason": "for the test"}
    return Pitch(*KICKED_OFF, override)


def with_state(changes: Mapping[str, object]) -> Pitch:
    return Pitch(*KICKED_OFF, {"play": "override", "set": dict(changes), "reason": "for the test"})
