"""The explanations of the fields and words of effects, for a person who enters a card of any game."""

from collections.abc import Mapping
from typing import Any

from companion.rules.effects import DeedForm, EffectForm, Modifier
from companion.words import Text

EFFECT_FIELDS: Mapping[type[Any], Mapping[str, Text]] = {
    EffectForm: {
        "text": Text("the effect's text, as it is printed on the card"),
        "lasts": Text("how long the effect stays"),
        "once": Text("whether it can be used only once in the match"),
        "instant": Text("whether the card shows the lightning: its effect may be played in the other's turn"),
        "announced": Text(
            "where the card is when its player announces the effect; nothing said: the effect counts by itself"
        ),
        "modifiers": Text(
            "a number that the effect changes, which the referee then counts; without any, the players carry the"
            " text out"
        ),
        "deeds": Text("something that is done once, when the effect is played, such as drawing cards"),
    },
    Modifier: {
        "on": Text("the moment at which the number changes"),
        "side": Text("whose number changes"),
        "who": Text("which card's number changes"),
        "what": Text("which number changes"),
        "op": Text("how the number changes: it is set, added to (also with a minus), or multiplied"),
        "value": Text("by how much, or to what, the number changes"),
        "conditions": Text("the conditions under which it changes; with none it always does"),
    },
    DeedForm: {
        "do": Text("what is done"),
        "value": Text("how many, or which, for what is done"),
        "who": Text("to whom it may be done; if empty, as is usual for what is done"),
    },
}

EFFECT_NAMES: Mapping[str, Text] = {
    "set": Text("set to"),
    "add": Text("add"),
    "multiply": Text("multiply"),
    "ignore": Text("does not hold"),
    "lasts.duel": Text("this duel"),
    "lasts.turn": Text("this turn"),
    "lasts.match": Text("the whole match"),
    "attack": Text("the attack"),
    "defence": Text("the defence"),
    "both": Text("both sides"),
    "any": Text("every one"),
}
