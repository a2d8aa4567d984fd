"""README and docs/commands.md show a judged play as the terminal tells it: line by line what a match prints today."""

import io
import re
from functools import cache
from pathlib import Path

import pytest

from companion.cli.live.narration import DemoNarrator
from companion.cli.paper import TerminalPaper
from companion.ids import MatchId
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.inbox import PlayIntent
from companion.session.match_controller import MatchController
from companion.storage.shipped_data import demonstrations
from companion.timers import Clocks
from tests.plays import play_of

REPOSITORY = Path(__file__).parents[2]
TURN = (
    {"play": "attempt", "seat": "home", "occasion": "OC005-900"},
    {"play": "advance", "seat": "home", "card": "JO002-900", "intent": "cross", "to": "d"},
    {"play": "let_pass", "seat": "away"},
    {"play": "shoot", "seat": "home", "card": "JO006-900", "target": "bottom_centre"},
    {"play": "no_support", "seat": "home"},
    {"play": "support", "seat": "away", "cards": ["JO024-900"]},
    {"play": "reveal", "seat": "home", "energy": "EN007-900"},
    {"play": "reveal", "seat": "away", "energy": "EN020-900"},
    {"play": "reveal", "seat": "away", "energy": "EN018-900"},
    {"play": "flip", "seat": "home", "occasion": "OC004-900"},
)


@cache
def told() -> str:
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"])
    out = io.StringIO()
    narrator = DemoNarrator(match, TerminalPaper(out, "en", width=92, coloured=False), "demo-match", 1)
    controller = MatchController(MatchId("sample"), match, None, Clocks(()))
    for play in TURN:
        for event in controller.take(PlayIntent(play_of("ofusaido", play)), 0):
            narrator.tell(event)
    return out.getvalue()


@pytest.mark.parametrize("document", ["README.md", "docs/commands.md"])
def test_the_sample_of_a_judged_play_is_what_the_terminal_prints(document: str) -> None:
    (sample,) = re.findall(r"```text\n(.*?)```", (REPOSITORY / document).read_text(), re.DOTALL)
    assert sample in told(), told()
