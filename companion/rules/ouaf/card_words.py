"""Names the fields of L'Ouaf's cards in words, for a person who enters a card."""

from companion.rules.forms import Sayings
from companion.rules.ouaf.cards import HalfForm, Order, RoundCard, WorkCard
from companion.words import Text

SAYINGS = Sayings(
    kinds={"work": Text("work card"), "round": Text("round card")},
    fields={
        WorkCard: {
            "seat": Text("the colour of the card"),
            "value": Text("the number on the card"),
        },
        RoundCard: {
            "advanced": Text("whether it is an advanced card"),
            "order": Text("the side with the order"),
            "success": Text("the half for success, under the happy boss"),
            "failure": Text("the half for failure, under the angry boss"),
        },
        Order: {
            "average": Text("the average that each must reach"),
            "totals": Text("the total for each number of players; without one, the average for each of them"),
        },
        HalfForm: {
            "effect": Text("what this half does"),
            "target": Text("whom it touches"),
            "value": Text("its number"),
        },
    },
    names={
        "red": Text("red"),
        "orange": Text("orange"),
        "yellow": Text("yellow"),
        "green": Text("green"),
        "blue": Text("blue"),
        "purple": Text("purple"),
        "highest": Text("highest reputation"),
        "lowest": Text("lowest reputation"),
        "good": Text("good reputation, 0 or more"),
        "bad": Text("bad reputation, below 0"),
        "zero": Text("reputation 0"),
        "all": Text("everybody"),
        "gain_reputation": Text("gain reputation"),
        "lose_reputation": Text("lose reputation"),
        "discard_choice": Text("discard a card of one's choice"),
        "recover_lowest": Text("recover the lowest discarded card"),
        "swap_down": Text("swap down"),
        "swap_up": Text("swap up"),
        "end_bonus": Text("bonus at the end"),
        "end_malus": Text("malus at the end"),
        "double_bonus": Text("bonus points doubled"),
        "double_malus": Text("malus points doubled"),
        "count_double": Text("counts as two"),
        "none": Text("nothing happens"),
    },
)
