"""The games that can be judged, by id."""

from collections.abc import Mapping

from companion.rules.boufbowl.rules import Boufbowl
from companion.rules.engine import Rules
from companion.rules.lignes.rules import Lignes
from companion.rules.ofusaido.rules import Ofusaido
from companion.rules.ouaf.rules import Ouaf

GAMES: Mapping[str, Rules] = {rules.game: rules for rules in (Ofusaido(), Lignes(), Ouaf(), Boufbowl())}
