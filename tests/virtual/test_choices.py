"""What somebody beside an acted table may choose: a few plays, each legal, of one seat, with cards that are really there."""

from dataclasses import replace
from random import Random

import pytest

from companion.match import Match
from companion.opponent.games import THINKERS
from companion.play import Play, seat_said
from companion.rules.engine import Refusal
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.acting.actor import MOST_CHOICES, Actor, parts
from companion.virtual.acting.games import ACTORS
from companion.virtual.acting.thinking import ThinkingActor
from tests.quick import first_quick

PLAYS = 50
GAME_NAMES = [*ACTORS, *(f"{game}, thinking" for game in THINKERS)]


class Table:
    """A match that is acted out, and whose first seat is told by chance what to do."""

    def __init__(self, name: str, seed: int) -> None:
        game, *thinks = name.split(", ")
        self.match = Match(GAMES[game], *demonstrations(game)["demo-match"])
        actor = ACTORS[game](self.match, mat_of(game), seed)
        # One look is enough to choose from.
        quick = replace(THINKERS[game], looks=1)
        self.actor: Actor = ThinkingActor(self.match, actor, quick, 1) if thinks else actor
        self.seat = self.match.rules.seats(self.match.state)[0]
        self.offered: list[list[Play]] = []
        self.actor.prepares()
        self._luck = Random(seed)

    def play(self) -> bool:
        """One play; whether there was one."""
        choices = list(self.actor.choices(self.seat))
        if len(choices) > 1:
            self.offered.append(choices)
            told = self._luck.choice(choices)
            self.actor.be_told(told)
            play = self.actor.next_play()
            assert play is not None
            assert told in [play, *parts(play)]
        play = self.actor.next_play()
        if play is None:
            return False
        self.actor.tells(play)
        outcome = self.match.submit(play)
        assert outcome.refusal is None, (play, outcome.refusal)
        self.actor.follows(outcome.events)
        return True

    def refused(self) -> list[Play]:
        """Those of the choices now that the rules would refuse."""
        rules = self.match.rules
        return [
            play
            for play in self.actor.choices(self.seat)
            if isinstance(rules.judge(self.match.state, play), Refusal)
        ]


@first_quick("game", GAME_NAMES)
def test_every_play_that_is_offered_is_legal(game: str) -> None:
    table = Table(game, 3)
    for _ in range(PLAYS):
        assert table.refused() == []
        if not table.play():
            break
    assert table.offered


@first_quick("game", GAME_NAMES)
def test_there_are_two_to_four_and_no_two_are_the_same(game: str) -> None:
    table = Table(game, 5)
    for _ in range(PLAYS):
        table.play()
    assert table.offered
    for choices in table.offered:
        assert 2 <= len(choices) <= MOST_CHOICES
        assert len({str(play) for play in choices}) == len(choices)


@first_quick("game", GAME_NAMES)
def test_what_the_player_would_do_is_the_first_of_them(game: str) -> None:
    table = Table(game, 7)
    for _ in range(PLAYS):
        own = table.actor.next_play()
        if own is None:
            break
        choices = table.actor.choices(table.seat)
        assert not choices or choices[0] in [own, *parts(own)]
        table.play()


@first_quick("game", GAME_NAMES)
def test_to_be_asked_what_could_be_chosen_changes_nothing(game: str) -> None:
    asked, unasked = Table(game, 9), Table(game, 9)
    for _ in range(PLAYS):
        first, again = asked.actor.choices(asked.seat), asked.actor.choices(asked.seat)
        assert list(first) == list(again)
        play = asked.actor.next_play()
        assert play == unasked.actor.next_play()
        if play is None:
            break
        for table in (asked, unasked):
            table.actor.tells(play)
            table.actor.follows(table.match.submit(play).events)


@first_quick("game", GAME_NAMES)
def test_nobody_chooses_for_another_seat(game: str) -> None:
    table = Table(game, 11)
    for _ in range(PLAYS):
        table.play()
    said = {seat_said(play) for choices in table.offered for play in choices} - {None}
    said |= {seat for choices in table.offered for play in choices for seat in _seats_of_cards(play)}
    assert said <= {table.seat}


def test_where_the_question_says_or_none_that_is_offered() -> None:
    table = Table("ofusaido, thinking", 5)
    for _ in range(PLAYS):
        table.play()
    kinds = [{play.kind for play in choices} for choices in table.offered]
    assert [one for one in kinds if "support" in one and "no_support" not in one] == []
    assert [one for one in kinds if "oppose" in one and "let_pass" not in one] == []
    assert any("support" in one for one in kinds) and any("oppose" in one for one in kinds)


def _seats_of_cards(play: Play) -> list[str]:
    cards = getattr(play, "cards", None)
    return list(cards) if isinstance(cards, dict) else []


@pytest.mark.slow
def test_who_thinks_offers_other_players_and_cards_before_other_ways_of_one() -> None:
    table = Table("boufbowl, thinking", 5)
    for _ in range(PLAYS):
        table.play()
    for plays in table.offered:
        named = [
            (
                play.kind,
                getattr(play, "player", None),
                getattr(play, "ref", None),
                getattr(play, "cards", None),
            )
            for play in plays
        ]
        is_new = [one not in named[:n] for n, one in enumerate(named)]
        assert is_new == sorted(is_new, reverse=True), plays
