"""The games whose tables can be read, by id."""

from collections.abc import Mapping

from companion.reading.boufbowl.table import BoufbowlTable
from companion.reading.game_reading import GameReading
from companion.reading.lignes.table import LignesTable
from companion.reading.ofusaido.table import OfusaidoTable
from companion.reading.ouaf.table import OuafTable

MEANINGS: Mapping[str, GameReading] = {
    "boufbowl": BoufbowlTable(),
    "lignes": LignesTable(),
    "ofusaido": OfusaidoTable(),
    "ouaf": OuafTable(),
}
