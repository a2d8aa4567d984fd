"""Describes Boufbowl for menus: title, modes, and what a squad needs (p. 5)."""

from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.sheet import DECK, MOST_CARDS
from companion.rules.description import (
    PLAIN_MODE,
    CardList,
    GameDescription,
    MatchSetting,
    ModeDescription,
    RuleChoice,
    SettingPlace,
    SquadNeed,
)
from companion.words import Text, word

STAND = 5
"""Cards of the stand: one of intensity 1 for each post, one of intensity 2, one of intensity 3 (p. 13)."""


def _deck(seat: Seat) -> MatchSetting:
    """Describe a coach's action cards: which they are, or only how many, as a box may have lost some."""
    return MatchSetting(
        ("teams", seat.value, "deck"),
        Text("action cards: {team}", team=word(seat.value)),
        Text("for a list, each card shown is checked; for a number, nothing is checked"),
        (RuleChoice(DECK, Text("{n}", n=DECK)),),
        MOST_CARDS,
        CardList(
            SquadNeed("deck", Text("action cards"), "action", DECK, 1, is_once=False),
            Text("demonstration deck"),
            "decks",
        ),
        SettingPlace.SQUADS,
        for_others=DECK,
    )


_TOSS = MatchSetting(
    ("toss",),
    Text("who won the toss?"),
    Text("only told: it decides nothing"),
    (RuleChoice(None, Text("not told")), *(RuleChoice(seat.value, word(seat.value)) for seat in Seat)),
    place=SettingPlace.BEGINNER,
)
_STAND = MatchSetting(
    ("shown",),
    Text("the stand"),
    Text("the power cards that lie face up at the beginning"),
    (RuleChoice(None, Text("not told")),),
    cards=CardList(
        SquadNeed("shown", Text("power cards face up"), "power", STAND, 1), Text("as in the demonstration")
    ),
)

DESCRIPTION = GameDescription(
    title="Boufbowl",
    says=Text("brawling football, with action and damage dice"),
    aim=Text("carry the ball into the other end zone; in an opposition more stars win"),
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
        _TOSS,
        *(_deck(seat) for seat in Seat),
    ),
    settings_of_some=(_STAND,),
)
