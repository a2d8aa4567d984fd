"""The games whose tables can be read, by id."""

from collections.abc import Mapping

from companion.reading.boufbowl.table import BoufbowlTable
from companion.reading.meaning import Meaning
from companion.reading.ofusaido import OfusaidoTable

MEANINGS: Mapping[str, Meaning] = {"boufbowl": BoufbowlTable(), "ofusaido": OfusaidoTable()}
