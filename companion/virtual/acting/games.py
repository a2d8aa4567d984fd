"""The games that can be acted out, by id."""

from collections.abc import Callable, Mapping

from companion.mat import Mat
from companion.match import Match
from companion.virtual.acting.actor import Actor
from companion.virtual.acting.ofusaido import OfusaidoActor

ACTORS: Mapping[str, Callable[[Match, Mat, int], Actor]] = {"ofusaido": OfusaidoActor}
"""An actor of a match that begins, on its mat, by a seed."""
