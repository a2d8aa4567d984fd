"""Boufbowl acted out: coaches with real decks, and hands that leave the table as the match has it."""

from companion.match import Match
from companion.play import Play
from companion.rules.boufbowl.plays import Bonus, CardPlay, Dice
from companion.rules.games import GAMES
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.acting.actor import Gesture
from companion.virtual.boufbowl.actor import BoufbowlActor

SETUP, CARDS = demonstrations("boufbowl")["demo-match"]
PLAYS = 40


def _acted(seed: int) -> list[tuple[Play, list[Gesture]]]:
    match = Match(GAMES["boufbowl"], SETUP, CARDS)
    actor = BoufbowlActor(match, mat_of("boufbowl"), seed)
    done: list[tuple[Play, list[Gesture]]] = []
    while len(done) < PLAYS and (play := actor.next_play()) is not None:
        assert actor.next_play() == play
        gestures = list(actor.tells(play))
        outcome = match.submit(play)
        assert outcome.refusal is None
        done.append((play, [*gestures, *actor.follows(outcome.events)]))
    return done


def test_the_same_seed_acts_the_same_match() -> None:
    assert _acted(5) == _acted(5)
    assert _acted(5) != _acted(6)


def test_nobody_plays_a_card_of_the_others_deck_or_twice() -> None:
    shown: dict[str, list[str]] = {"red": [], "blue": []}
    for play, _ in _acted(7):
        if isinstance(play, Bonus):
            shown[play.seat] += play.cards
        elif isinstance(play, CardPlay):
            shown[play.seat].append(play.ref)
    assert all(card.startswith("AR") for card in shown["red"])
    assert all(card.startswith("AB") for card in shown["blue"])
    assert all(len(set(cards)) == len(cards) for cards in shown.values())


def test_only_what_the_next_play_makes_plain_is_said_without_a_gesture() -> None:
    silent = {play.kind for play, gestures in _acted(8) if not gestures}
    assert silent <= {"draw", "commit", "bonus", "resolve"}


def test_dice_are_told_in_the_order_of_their_faces_because_a_tray_knows_no_other() -> None:
    thrown = [play for play, _ in _acted(7) if isinstance(play, Dice)]
    assert any(len(play.stars) > 1 for play in thrown)
    assert all(list(play.stars) == sorted(play.stars) for play in thrown)
    assert all(list(play.damage) == sorted(play.damage) for play in thrown)
