"""Which event sounds like what, for each game: its tables held against its own events."""

from dataclasses import fields
from random import Random
from typing import Any

import pytest

from companion.cue import Cue, EventId
from companion.event import MATCH_EVENTS, ClockRanOut
from companion.ids import MatchId
from companion.match import Match
from companion.play import Correct, Note, TimeUp, Undo
from companion.rules.games import GAMES
from companion.sounding.games import CUES, CueRule
from companion.sounding.sounding import EVERY_GAME, Sounding, opening, refused, sounding
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import random_plays

MATCH = MatchId("k3f7ab")
LINES = [(game, line) for game, cues in CUES.items() if game in GAMES for line in cues.rules]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_sounds(game: str) -> None:
    assert game in CUES


@pytest.mark.parametrize(("game", "line"), LINES, ids=lambda value: getattr(value, "cue", value))
def test_a_line_speaks_of_events_and_fields_that_the_game_has(game: str, line: CueRule) -> None:
    event = GAMES[game].event_kinds[line.kind]
    assert line.where.keys() <= {field.name for field in fields(event)}


def test_what_every_game_has_are_events_of_every_match() -> None:
    assert {line.kind for line in EVERY_GAME} <= MATCH_EVENTS.keys()


def play_on(game: str, name: str, seed: int) -> list[tuple[Sounding, Any]]:
    """A match of chance: what each answer sounded like, and its events."""
    match = Match(GAMES[game], *demonstrations(game)[name])
    heard = []
    for play in random_plays(match, Random(seed)):
        outcome = match.submit(play)
        heard.append((sounding(game, EventId(MATCH, outcome.seq), play, outcome.events), outcome.events))
    return heard


@pytest.mark.parametrize("game", GAMES)
def test_in_a_whole_match_every_goal_and_the_end_are_heard_and_most_plays_are_silent(game: str) -> None:
    heard = play_on(game, "demo-match", 1)
    for what, events in heard:
        scores = [event for event in events if event.kind in ("goal", "try")]
        if scores:
            assert what.cue is Cue.GOAL
        assert what.withdraw is None
        if what.cue is not None:
            assert what.of is not None
            event = events[what.of.index]
            table = (*CUES[game].rules, *EVERY_GAME)
            assert any(line.cue is what.cue and line.fits(event) for line in table)
    cues = [what.cue for what, _ in heard]
    assert cues[-1] in (Cue.WHISTLE_DOUBLE, Cue.GOAL)
    assert any(cue is None for cue in cues)


def ofusaido() -> Match:
    return Match(GAMES["ofusaido"], *demonstrations("ofusaido")["demo-match"])


def test_a_play_that_is_taken_back_takes_its_cue_and_all_later_ones_with_it() -> None:
    match = ofusaido()
    for play, _ in zip(random_plays(match, Random(2)), range(6), strict=False):
        match.submit(play)
    undo = Undo(4)
    outcome = match.submit(undo)
    what = sounding("ofusaido", EventId(MATCH, outcome.seq), undo, outcome.events)
    assert what == Sounding(EventId(MATCH, 4))


def test_a_corrected_play_silences_what_it_was_and_sounds_like_what_it_is() -> None:
    match = ofusaido()
    clock = TimeUp("match")
    match.submit(clock)
    correction = Correct(1, TimeUp("half"))
    outcome = match.submit(correction)
    assert outcome.ok and isinstance(outcome.events[0], ClockRanOut)
    what = sounding("ofusaido", EventId(MATCH, outcome.seq), correction, outcome.events)
    assert what == Sounding(EventId(MATCH, 1), Cue.TIME, EventId(MATCH, 1, 0))


def test_a_refusal_and_a_beginning_sound_too() -> None:
    assert refused(EventId(MATCH, 3)) == Sounding(None, Cue.ERROR, EventId(MATCH, 3))
    assert opening("ofusaido", MATCH) == Sounding(None, Cue.KICKOFF, EventId(MATCH, 0))
    assert opening("chess", MATCH).cue is None
    assert sounding("chess", EventId(MATCH, 1), Note(""), ()) == Sounding()


@pytest.mark.parametrize(
    ("earlier", "later", "is_with"),
    [
        (EventId(MATCH, 4), EventId(MATCH, 4), True),
        (EventId(MATCH, 4), EventId(MATCH, 4, 2), True),
        (EventId(MATCH, 4, 1), EventId(MATCH, 4, 0), False),
        (EventId(MATCH, 4, 1), EventId(MATCH, 5, 0), True),
        (EventId(MATCH, 4), EventId(MATCH, 3, 9), False),
        (EventId(MATCH, 4), EventId(MatchId("zzzzzz"), 9), False),
    ],
)
def test_an_event_comes_with_or_after_another_of_its_own_match(
    earlier: EventId, later: EventId, is_with: bool
) -> None:
    assert later.comes_with_or_after(earlier) is is_with
