"""The sounds of L'Ouaf's events."""

from companion.cue import Cue
from companion.sounding.cue_rule import CueRule, GameCues

CUES = GameCues(
    (
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("fired", Cue.CARD_RED),
        CueRule("reveal", Cue.GOAL, {"success": True}),
        CueRule("reveal", Cue.SAVE, {"success": False}),
        CueRule("round", Cue.TURN),
    ),
    Cue.TURN,
)
