"""A hint says what a player can act on: never what is always true, and never what the question has said already."""

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from companion.ids import CardRef
from companion.opponent.choosing import RatedPlay, tried
from companion.opponent.hint import hint_steps
from companion.play import Play
from companion.words import Text, translate

NAMES = {"walk": Text("Walk"), "card": Text("Play a card"), "wait": Text("Wait")}
HAND = ("AC1", "AC2")


@dataclass(frozen=True, slots=True)
class Walk(Play):
    kind: ClassVar[str] = "walk"
    to: int


@dataclass(frozen=True, slots=True)
class PlayCard(Play):
    kind: ClassVar[str] = "card"
    card: CardRef


@dataclass(frozen=True, slots=True)
class Wait(Play):
    kind: ClassVar[str] = "wait"


def steps(*rated: tuple[Play, float], hand: tuple[str, ...] = ()) -> list[str]:
    ranking = tuple(RatedPlay(play, chance) for play, chance in rated)
    told = hint_steps(ranking, lambda play: Text(str(play)), NAMES, [CardRef(ref) for ref in hand])
    return [translate(step.says, "en") for step in told]


def pointed(*rated: tuple[Play, float], hand: tuple[str, ...] = ()) -> list[set[str]]:
    ranking = tuple(RatedPlay(play, chance) for play, chance in rated)
    told = hint_steps(ranking, lambda play: Text(str(play)), NAMES, [CardRef(ref) for ref in hand])
    return [set(step.points_at) for step in told]


def card(ref: str) -> PlayCard:
    return PlayCard(CardRef(ref))


def test_the_only_play_is_said_at_once() -> None:
    assert steps((Wait(), 0.4)) == ["hint: only one play is possible: Wait"]


def test_plays_that_are_all_alike_are_not_counted_and_no_kind_is_praised() -> None:
    general, play = steps((Walk(1), 0.51), (Wait(), 0.5))
    assert general == "hint: no play changes much here: about 51% to win with each"
    assert play == "hint: if you hesitate: Walk(to=1) (any other play is about as good)"


def test_where_a_card_wins_nothing_cards_are_kept() -> None:
    general, play = steps((card("AC1"), 0.51), (Wait(), 0.5), hand=HAND)
    assert "keep your cards" in general
    assert play == "hint: if you hesitate: Wait (any other play is about as good)"


def test_each_step_points_at_what_it_names_as_good_and_never_at_what_to_avoid() -> None:
    assert pointed((Wait(), 0.4)) == [{"wait"}]
    assert pointed((Walk(1), 0.6), (Wait(), 0.2)) == [set(), {"walk"}, {"walk", "1"}]
    few = pointed((Walk(3), 0.6), (Walk(1), 0.5), (Walk(2), 0.4), (Walk(9), 0.1))
    assert few == [set(), {"walk", "1", "2", "3"}, {"walk", "3"}]
    rated = (card("AC1"), 0.6), (Wait(), 0.4), (card("AC2"), 0.3)
    assert pointed(*rated, hand=HAND) == [set(), {"card", "AC1", "wait"}, {"card", "AC1"}]


def test_how_much_a_choice_matters_is_said_in_numbers_and_which_play_is_the_poorest() -> None:
    first = steps((Walk(1), 0.6), (Walk(2), 0.41), (Wait(), 0.2))[0]
    assert first == "hint: one play is the best, with 60% to win; avoid: Wait (20%)"
    first = steps((Walk(1), 0.6), (Walk(2), 0.59), (Wait(), 0.2))[0]
    assert first == "hint: several plays are good, with about 60% to win; avoid: Wait (20%)"


def test_of_two_plays_the_first_hint_does_not_tell_the_poorer() -> None:
    first = steps((Walk(1), 0.6), (Wait(), 0.2))[0]
    assert first.startswith(
        "hint: this choice matters: 60% to win with one of the two plays, 20% with the other"
    )


def test_a_kind_is_named_as_its_button_has_it() -> None:
    assert steps((Walk(1), 0.6), (Wait(), 0.2))[1] == "hint: look at “Walk”"


def test_kinds_that_leave_out_little_are_not_named() -> None:
    """Most plays are of the kind, or most kinds are named."""
    most_plays = steps((Walk(1), 0.6), (Walk(2), 0.5), (Walk(3), 0.4), (Wait(), 0.2))
    assert most_plays[1].startswith("hint: it is one of these: Walk(to=1)")
    most_kinds = steps((Walk(1), 0.6), (Wait(), 0.6), (card("AC1"), 0.2), (card("AC2"), 0.2))
    assert most_kinds[1].startswith("hint: it is one of these: ")


def test_a_kind_that_leaves_nothing_out_is_not_named_but_a_few_plays_are() -> None:
    _, candidates, last = steps((Walk(3), 0.6), (Walk(1), 0.5), (Walk(2), 0.4), (Walk(9), 0.1))
    assert candidates == "hint: it is one of these: Walk(to=1); Walk(to=2); Walk(to=3)"
    assert last == "hint: Walk(to=3) (60% to win, the next best: 50%)"
    assert len(steps((Walk(3), 0.6), (Walk(1), 0.5))) == 2


def test_plays_are_named_up_to_one_that_is_surely_possible() -> None:
    rated = (card("AC1"), 0.6), (Wait(), 0.4), (card("AC2"), 0.3)
    _, order, last = steps(*rated, hand=HAND)
    assert order == "hint: in this order: PlayCard(card='AC1'); Wait"
    assert last == "hint, if you can: PlayCard(card='AC1') (60% to win, the next best: 40%)"
    assert steps(*rated)[-1] == "hint: PlayCard(card='AC1') (60% to win, the next best: 40%)"


def test_an_order_of_plays_does_not_repeat_the_side() -> None:
    ranking = tuple(
        RatedPlay(card(ref), chance) for ref, chance in (("AC1", 0.6), ("AC2", 0.5), ("AC3", 0.1))
    )

    def told(play: Play) -> Text:
        return Text("{seat}: {does}", seat="Home", does=Text("{play} shoots", play=str(play)[15:18]))

    steps = hint_steps(ranking, told, NAMES, [CardRef(ref) for ref in HAND])
    assert translate(steps[1].says, "en") == "hint: in this order: AC1 shoots; AC2 shoots; AC3 shoots"


def test_of_several_good_plays_the_named_one_is_compared_with_none() -> None:
    last = steps((Walk(1), 0.6), (Walk(2), 0.59), (Walk(3), 0.58), (Walk(4), 0.1))[-1]
    assert last == "hint: Walk(to=1) (60% to win)"


def test_no_chance_is_over_one_however_much_a_play_is_trusted() -> None:
    plays = [Walk(1), Walk(2)]
    trust: dict[Play, float] = {plays[0]: 0.08, plays[1]: 0.0}
    rankings = list(tried(plays, lambda _play, _luck: 1.0, Random(1), trust))
    assert all(choice.chance <= 1 for ranking in rankings for choice in ranking)


def test_trust_does_not_outweigh_a_play_that_loses_at_once() -> None:
    lost, hopeful = Walk(1), Walk(2)
    trust: dict[Play, float] = {lost: 0.08, hopeful: 0.0}
    *_, ranking = tried([lost, hopeful], lambda play, _luck: 0.05 * (play == hopeful), Random(1), trust, 12)
    assert ranking[0].play == hopeful
