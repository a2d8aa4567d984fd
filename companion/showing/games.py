"""The games that can be shown, by id."""

from collections.abc import Mapping

from companion.showing.boufbowl.shower import BoufbowlShower
from companion.showing.lignes.shower import LignesShower
from companion.showing.ofusaido.shower import OfusaidoShower
from companion.showing.ouaf.shower import OuafShower
from companion.showing.scene_builder import Shower

SHOWERS: Mapping[str, Shower] = {
    "ofusaido": OfusaidoShower(),
    "lignes": LignesShower(),
    "ouaf": OuafShower(),
    "boufbowl": BoufbowlShower(),
}
