"""The demonstration's story without its pictures: the same telling, for tests of sentences, widths and colours."""

import io
from functools import cache

from companion.cli.live.narration import DemoNarrator
from companion.cli.paper import TerminalPaper
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.session_event import RulingEvent
from companion.storage.shipped_data import demonstrations
from companion.virtual.ofusaido import VirtualPlayers


@cache
def told_match(
    seed: int, language: str = "en", mode: str = "demo-match", width: int = 80, *, is_coloured: bool = False
) -> str:
    """A whole match of OFUSAIDO as the demonstration tells it."""
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")[mode])
    out = io.StringIO()
    saying = DemoNarrator(match, TerminalPaper(out, language, width=width, coloured=is_coloured), mode, seed)
    table = VirtualPlayers(match, seed)
    saying.begin()
    while (play := table.next_play()) is not None:
        outcome = match.submit(play)
        assert outcome.ok, outcome.refusal
        table.follow(outcome.events)
        saying.tell(RulingEvent(outcome.seq, play, "hand", (), outcome.events, None, match.expects()))
    saying.end()
    return out.getvalue()
