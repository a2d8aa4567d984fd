"""Who tells the matches of a game in a terminal, by id; those of the others are told plainly."""

from collections.abc import Callable, Mapping

from companion.cli.live.saying import Narrator, PlainSaying
from companion.cli.ofusaido.saying import OfusaidoSaying
from companion.cli.paper import TerminalPaper
from companion.match import Match

TELLERS: Mapping[str, Callable[[Match, TerminalPaper, int], Narrator]] = {"ofusaido": OfusaidoSaying}


def told_plainly(match: Match, paper: TerminalPaper, _seed: int) -> Narrator:
    """Any match, play by play."""
    return PlainSaying(match, paper)
