"""The games that can be shown, by id."""

from collections.abc import Mapping

from companion.showing.boufbowl.scene_builder import BoufbowlSceneBuilder
from companion.showing.lignes.scene_builder import LignesSceneBuilder
from companion.showing.ofusaido.scene_builder import OfusaidoSceneBuilder
from companion.showing.ouaf.scene_builder import OuafSceneBuilder
from companion.showing.scene_builder import SceneBuilder

SCENE_BUILDERS: Mapping[str, SceneBuilder] = {
    "ofusaido": OfusaidoSceneBuilder(),
    "lignes": LignesSceneBuilder(),
    "ouaf": OuafSceneBuilder(),
    "boufbowl": BoufbowlSceneBuilder(),
}
