"""The games whose tables can be read, by id."""

from collections.abc import Mapping

from companion.reading.boufbowl.table import BoufbowlTable
from companion.reading.lignes import LignesTable
from companion.reading.meaning import GameReading
from companion.reading.ofusaido import OfusaidoTable
from companion.reading.ouaf import OuafTable

MEANINGS: Mapping[str, GameReading] = {
    "boufbowl": BoufbowlTable(),
    "lignes": LignesTable(),
    "ofusaido": OfusaidoTable(),
    "ouaf": OuafTable(),
}
