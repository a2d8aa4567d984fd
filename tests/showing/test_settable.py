"""What a referee may set: the rules take every path that is offered, with its least value, its greatest, and all settings."""

from random import Random

import pytest

from companion.event import Overridden
from companion.match import Match
from companion.play import MATCH_PLAYS, Override, read_play
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.showing.settable import Settable, settable
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.chance import random_plays
from companion.words import LANGUAGES, translate

CONTRADICTS = ("pieces.", "players.", "ball.")
"""Some of these values cannot be so at once with others: the rules say which."""


def offered(game: str) -> tuple[Match, tuple[Settable, ...]]:
    setup, cards = demonstrations(game)["demo-match"]
    match, chance = Match(GAMES[game], setup, cards), Random(4)
    for _ in range(12):
        match.submit(next(random_plays(match, chance)))
    scene = SCENE_BUILDERS[game].scene(match.rules, match.state, match.entries[-1].events, mat_of(game))
    return match, tuple(settable(match.rules.override_paths, match.view(), scene))


def is_taken(match: Match, path: str, value: object) -> bool:
    return isinstance(match.preview(Override({path: value}, "test")), tuple)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_take_what_is_offered(game: str) -> None:
    match, found = offered(game)
    assert [one.path for one in found if one.path.startswith("score.")]
    for one in found:
        if one.settings:
            taken = [setting for setting in one.settings if is_taken(match, one.path, setting.value)]
            assert taken if one.path.startswith(CONTRADICTS) else len(taken) == len(one.settings), one.path
        else:
            assert is_taken(match, one.path, one.least), one.path
            assert is_taken(match, one.path, one.most), one.path


@pytest.mark.parametrize("game", GAMES)
def test_the_value_now_is_among_the_settings(game: str) -> None:
    for one in offered(game)[1]:
        if one.settings and one.value is not None:
            assert one.value in [setting.value for setting in one.settings], one.path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_piece_has_a_name_of_its_own(game: str, language: str) -> None:
    """Values are chosen by the name of what they belong to: those of a second piece by that name cannot be reached."""
    match, found = offered(game)
    board = SCENE_BUILDERS[game].scene(match.rules, match.state, (), mat_of(game)).board
    pieces = {piece.name for piece in board.pieces} if board else set()
    named: dict[str, set[str]] = {}
    for one in found:
        named.setdefault(translate(one.whose, language), set()).update(
            pieces.intersection(one.path.split("."))
        )
    assert not {whose: many for whose, many in named.items() if len(many) > 1}


def told(match: Match, path: str, value: object) -> str:
    return translate(match.label(Overridden({path: value}, "seen")), "en")


def values_of(one: Settable) -> list[object]:
    return [setting.value for setting in one.settings] or [one.least]


@pytest.mark.parametrize("game", GAMES)
def test_what_was_set_is_told_in_the_games_words(game: str) -> None:
    match, found = offered(game)
    for one in found:
        for value in values_of(one):
            words = told(match, one.path, value)
            assert words.startswith("the referee sets: ") and words.endswith(" (seen)")
            assert "{" not in words and not ("." in one.path and one.path in words), words


@pytest.mark.parametrize("game", GAMES)
def test_each_value_that_may_be_set_has_words_of_its_own(game: str) -> None:
    match, found = offered(game)
    every_one = [(one.path, value) for one in found for value in values_of(one)]
    assert len({told(match, path, value) for path, value in every_one}) == len(every_one)


@pytest.mark.parametrize(
    ("game", "changes", "words"),
    [
        ("ofusaido", {"score.home": 2}, "Bellecombre, score 2"),
        ("ofusaido", {"teams.away.energy_pile": 7}, "Fontesorda, energy cards left 7"),
        ("ofusaido", {"teams.away.discard_known": []}, "Fontesorda, nothing seen in the discard"),
        ("lignes", {"pieces.Y9": "g11", "points": 3}, "Yellow no.\N{NO-BREAK SPACE}9 on g11; points left 3"),
        ("lignes", {"ball.cell": "a4", "score.red": 1}, "the ball on a4; Red, score 1"),
        ("ouaf", {"reputation.red": -2, "happy": 1}, "Red, reputation -2; cards under the happy boss 1"),
        ("boufbowl", {"movement": 2, "ball.carrier": None}, "movement points 2; nobody with the ball"),
        ("boufbowl", {"ball.zone": "red_end", "ball.state": "ground"}, "the ball in the red endzone; the ball on the ground"),
    ],
)  # fmt: skip
def test_what_was_set_reads_like_this(game: str, changes: dict[str, object], words: str) -> None:
    match, _ = offered(game)
    assert translate(match.label(Overridden(changes, "seen")), "en") == f"the referee sets: {words} (seen)"


def test_the_cards_that_were_seen_in_a_discard_are_named() -> None:
    match, _ = offered("ofusaido")
    ref = match.state.sheet.home.players[0]
    words = told(match, "teams.home.discard_known", [ref])
    assert words.startswith("the referee sets: Bellecombre, seen in the discard: ") and ref in words


def test_an_override_that_is_refused_is_told_in_the_same_words() -> None:
    match, _ = offered("lignes")
    play = read_play(
        {**match.rules.play_kinds, **MATCH_PLAYS}, {"play": "override", "set": {"points": 99}, "reason": "x"}
    )
    for language in LANGUAGES:
        assert "99" in translate(match.label(play), language)


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_set_of_a_side_is_told_with_the_name_of_that_side(game: str) -> None:
    match, found = offered(game)
    scene = SCENE_BUILDERS[game].scene(match.rules, match.state, match.entries[-1].events, mat_of(game))
    names = {f"score.{side.seat}": side.name for side in scene.sides}
    assert {one.path: one.whose for one in found if one.path in names} == names
