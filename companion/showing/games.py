"""The games that can be shown, by id."""

from collections.abc import Mapping

from companion.showing.boufbowl import BoufbowlShower
from companion.showing.lignes import LignesShower
from companion.showing.ofusaido import OfusaidoShower
from companion.showing.ouaf import OuafShower
from companion.showing.shower import Shower

SHOWERS: Mapping[str, Shower] = {
    "ofusaido": OfusaidoShower(),
    "lignes": LignesShower(),
    "ouaf": OuafShower(),
    "boufbowl": BoufbowlShower(),
}
