"""A table for tests: a match of Lignes d'Attaque on the board Bonal, and the plays as verbs."""

from functools import cache
from typing import Any, Self

from companion.rules.lignes.rules import LIGNES
from companion.storage import yaml_text
from companion.storage.catalogue import SHIPPED
from tests.rules import table
from tests.rules.table import Json


@cache
def bonal() -> Json:
    """The board that ships, as data."""
    data: Json = yaml_text.parse((SHIPPED / "lignes" / "boards" / "bonal.yaml").read_bytes())
    return data


def a_setup(**fields: Any) -> Json:
    """A set-up on the board that ships, first to three goals."""
    return {"game": "lignes", "board": bonal(), **fields}


def refused_setup(setup: Json, *cards: Json) -> str:
    """The message with which a set-up is refused."""
    return table.refused_setup(LIGNES, setup, cards)


class Table(table.Table):
    """A match of Lignes d'Attaque under way."""

    def __init__(self, setup: Json) -> None:
        super().__init__(LIGNES, setup, ())

    # --- what is seen

    @property
    def ball(self) -> tuple[str, str | None]:
        """Where the ball is, and who has it."""
        return self.view("ball.cell"), self.view("ball.carrier")

    @property
    def phase(self) -> tuple[str, str | None]:
        """The phase, and whose it is."""
        return self.view("phase"), self.view("active")

    def at(self, *pieces: str) -> list[str]:
        """Where pieces stand."""
        return [self.view("pieces")[piece] for piece in pieces]

    def offered(self, kind: str) -> list[Any]:
        """The plays of one kind that would be accepted now."""
        (waited,) = (x for x in self.match.expects() if kind in x.plays)
        return self.match.rules.options(self.match.state, waited.seat, kind)

    # --- the verbs

    def kickoff(self, seat: str = "yellow") -> Self:
        return self.play("kickoff_roll", d6=4 if seat == "yellow" else 3)

    def budget(self, points: int) -> Self:
        """Both dice show so many points."""
        d6 = 6 if points > 12 else 1
        return self.play("strategy_roll", d6=d6, d12=points - d6)

    def walk(self, piece: str, path: str) -> Self:
        """A piece walks over cells: `h12 h13`."""
        return self.play("move", piece=piece, path=path.split())

    def go(self, piece: str, to: str) -> Self:
        return self.play("move", piece=piece, to=to)

    def kick(self, to: str) -> Self:
        return self.play("pass", to=to)

    def end(self) -> Self:
        return self.play("end_strategy")

    def credit(self, d12: int) -> Self:
        return self.play("shot_roll", d12=d12)

    def relay(self, to: str) -> Self:
        return self.play("relay", to=to)

    def shoot(self, goal_cell: str) -> Self:
        return self.play("shoot", goal_cell=goal_cell)

    def send(self, to: str) -> Self:
        return self.play("send", to=to)

    def send_out(self, through: str) -> Self:
        return self.play("send", to="out", through=through)

    def save(self, d6: int) -> Self:
        return self.play("save_roll", d6=d6)

    def check(self, d6: int) -> Self:
        return self.play("penalty_check", d6=d6)

    def half_time(self) -> Self:
        return self.play("time_up", clock="half")

    def put(self, **cells: str) -> Self:
        """The referee sets pieces on free cells."""
        return self.override(**{f"pieces__{piece}": cell for piece, cell in cells.items()})

    # --- whole stretches

    def to_shot(self, credit: int) -> Self:
        """The side that plays goes on to its shot phase with what it has."""
        return self.end().credit(credit)


def a_table(**setup: Any) -> Table:
    """A table before kick-off."""
    return Table(a_setup(**setup))


def yellow_plays(points: int = 12, **setup: Any) -> Table:
    """Yellow has kicked off, Y9 has the ball on g11, and so many points may be spent."""
    return a_table(**setup).kickoff().budget(points)


def yellow_kicks(points: int = 12, **setup: Any) -> Table:
    """`yellow_plays` where the house lets the ball be passed to a free cell too."""
    return yellow_plays(points, house={"pass_to": "anywhere"}, **setup)


def yellow_shoots(credit: int, *, ball: str = "g17", **cells: str) -> Table:
    """Y9 stands somewhere with the ball, others where they are put, and yellow has so much credit."""
    return yellow_plays().put(Y9=ball, **cells).to_shot(credit)
