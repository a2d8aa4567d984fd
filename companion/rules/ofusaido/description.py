"""Describes OFUSAIDO for menus: title, modes, and what a squad needs (§01, §03)."""

from companion.rules.description import PLAIN_MODE, GameDescription, ModeDescription, SquadNeed
from companion.rules.ofusaido.lots import LotsDraw
from companion.rules.ofusaido.squads import Squads
from companion.words import Text

DESCRIPTION = GameDescription(
    title="OFUSAIDO",
    says=Text("football in card duels"),
    aim=Text("bring the ball from zone to zone and into the goal: in each duel the higher total wins"),
    minutes=(45, 60),
    modes={
        PLAIN_MODE: ModeDescription(
            Text("full match"), Text("coaches, stadium, actions and fouls; 45 to 60 minutes")
        ),
        "demo-match-ecole": ModeDescription(
            Text("football school"),
            Text("without fouls and without coloured energy cards: to learn the duels"),
            moot=("foul_advance", "both_whistles"),
        ),
        "demo-match-amateur": ModeDescription(
            Text("amateur match"),
            Text("fouls and all that the cards say, without coach and stadium"),
        ),
        "elite": ModeDescription(
            Text("elite match"),
            Text(
                "the same rules as in a full match; the levels of a squad may add up to at most 120, or to the limit of the stadium"
            ),
            like=PLAIN_MODE,
        ),
    },
    needs=(
        SquadNeed("players", Text("players"), "player", 18, 18),
        SquadNeed("goalkeepers", Text("keepers"), "goalkeeper", 2, 2),
        SquadNeed("actions", Text("actions"), "action", 9, 9, is_once=False),
        SquadNeed("energies", Text("energy cards"), "energy", 12, 12, is_once=False),
        SquadNeed("occasions", Text("occasions"), "occasion", 6, 6),
        SquadNeed("visible", Text("of these face up"), "occasion", 2, 0, among="occasions"),
    ),
    needs_of_some=(SquadNeed("coach", Text("coach"), "coach", 1, 0),),
    squads=Squads(),
    draw=LotsDraw(),
)
