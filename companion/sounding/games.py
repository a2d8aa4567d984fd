"""The sounds of the games, by game id. A game that is not listed is silent."""

from collections.abc import Mapping

from companion.sounding import boufbowl, lignes, ofusaido, ouaf
from companion.sounding.cue_rule import GameCues

CUES: Mapping[str, GameCues] = {
    "ofusaido": ofusaido.CUES,
    "lignes": lignes.CUES,
    "ouaf": ouaf.CUES,
    "boufbowl": boufbowl.CUES,
}
