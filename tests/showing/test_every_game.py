"""What holds for the scenes of every game, along whole matches of their demonstrations."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from companion.match import Match
from companion.rules.games import GAMES
from companion.session.snapshot_builder import why_not
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import Scene, Words
from companion.virtual.chance import random_plays
from tests.quick import first_quick
from tests.rules.demonstration import demonstrations
from tests.showing.sitting import Sitting, en

REFERENCE = re.compile(r"[A-Z]{2}[0-9]{3}-[0-9]{3}")
DEMONSTRATIONS = [(game, name) for game in GAMES for name in demonstrations(game)]
PLAYS = 30


def scenes(game: str, name: str) -> Iterator[Sitting]:
    """A controller before each play of a match."""
    sitting = Sitting(Match(GAMES[game], *demonstrations(game)[name]))
    for play, _ in zip(random_plays(sitting.match, Random(name)), range(PLAYS), strict=False):
        yield sitting
        sitting.submit(play)
    yield sitting


def sentences(scene: Scene) -> Iterator[Words]:
    """All that is read without asking for it."""
    yield scene.headline
    yield from (waited.says for waited in scene.waited)
    yield from scene.terms
    for side in scene.sides:
        yield from (side.name, *side.marks, *(count.title for count in side.counts))
    for words in (scene.order, scene.result):
        if words is not None:
            yield words
    if scene.contest is not None:
        yield scene.contest.title
        for scale in scene.contest.scales:
            yield from (scale.role, *(line.says for line in scale.lines))


@pytest.mark.many
@pytest.mark.parametrize(("game", "name"), DEMONSTRATIONS)
def test_along_a_match(game: str, name: str) -> None:
    for sitting in scenes(game, name):
        scene, seen = sitting.scene, sitting.seen
        waited = {expectation.seat for expectation in sitting.match.expects()}
        assert set(sitting.waited) == waited
        assert all(sitting.waited.values())
        assert not [said for words in sentences(scene) if REFERENCE.search(said := en(words))]
        for offer in seen.offers:
            assert scene.name("play", offer.kind) is not None, offer.kind
            for choosable in offer.plays[:20]:
                cards = REFERENCE.findall(str(choosable.play))
                assert all(card in scene.names for card in cards)
        if scene.board is not None:
            cells = {cell.name for cell in scene.board.cells}
            assert {piece.cell for piece in scene.board.pieces} <= cells
            assert scene.board.ball is None or scene.board.ball in cells


@pytest.mark.many
@first_quick("game", list(GAMES))
def test_a_turn_has_the_same_number_on_screens_as_for_the_referee_and_in_stories(game: str) -> None:
    seen = set()
    for name in demonstrations(game):
        for sitting in scenes(game, name):
            headline, view = sitting.scene.headline, sitting.match.view()
            # Where the match stands, before what is played there.
            numbers = re.findall(r"(?:turn|round) (\d+)", en(headline))
            assert numbers in ([], [str(view["turn"])]), (en(headline), view["turn"])
            seen.update(numbers)
    assert len(seen) > 1


def test_every_kind_of_play_of_every_game_has_a_verb() -> None:
    for game, rules in GAMES.items():
        setup, cards = demonstrations(game)[next(iter(demonstrations(game)))]
        scene = Sitting(Match(rules, setup, cards)).scene
        assert all(scene.name("play", kind) is not None for kind in rules.play_kinds)
    assert set(SCENE_BUILDERS) == set(GAMES)


@first_quick("game", ["lignes", "boufbowl"])
def test_whatever_two_places_of_a_board_are_touched_the_rules_say_why_it_is_refused_or_would_accept_it(
    game: str,
) -> None:
    shower, rules = SCENE_BUILDERS[game], GAMES[game]
    chance, refused, accepted = Random(game), 0, 0
    for sitting in scenes(game, "demo-match"):
        board = sitting.scene.board
        assert board is not None
        pieces = [piece.name for piece in board.pieces]
        places = [*pieces, *(cell.name for cell in board.cells)]
        for piece in [None, *chance.sample(pieces, 6)]:
            for place in chance.sample(places, min(len(places), 20)):
                play = shower.attempt(sitting.match.state, piece, place)
                why = why_not(rules, shower, sitting.match.state, piece, place)
                if play is None:
                    assert why is None
                elif why is None:
                    accepted += 1
                else:
                    assert en(why)
                    refused += 1
    assert refused > 100
    assert accepted > 0
