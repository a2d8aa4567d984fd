"""The games that can be shown, by id."""

from collections.abc import Mapping

from companion.showing.boufbowl.scene_builder import BoufbowlSceneBuilder
from companion.showing.lignes.scene_builder import LignesSceneBuilder
from companion.showing.ofusaido.scene_builder import OfusaidoSceneBuilder
from companion.showing.ouaf.scene_builder import OuafSceneBuilder
from companion.showing.scene_builder import SceneBuilder
from companion.words import Text, word

SCENE_BUILDERS: Mapping[str, SceneBuilder] = {
    "ofusaido": OfusaidoSceneBuilder(),
    "lignes": LignesSceneBuilder(),
    "ouaf": OuafSceneBuilder(),
    "boufbowl": BoufbowlSceneBuilder(),
}

_BY_COLOUR = {
    "red": Text("Red"),
    "orange": Text("Orange"),
    "yellow": Text("Yellow"),
    "green": Text("Green"),
    "blue": Text("Blue"),
    "purple": Text("Purple"),
}
"""The seats that have no other name than their colour, as their matches call them."""


def seat_word(seat: str) -> Text:
    """Return a seat as people call it where it has no team: a seat that is called by its colour has that of its pieces."""
    return _BY_COLOUR.get(seat) or word(seat)
