"""The buttons of Lignes d'Attaque: a title for each kind of play, and words for values that plays choose among."""

from collections.abc import Mapping

from companion.rules.lignes.rules import PLAY_NAMES
from companion.words import Text

VERBS: Mapping[str, Text] = {
    **{f"play {kind}": says for kind, says in PLAY_NAMES.items()},
    "to out": Text("out of the board"),
    "how cell_by_cell": Text("Cell by cell"),
}
