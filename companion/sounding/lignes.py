"""The sounds of Lignes d'Attaque's events."""

from companion.cue import Cue
from companion.sounding.cue_rule import CueRule, GameCues

CUES = GameCues(
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
