"""The demonstration cards are what they say they are."""

from collections import Counter
from itertools import product

from companion.rules.ouaf.cards import Effect, RoundCard, Seat, Target, WorkCard, read_card
from companion.storage import shipped_data

MATCHES = shipped_data.demonstrations("ouaf")
CARDS = [read_card(card, "demo") for card in MATCHES["demo-match"][1]]
ROUNDS = [card for card in CARDS if isinstance(card, RoundCard)]
HALVES = [half for card in ROUNDS for half in (card.success, card.failure)]


def test_there_are_twelve_work_cards_in_each_of_six_colours() -> None:
    works = Counter((card.seat, card.value) for card in CARDS if isinstance(card, WorkCard))
    assert works == Counter(product(Seat, range(12)))


def test_there_are_twelve_basic_and_twelve_advanced_round_cards() -> None:
    assert Counter(card.advanced for card in ROUNDS) == {False: 12, True: 12}


def test_every_effect_and_every_target_is_there() -> None:
    assert {half.effect for half in HALVES} == set(Effect)
    assert {half.target for half in HALVES} == set(Target)


def test_basic_cards_have_only_what_the_first_reference_explains() -> None:
    basic = [half for card in ROUNDS if not card.advanced for half in (card.success, card.failure)]
    assert {half.effect for half in basic} == {Effect.GAIN_REPUTATION, Effect.LOSE_REPUTATION, Effect.NONE}
    targets = {half.target for half in basic if half.effect is not Effect.NONE}
    assert targets == {Target.HIGHEST, Target.LOWEST, Target.GOOD, Target.BAD}


def test_every_order_is_printed_for_three_to_six() -> None:
    for card in ROUNDS:
        assert card.order.totals is not None
        assert set(card.order.totals) == {"3", "4", "5", "6"}


def test_the_matches_are_a_first_one_for_three_and_an_advanced_one_for_four() -> None:
    said = {name: (setup["rounds"], len(setup["seats"])) for name, (setup, _) in MATCHES.items()}
    assert said == {"demo-match": ("advanced", 4), "demo-match-basic": ("basic", 3)}
