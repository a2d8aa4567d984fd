"""The games that can be acted out, by game id: functions from a match, the mat and a seed to an actor."""

from collections.abc import Callable, Mapping

from companion.mat import Mat
from companion.match import Match
from companion.virtual.acting.actor import Actor
from companion.virtual.boufbowl.actor import BoufbowlActor
from companion.virtual.lignes.actor import LignesActor
from companion.virtual.ofusaido.actor import OfusaidoActor
from companion.virtual.ouaf.actor import OuafActor

ACTORS: Mapping[str, Callable[[Match, Mat, int], Actor]] = {
    "boufbowl": BoufbowlActor,
    "lignes": LignesActor,
    "ofusaido": OfusaidoActor,
    "ouaf": OuafActor,
}
