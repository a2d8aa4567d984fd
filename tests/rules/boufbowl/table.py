"""A table for tests: a match of Boufbowl with the box of `box`, and the plays as verbs."""

from collections.abc import Sequence
from typing import Any

from companion.rules.boufbowl.rules import BOUFBOWL
from companion.storage import yaml_text
from companion.storage.catalogue import SHIPPED
from tests.rules import table
from tests.rules.boufbowl.box import Json, box

STADIUM = yaml_text.parse((SHIPPED / "boufbowl" / "boards" / "stadium.yaml").read_bytes())
RED = {"R1": "a2", "R2": "b2", "R3": "c2", "R4": "a1", "R5": "b1"}
BLUE = {"B1": "a4", "B2": "b4", "B3": "c4", "B4": "a5", "B5": "c5"}


def a_setup(**fields: Any) -> Json:
    """A set-up in mode `normal` where red begins."""
    teams = {"red": {"players": list(RED), "deck": 43}, "blue": {"players": list(BLUE), "deck": 43}}
    return {"game": "boufbowl", "board": STADIUM, "first": "red", "teams": teams, **fields}


def refused_setup(setup: Json, *cards: Json) -> str:
    """The message with which a set-up is refused."""
    return table.refused_setup(BOUFBOWL, setup, box(*cards))


class Table(table.Table):
    """A match of Boufbowl under way."""

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
    return Table(BOUFBOWL, a_setup(**setup), box(*cards))


def a_table(*cards: Json, **setup: Any) -> Table:
    """A table in red's first turn: the ball is in the air over b3."""
    fresh = a_new_table(*cards, **setup)
    return fresh.place("red", RED, "R5").place("blue", BLUE).play("kickoff", zone="b3")


def an_expert_table(*cards: Json, **setup: Any) -> Table:
    return a_table(*cards, mode="expert", **setup)
