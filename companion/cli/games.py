"""The narrators of the games' matches in a terminal, by game id; other games have the general narrator."""

from collections.abc import Callable, Mapping

from companion.cli.live.saying import Narrator, PlainSaying
from companion.cli.ofusaido.saying import OfusaidoSaying
from companion.cli.paper import TerminalPaper
from companion.match import Match

TELLERS: Mapping[str, Callable[[Match, TerminalPaper, int], Narrator]] = {"ofusaido": OfusaidoSaying}


def told_plainly(match: Match, paper: TerminalPaper, _seed: int) -> Narrator:
    """Return the general narrator, which tells any match play by play."""
    return PlainSaying(match, paper)
