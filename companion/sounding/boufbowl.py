"""The sounds of Boufbowl's events."""

from companion.cue import Cue
from companion.sounding.cue_rule import CueRule, GameCues

CUES = GameCues(
    (
        CueRule("try", Cue.GOAL),
        CueRule("match_end", Cue.WHISTLE_DOUBLE),
        CueRule("injured", Cue.CARD_RED),
        CueRule("turn_end", Cue.SAVE, {"reason": "intercepted"}),
        CueRule("kickoff", Cue.KICKOFF),
        CueRule("turn_end", Cue.TURN),
    ),
)
