"""What each game tells a tournament, by id."""

from collections.abc import Mapping

from companion.hall.tournament.counting import boufbowl, lignes, ofusaido, ouaf
from companion.hall.tournament.counting.game_count import GameCount

COUNTS: Mapping[str, GameCount] = {
    "ofusaido": ofusaido.COUNT,
    "lignes": lignes.COUNT,
    "ouaf": ouaf.COUNT,
    "boufbowl": boufbowl.COUNT,
}
