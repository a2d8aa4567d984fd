"""Effects: the words of card texts, checked, and how several of them make one number."""

from typing import Any

import pytest

from companion.errors import Malformed
from companion.rules.effects import Deed, Lasts, NumberChange, combined, read_effect
from companion.rules.ofusaido.cards import CARD_WORDS, STADIUM_WORDS

DOUBLE = {
    "on": "shot",
    "side": "own_defence",
    "who": "goalkeeper",
    "what": "energy",
    "op": "multiply",
    "value": 2,
}


def problem_of(data: Any) -> str:
    with pytest.raises(Malformed) as caught:
        read_effect(CARD_WORDS, data, "effects[0]")
    return str(caught.value)


def test_set_comes_before_add_and_add_before_multiply() -> None:
    assert NumberChange(fixed=4, add=1, times=2).of(9) == 10
    assert NumberChange(add=1, times=2).of(-3) == -4


def test_two_doublings_make_four_or_by_house_rule_three() -> None:
    assert combined([2, 2], adding=False) == 4
    assert combined([2, 2], adding=True) == 3
    assert combined([], adding=False) == combined([], adding=True) == 1


def test_a_deed_is_a_word_and_a_number() -> None:
    assert read_effect(CARD_WORDS, {"deeds": ["draw 2", "cancel_foul"]}, "").deeds == (
        Deed("draw", 2),
        Deed("cancel_foul"),
    )


def test_an_effect_without_modifiers_is_for_the_players() -> None:
    assert read_effect(CARD_WORDS, {"text": "Sing"}, "").is_for_the_players
    assert not read_effect(CARD_WORDS, {"modifiers": [DOUBLE]}, "").is_for_the_players


def test_what_is_left_out_is_as_if_empty() -> None:
    effect = read_effect(CARD_WORDS, {}, "")
    assert (effect.lasts, effect.once, effect.modifiers, effect.deeds) == (Lasts.DUEL, False, (), ())


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (
            {"modifiers": [{**DOUBLE, "on": "corner"}]},
            "effects[0].modifiers[0].on: the word 'corner' cannot be used here",
        ),
        (
            {"modifiers": [{**DOUBLE, "side": "attack"}]},
            "modifiers[0].side: the word 'attack' cannot be used here",
        ),
        (
            {"modifiers": [{**DOUBLE, "who": "coach"}]},
            "modifiers[0].who: the word 'coach' cannot be used here",
        ),
        (
            {"modifiers": [{**DOUBLE, "what": "luck"}]},
            "modifiers[0].what: the word 'luck' cannot be used here",
        ),
        (
            {"modifiers": [{**DOUBLE, "op": "divide"}]},
            "modifiers[0].op: this must be one of set, add, multiply",
        ),
        ({"modifiers": [{**DOUBLE, "value": 1.5}]}, "modifiers[0].value: this must be a whole number"),
        (
            {"modifiers": [{**DOUBLE, "if": {"weather": "rain"}}]},
            "modifiers[0].if: the word 'weather' cannot be used here",
        ),
        (
            {"modifiers": [{**DOUBLE, "if": {"icon": "WING"}}]},
            "if.icon: this must be one of CENTRE, MUR, ENDURANCE",
        ),
        ({"deeds": ["dance 2"]}, "deeds[0]: the word 'dance 2' cannot be used here"),
        ({"deeds": ["draw"]}, "the deed draw needs a whole number"),
        ({"deeds": ["draw -1"]}, "the deed draw needs a whole number"),
        ({"deeds": ["cancel_foul 2"]}, "the deed cancel_foul takes no number"),
        ({"lasts": "week"}, "effects[0].lasts: this must be one of duel, turn, match"),
    ],
)
def test_an_unknown_word_is_named(data: Any, named: str) -> None:
    assert named in problem_of(data)


def test_a_stadium_speaks_of_attack_and_defence_not_of_its_own() -> None:
    read_effect(STADIUM_WORDS, {"modifiers": [{**DOUBLE, "side": "defence"}]}, "")
    with pytest.raises(Malformed):
        read_effect(STADIUM_WORDS, {"modifiers": [{**DOUBLE, "side": "own"}]}, "")
