"""The sounds of OFUSAIDO's events."""

from companion.cue import Cue
from companion.sounding.cue_rule import CueRule, GameCues

CUES = GameCues(
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
