"""The buttons of OFUSAIDO: a title for each kind of play, and words for values that plays choose among, by field and
value.
"""

from collections.abc import Mapping

from companion.rules.ofusaido.judge import PLAY_NAMES
from companion.words import Text

VERBS: Mapping[str, Text] = {
    **{f"play {kind}": says for kind, says in PLAY_NAMES.items()},
    "intent pass": Text("Pass"),
    "intent dribble": Text("Dribble"),
    "intent cross": Text("Cross"),
    "option energies": Text("For energy cards, up to 5"),
    "option reshuffle": Text("For a new draw pile, and up to 3 energy cards"),
    "energies all": Text("All that may come back"),
    "energies none": Text("None"),
    "choice 1": Text("1st effect"),
    "choice 2": Text("2nd effect"),
    "effect 1": Text("1st ability"),
    "effect 2": Text("2nd ability"),
    "effect 3": Text("3rd ability"),
    "before_draw true": Text("before the draw"),
    "target top_left": Text("top left"),
    "target top_centre": Text("top centre"),
    "target top_right": Text("top right"),
    "target bottom_left": Text("bottom left"),
    "target bottom_centre": Text("bottom centre"),
    "target bottom_right": Text("bottom right"),
}
