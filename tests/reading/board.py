"""The board of Lignes d'Attaque for the tests of reading: hands move pieces and ball, and a reader looks."""

from typing import Any

from companion.rules.engine import Json
from companion.storage.shipped_data import demonstrations
from tests.reading.table import TestTable

SETUP, CARDS = demonstrations("lignes")["demo-match"]
BALL = "20"
ANYWHERE = {"pass_to": "anywhere"}
"""The house lets the ball be passed to a free cell too."""
KICKOFF = [{"play": "kickoff_roll", "d6": 2}]
STRATEGY = [*KICKOFF, {"play": "strategy_roll", "d6": 5, "d12": 10}]


class Board(TestTable):
    """The board with all pieces where the match has them; the ball lies on its carrier."""

    def __init__(
        self, plays: list[Json], changes: dict[str, Any] | None = None, house: Json | None = None
    ) -> None:
        super().__init__("lignes", {**SETUP, "house": house or {}}, CARDS, plays)
        if changes is not None:
            self.play({"play": "override", "set": changes, "reason": "a position"})
        self.tags = {token.means: str(token.tag) for token in self.mat.tokens}
        self.pieces = {piece: self.lay(self.tags[piece], cell) for piece, cell in self.view["pieces"].items()}
        self.ball = self.lay(BALL, self.view["ball"]["cell"])
        if self.view["ball"]["carrier"] is not None:
            self.cover(self.pieces[self.view["ball"]["carrier"]])
        assert self.look(1000) is None

    def walk(self, piece: str, cell: str) -> None:
        self.move(self.pieces[piece], cell)

    def walk_with_the_ball(self, piece: str, cell: str) -> None:
        """Piece and ball are carried as one: the piece is under the ball, and cannot be seen."""
        self.take(self.pieces[piece])
        self.move(self.ball, cell)

    def kick(self, carrier: str, cell: str) -> None:
        """The ball goes, and who had it is seen again."""
        self.move(self.pieces[carrier], self.view["pieces"][carrier])
        self.move(self.ball, cell)
        for piece, at in self.view["pieces"].items():
            if at == cell:
                self.cover(self.pieces[piece])
