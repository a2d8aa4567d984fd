"""Lists what counts in each game, by the game's id."""

from collections.abc import Mapping

from companion.hall.tournament.counting import boufbowl, lignes, ofusaido, ouaf
from companion.hall.tournament.counting.game_count import GameCount

COUNTS: Mapping[str, GameCount] = {
    "ofusaido": ofusaido.COUNT,
    "lignes": lignes.COUNT,
    "ouaf": ouaf.COUNT,
    "boufbowl": boufbowl.COUNT,
}
