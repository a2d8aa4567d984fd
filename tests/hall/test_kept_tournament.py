"""A tournament whose file was forged is told as damaged, before anybody counts with it."""

from random import Random
from typing import Any

import pytest

from companion.errors import LogDamaged
from companion.hall.kept_tournament import folded
from companion.hall.tournament.events import TournamentFormat, write_tournament_event
from companion.storage.tournaments import KeptAct
from tests.hall.tournament.simulated import joined, opened, play_round


def played() -> list[dict[str, Any]]:
    cup = joined(opened("ofusaido", TournamentFormat()), 4)
    play_round(cup, Random(1))
    return [write_tournament_event(event) for event in cup.events]


def kept(events: list[dict[str, Any]]) -> list[KeptAct]:
    return [KeptAct(1, 1, tuple(events), "")]


def test_what_was_played_is_read() -> None:
    assert len(folded("cup", kept(played())).rounds) == 1


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("result", {"result": {"places": []}}),
        ("result", {"result": {"places": [1, 2], "numbers": {"goals": [1]}}}),
        ("result", {"table": 99}),
        ("confirmed", {"round": 7}),
        ("paired", {"tables": [{"table": 1, "players": []}]}),
        ("paired", {"tables": [{"table": 1, "players": [1, 77]}]}),
        ("opened", {"game": "chess"}),
    ],
)
def test_a_forged_event_is_told_as_damage(kind: str, change: dict[str, Any]) -> None:
    events = played()
    where = next(n for n, event in enumerate(events) if event["kind"] == kind)
    events[where] = {**events[where], **change}
    with pytest.raises(LogDamaged):
        folded("cup", kept(events))
