"""The demonstration deck is a whole box, and shows every word that an effect may use."""

from collections import Counter
from typing import Any

from companion.rules.boufbowl.cards import ACTION_WORDS, POWER_WORDS
from companion.storage import yaml_text
from companion.storage.catalogue import SHIPPED

CARDS: list[dict[str, Any]] = yaml_text.parse((SHIPPED / "boufbowl" / "demo.yaml").read_bytes())["cards"]
EFFECTS = [card[name] for card in CARDS for name in ("power", "injured_power", "effect") if card.get(name)]
MODIFIERS = [modifier for effect in EFFECTS for modifier in effect.get("modifiers", [])]
DEEDS = [deed for effect in EFFECTS for deed in effect.get("deeds", [])]


def test_it_has_the_cards_of_a_box() -> None:
    assert Counter(card["kind"] for card in CARDS) == {"player": 20, "action": 86, "power": 47, "training": 6}
    assert sum(card.get("captain", False) for card in CARDS) == 10
    assert {card["intensity"] for card in CARDS if card["kind"] == "power"} == {1, 2, 3}
    assert {card["side"] for card in CARDS if card["kind"] == "training"} == {"bonta", "brakmar"}


def test_every_word_of_a_modifier_stands_there() -> None:
    for name in ("on", "side", "who", "what", "op"):
        assert {modifier[name] for modifier in MODIFIERS if name in modifier} == POWER_WORDS.words_of(name)
    conditions = {word for modifier in MODIFIERS for word in modifier.get("if", {})}
    assert conditions == set(ACTION_WORDS.conditions)


def test_every_deed_and_every_length_stands_there() -> None:
    assert {deed["do"] for deed in DEEDS} == set(ACTION_WORDS.deeds)
    assert {deed["who"] for deed in DEEDS if "who" in deed} == ACTION_WORDS.deeds_who
    assert {effect["lasts"] for effect in EFFECTS if "lasts" in effect} == set(ACTION_WORDS.lasts)
    assert {effect["instant"] for effect in EFFECTS if "instant" in effect} == {True, False}


def test_every_text_is_in_both_languages() -> None:
    assert all(effect["text"].keys() == {"en", "fr"} for effect in EFFECTS)
