"""A table for tests: a match of Boufbowl with the box of `box`, and the plays as verbs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.event import public, write_event
from companion.match import Match, Outcome, SetupRefused
from companion.rules.boufbowl.rules import Boufbowl
from companion.storage import yaml_text
from companion.storage.shipped import SHIPPED
from companion.words import translate
from tests.rules.boufbowl.box import Json, box

STADIUM = yaml_text.parse((SHIPPED / "boufbowl" / "boards" / "stadium.yaml").read_bytes())
RED = {"R1": "a2", "R2": "b2", "R3": "c2", "R4": "a1", "R5": "b1"}
BLUE = {"B1": "a4", "B2": "b4", "B3": "c4", "B4": "a5", "B5": "c5"}


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a play or a set-up was refused."""

    code: str
    message: str
    cite: str | None = None


def a_setup(**fields: Any) -> Json:
    """A set-up in mode `normal` where red begins."""
    teams = {"red": {"players": list(RED), "deck": 43}, "blue": {"players": list(BLUE), "deck": 43}}
    return {"game": "boufbowl", "board": STADIUM, "first": "red", "teams": teams, **fields}


def refused_setup(setup: Json, *cards: Json) -> str:
    """The message with which a set-up is refused."""
    try:
        Match(Boufbowl(), setup, box(*cards))
    except SetupRefused as problem:
        return translate(problem.message, "en")
    raise AssertionError("the set-up was accepted")


class Table:
    """A match under way. A verb makes a play and fails the test if it is refused; `refused` wants a refusal."""

    def __init__(self, setup: Json, cards: Sequence[Json]) -> None:
        self.match = Match(Boufbowl(), setup, cards)
        self.events: list[Json] = [public(write_event(x), "en") for x in self.match.opening.events]

    # --- what is seen

    def view(self, path: str = "") -> Any:
        """The view, or what stands there under a path: `players.R1.zone`."""
        found: Any = self.match.view()
        for name in path.split(".") if path else ():
            found = found[name]
        return found

    def event(self, kind: str) -> Json:
        """The only event of this kind that followed from the last play."""
        (found,) = (event for event in self.events if event["kind"] == kind)
        return found

    @property
    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events]

    @property
    def waited(self) -> dict[str | None, set[str]]:
        """Whom the table waits for, and for what."""
        return {x.seat: set(x.plays) for x in self.match.expects()}

    @property
    def totals(self) -> tuple[int, int, str]:
        """Both totals of the opposition just settled, and who has more."""
        found = self.event("opposition")
        return found["attack"]["total"], found["defence"]["total"], found["outcome"]

    @property
    def ball(self) -> tuple[str | None, str | None, str | None]:
        """The ball: zone, carrier, state."""
        ball = self.view("ball")
        return ball["zone"], ball["carrier"], ball["state"]

    def figure(self, ref: str) -> tuple[str, bool, str | None]:
        """A player: zone, whether he stands, his marker."""
        player = self.view("players")[ref]
        return player["zone"], player["standing"], player["marker"]

    def options(self, kind: str, seat: str | None = None) -> list[Any]:
        return self.match.rules.options(self.match.state, seat or self.view("active"), kind)

    # --- any play

    def submit(self, data: Json) -> Outcome:
        return self.match.submit({name: item for name, item in data.items() if item is not None})

    def play(self, kind: str, **fields: Any) -> "Table":
        outcome = self.submit({"play": kind, **fields})
        message = "" if outcome.refusal is None else translate(outcome.refusal.message, "en")
        assert outcome.ok, f"{kind} {fields}: {message}"
        self.events = [public(write_event(event), "en") for event in outcome.events]
        return self

    def refused(self, kind: str, **fields: Any) -> Refused:
        """Make a play that must be refused, and must change nothing."""
        before = self.match.view(), self.match.expects()
        outcome = self.submit({"play": kind, **fields})
        assert outcome.refusal is not None, f"{kind} {fields} was accepted"
        assert (self.match.view(), self.match.expects()) == before
        refusal = outcome.refusal
        return Refused(refusal.code.value, translate(refusal.message, "en"), refusal.cite)

    def illegal(self, kind: str, **fields: Any) -> str | None:
        """Make a play that the rules must forbid, and say which page does."""
        refused = self.refused(kind, **fields)
        assert refused.code == "illegal_play", refused
        return refused.cite

    # --- the verbs

    def place(self, seat: str, zones: Json, ball: str | None = None) -> "Table":
        return self.play("place", seat=seat, zones=zones, ball=ball)

    def move(self, player: str, to: str) -> "Table":
        return self.play("move", player=player, to=to)

    def card(self, seat: str, ref: str, *targets: str) -> "Table":
        """Play a card for its effect; a target is `R1`, or `R1>a3` where it is moved."""
        named = [dict(zip(("player", "to"), target.split(">"), strict=False)) for target in targets]
        return self.play("card", seat=seat, ref=ref, targets=named or None)

    def end_turn(self) -> "Table":
        return self.play("end_turn")

    def override(self, **changes: Any) -> "Table":
        """The referee's word; paths are written `players__R1__zone`."""
        paths = {name.replace("__", "."): value for name, value in changes.items()}
        return self.play("override", set=paths, reason="the referee saw it")

    # --- whole stretches

    def at(self, ball: str | None = None, **zones: str) -> "Table":
        """A position: players in zones, the ball with a player, or lying in a zone."""
        changes: Json = {f"players.{ref}.zone": zone for ref, zone in zones.items()}
        if ball in (*RED, *BLUE):
            changes["ball.carrier"] = ball
        elif ball is not None:
            changes |= {"ball.zone": ball, "ball.state": "ground", "ball.carrier": None}
        return self.play("override", set=changes, reason="a position")

    def down(self, ref: str, marker: str | None = None, **more: Any) -> "Table":
        """A player lies."""
        told = {"standing": False, "marker": marker, **more}
        changes = {f"players.{ref}.{name}": value for name, value in told.items()}
        return self.play("override", set=changes, reason="a position")

    def add(self, red: Sequence[str] = (), blue: Sequence[str] = ()) -> "Table":
        """The cards that both coaches add, whoever is asked first."""
        cards = {"red": list(red), "blue": list(blue)}
        while "commit" in {kind for kinds in self.waited.values() for kind in kinds}:
            (seat,) = self.waited
            assert seat is not None
            self.play("commit", seat=seat, cards=len(cards[seat]))
        for seat, refs in cards.items():
            if refs:
                self.play("bonus", seat=seat, cards=refs)
        return self

    def dice(self, seat: str, *stars: int, damage: Sequence[str] = ()) -> "Table":
        return self.play("dice", seat=seat, stars=list(stars), damage=list(damage) or None)

    def roll(self, red: int, blue: int) -> "Table":
        """One die each, and no cards."""
        self.add()
        self.dice("red", red)
        return self.dice("blue", blue)

    def tackle(self, player: str, target: str) -> "Table":
        return self.play("tackle", player=player, target=target)

    def next_turn(self) -> "Table":
        """The turn ends, and whatever cards are due are drawn."""
        self.end_turn()
        return self.draw()

    def draw(self) -> "Table":
        if self.view("phase") == "draw":
            (play,) = self.options("draw")
            self.play("draw", seat=play.seat, count=play.count)
        return self


def a_new_table(*cards: Json, **setup: Any) -> Table:
    """A table before the placement."""
    return Table(a_setup(**setup), box(*cards))


def a_table(*cards: Json, **setup: Any) -> Table:
    """A table in red's first turn: the ball is in the air over b3."""
    table = a_new_table(*cards, **setup)
    return table.place("red", RED, "R5").place("blue", BLUE).play("kickoff", zone="b3")


def an_expert_table(*cards: Json, **setup: Any) -> Table:
    return a_table(*cards, mode="expert", **setup)
