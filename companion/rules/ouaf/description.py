"""Describes L'Ouaf for menus."""

from companion.rules.description import PLAIN_MODE, GameDescription, ModeDescription
from companion.rules.ouaf.cards import Seat
from companion.words import Text

DESCRIPTION = GameDescription(
    title="L’Ouaf",
    says=Text("a bakery, and cards laid at the same time"),
    aim=Text("lay cards that together reach what the customer ordered, and keep your good name"),
    minutes=(20, 30),
    modes={
        PLAIN_MODE: ModeDescription(
            Text("four bakers, advanced rounds"), Text("every customer, with all effects")
        ),
        "demo-match-basic": ModeDescription(Text("basic rounds"), Text("to learn the game")),
    },
    seats=tuple(Seat),
)
