"""Cuts the loop of a kiosk out of a match: the contest that was settled last, and the goal, try or order after it.

Virtual players play the match by its rules alone, without table and camera: that takes some tenths of a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.backend.interface import Reel
from companion.backend.offers import demonstration
from companion.event import Event
from companion.match import Match
from companion.play import Play
from companion.rules.description import PLAIN_MODE
from companion.rules.games import GAMES
from companion.showing.boards import with_pitch, with_ways
from companion.showing.games import SCENE_BUILDERS
from companion.showing.highlight import Highlight
from companion.showing.scene import Face, Scale, Scene
from companion.storage.mats import mat_of
from companion.virtual.chance import random_plays

MOST_MATCHES = 12
"""A match without a score is followed by another one, so many times."""
MOST_FACES = 4
"""More would lie over each other."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A play with the positions before and after it, and the events of the play before it."""

    play: Play
    before: Any
    led_here: tuple[Event, ...]
    after: Any
    events: tuple[Event, ...]
    highlight: Highlight


def cut_reel(game: str, seed: int) -> Reel | None:
    """Return the loop of a game; None if nobody scores in any of some matches, which another seed changes."""
    chance = Random(seed)
    for _ in range(MOST_MATCHES):
        contest, goal = _cuts(game, chance)
        if goal is not None:
            settled = _settled(game, goal if goal.highlight.is_reveal or contest is None else contest)
            return Reel(game, goal.play, _faces(settled), settled, _settled(game, goal), goal.highlight)
    return None


def _cuts(game: str, chance: Random) -> tuple[_Cut | None, _Cut | None]:
    """Play a match until the first score, or its end in a game without scores; return the last contest and the score."""
    setup, cards = demonstration(game, PLAIN_MODE)
    match, builder = Match(GAMES[game], setup, cards), SCENE_BUILDERS[game]
    contest: _Cut | None = None
    cried: _Cut | None = None
    before, led_here = match.state, match.opening.events
    for play in random_plays(match, chance):
        match.submit(play)
        events = match.entries[-1].events
        highlight = builder.highlight(match.state, events)
        if highlight is not None:
            cut = _Cut(play, before, led_here, match.state, events, highlight)
            if highlight.scores:
                return contest, cut
            contest = cut if highlight.is_reveal else contest
            cried = cried or (cut if highlight.word is not None and highlight.seat is None else None)
        before, led_here = match.state, events
    return contest, cried


def _settled(game: str, cut: _Cut) -> Scene:
    """Return what is shown after a play, with the ways that led there."""
    before = _scene(game, cut.before, cut.led_here)
    after = _scene(game, cut.after, cut.events)
    return _at_a_glance(with_pitch(before, with_ways(before, after, cut.events)))


def _at_a_glance(scene: Scene) -> Scene:
    """Return a scene without the reasons in its sums, which nobody reads in passing."""
    contest = scene.contest
    if contest is None:
        return scene
    scales = tuple(
        replace(scale, lines=tuple(line for line in scale.lines if not line.is_reason))
        for scale in contest.scales
    )
    return replace(scene, contest=replace(contest, scales=scales))


def _scene(game: str, state: Any, events: Sequence[Event]) -> Scene:
    return SCENE_BUILDERS[game].scene(GAMES[game], state, events, mat_of(game))


def _faces(scene: Scene) -> tuple[Face, ...]:
    """Return the faces of the cards of a contest, those of the side that won first."""
    if scene.contest is None:
        return ()
    scales = sorted(scene.contest.scales, key=lambda scale: not scale.has_won)
    refs = dict.fromkeys(ref for scale in scales for ref in _cards_of(scale))
    return tuple(face for ref in refs if (face := scene.face("", ref)) is not None)[:MOST_FACES]


def _cards_of(scale: Scale) -> tuple[str, ...]:
    """Return the cards of a side; where it has none of its own, those that were turned over."""
    return scale.cards or tuple(card.front.ref for card in scale.laid if card.front is not None)
