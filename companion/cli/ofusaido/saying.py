"""OFUSAIDO told as the demonstration tells it, from what a live table has to tell."""

from companion.cli.live.saying import aside
from companion.cli.ofusaido.programme import open_match
from companion.cli.ofusaido.telling import Teller
from companion.cli.paper import Ink, TerminalPaper
from companion.match import Match
from companion.session.session_event import RulingEvent, SessionEvent
from companion.words import Text


class OfusaidoSaying:
    """Turns, duels and goals for people; what is said beside them in a low voice."""

    def __init__(self, match: Match, paper: TerminalPaper, seed: int) -> None:
        self._match = match
        self._paper = paper
        self._seed = seed
        self._teller = Teller(match, paper)

    def begin(self) -> None:
        open_match(self._match, self._paper, self._seed)
        self._teller.kick_off()

    def tell(self, told: SessionEvent) -> None:
        if isinstance(told, RulingEvent):
            if told.refusal is None:
                self._teller.tell(told.events)
            else:
                self._paper.say(Text("refused: {message}", message=told.refusal.message), mark="✗")
            return
        line = aside(told, self._match)
        if line is not None:
            self._paper.say(line, Ink.DIM, mark="·", indent=4)

    def end(self) -> None:
        self._teller.summary()
