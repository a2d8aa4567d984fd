"""The games that can be judged, by id."""

from collections.abc import Mapping

from companion.rules.boufbowl.rules import BOUFBOWL
from companion.rules.engine import Rules
from companion.rules.lignes.rules import LIGNES
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ouaf.rules import OUAF

GAMES: Mapping[str, Rules] = {rules.game: rules for rules in (OFUSAIDO, LIGNES, OUAF, BOUFBOWL)}
