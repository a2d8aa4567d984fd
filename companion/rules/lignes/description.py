"""Describes Lignes d'Attaque for menus."""

from companion.rules.description import PLAIN_MODE, GameDescription, ModeDescription
from companion.words import Text

DESCRIPTION = GameDescription(
    title="Lignes d’Attaque",
    says=Text("football on a board, with two dice"),
    aim=Text("bring the ball into the other goal; the dice say how far it rolls and how far you run"),
    minutes=(30, 60),
    modes={
        PLAIN_MODE: ModeDescription(Text("first to 3 goals"), Text("or to another number that you agree on")),
        "demo-match-halves": ModeDescription(Text("two halves"), Text("played against the clock")),
    },
)
