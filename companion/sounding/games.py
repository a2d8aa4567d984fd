"""The sounds of the games' events, by game id. A game that is not listed is silent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cue import Cue
from companion.event import Event

# --- cue rule
# The rules by which a game's events get their sounds.


@dataclass(frozen=True, slots=True)
class CueRule:
    """The sound of the events of one kind whose fields have these values."""

    kind: str
    cue: Cue
    where: Mapping[str, Any] = field(default_factory=dict)

    def fits(self, event: Event) -> bool:
        return event.kind == self.kind and all(
            getattr(event, name) == value for name, value in self.where.items()
        )


@dataclass(frozen=True, slots=True)
class GameCues:
    """One game's sounds; of several events the first rule that fits decides.

    `opening` is heard when a match begins, in a game where no play says that it begins.
    """

    rules: tuple[CueRule, ...]
    opening: Cue | None = None


# --- boufbowl
# The sounds of Boufbowl's events.

BOUFBOWL = GameCues(
    (
        CueRule("try", Cue.GOAL),
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("injured", Cue.CARD_RED),
        CueRule("turn_end", Cue.SAVE, {"reason": "intercepted"}),
        CueRule("kickoff", Cue.KICKOFF),
        CueRule("turn_end", Cue.TURN),
    ),
)


# --- lignes
# The sounds of Lignes d'Attaque's events.

LIGNES = GameCues(
    (
        CueRule("goal", Cue.GOAL),
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("save", Cue.SAVE, {"saved": True}),
        CueRule("penalty", Cue.SAVE, {"scored": False}),
        CueRule("foul", Cue.WHISTLE_LONG),
        CueRule("out", Cue.WHISTLE_SHORT),
        CueRule("kickoff_roll", Cue.KICKOFF),
        CueRule("turn_end", Cue.TURN),
    ),
)


# --- ofusaido
# The sounds of OFUSAIDO's events.

OFUSAIDO = GameCues(
    (
        CueRule("goal", Cue.GOAL),
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("no_goal", Cue.SAVE),
        CueRule("foul", Cue.CARD_RED, {"colour": "red"}),
        CueRule("foul", Cue.CARD_YELLOW, {"colour": "yellow"}),
        CueRule("foul", Cue.CARD_BLUE, {"colour": "blue"}),
        CueRule("shootout", Cue.WHISTLE_LONG),
        CueRule("stall", Cue.WHISTLE_SHORT),
        CueRule("turn_end", Cue.TURN),
    ),
    Cue.KICKOFF,
)


# --- ouaf
# The sounds of L'Ouaf's events.

OUAF = GameCues(
    (
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("fired", Cue.CARD_RED),
        CueRule("reveal", Cue.GOAL, {"success": True}),
        CueRule("reveal", Cue.SAVE, {"success": False}),
        CueRule("round", Cue.TURN),
    ),
    Cue.TURN,
)


# --- games

CUES: Mapping[str, GameCues] = {
    "ofusaido": OFUSAIDO,
    "lignes": LIGNES,
    "ouaf": OUAF,
    "boufbowl": BOUFBOWL,
}
