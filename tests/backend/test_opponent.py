"""The program plays a seat of a match that the screens show: its plays come as everybody's."""

import time
from pathlib import Path

import pytest

from companion.backend.interface import LiveMatch, PlayRequest, TableDevices
from companion.backend.local import LocalBackend
from companion.ids import CardRef
from companion.opponent.seat import BY, Seating
from companion.rules.ouaf.plays import RoundPlay
from companion.session.inbox import PlayIntent
from companion.session.session_event import RulingEvent
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations

PATIENCE_S = 40.0


def until_it_played(match: LiveMatch, kind: str) -> RulingEvent:
    """Wait for a play of the program."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        for event in match.news():
            if isinstance(event, RulingEvent) and event.by == BY and getattr(event.play, "kind", "") == kind:
                return event
        time.sleep(0.02)
    raise AssertionError(f"it did not play {kind}")


def test_a_seat_of_the_program_plays_in_a_match_of_the_screens(tmp_path: Path) -> None:
    backend = LocalBackend(Places(tmp_path), opponents=(Seating("red", 5),))
    match = backend.begin(PlayRequest(demonstrations("ouaf")["demo-match"][0], TableDevices()))
    try:
        until_it_played(match, "note")
        match.put(PlayIntent(RoundPlay(CardRef("RO001-900"), CardRef("RO002-900"))))
        assert " card 1 sealed " in str(until_it_played(match, "note").play)
    finally:
        match.stop()
    assert len(list((tmp_path / "seeds").iterdir())) == 1


@pytest.mark.slow
def test_the_next_match_and_the_same_one_later_have_the_program_in_its_seat(tmp_path: Path) -> None:
    backend, seatings = LocalBackend(Places(tmp_path)), (Seating("red", 4, is_even=True),)
    setup = demonstrations("ouaf")["demo-match"][0]
    match = backend.begin(PlayRequest(setup, TableDevices(), opponents=seatings))
    try:
        until_it_played(match, "note")
    finally:
        match.stop()
    quick = next(one for one in backend.quick_starts() if one.game == "ouaf")
    assert [one.seat for one in quick.request.opponents] == ["red"]
    again = backend.resume(match.name, TableDevices())
    try:
        again.put(PlayIntent(RoundPlay(CardRef("RO001-900"), CardRef("RO002-900"))))
        assert " card 1 sealed " in str(until_it_played(again, "note").play)
    finally:
        again.stop()
