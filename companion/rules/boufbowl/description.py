"""Describes Boufbowl for menus: title, modes, and what a squad needs (p. 5)."""

from companion.rules.boufbowl.sheet import DECK
from companion.rules.description import (
    PLAIN_MODE,
    GameDescription,
    MatchSetting,
    ModeDescription,
    RuleChoice,
    SquadNeed,
)
from companion.words import Text, word

MOST_CARDS = 999


def _deck(seat: str) -> MatchSetting:
    """Describe the number of action cards in a coach's pile: a box may have lost some."""
    usual = RuleChoice(DECK, Text("{n}", n=DECK))
    return MatchSetting(
        ("teams", seat, "deck"), Text("action cards: {team}", team=word(seat)), "", (usual,), MOST_CARDS
    )


DESCRIPTION = GameDescription(
    title="Boufbowl",
    says=Text("brawling football, with action and damage dice"),
    minutes=(45, 60),
    modes={
        PLAIN_MODE: ModeDescription(Text("normal match"), Text("two teams of five, action cards")),
        "demo-match-expert": ModeDescription(
            Text("expert match"), Text("orders, trainings and powers as well")
        ),
    },
    needs=(SquadNeed("players", Text("players"), "player", 5, 5),),
    settings=(
        MatchSetting(
            ("length",),
            Text("length"),
            "",
            (
                RuleChoice("normal", Text("first to two tries")),
                RuleChoice("long", Text("until a pile is empty: most tries")),
            ),
        ),
        _deck("red"),
        _deck("blue"),
    ),
)
