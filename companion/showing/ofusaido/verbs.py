"""The buttons of OFUSAIDO: a title for each kind of play, and words for values that plays choose among, by field and
value.
"""

from collections.abc import Mapping

from companion.words import Text

VERBS: Mapping[str, Text] = {
    "play attempt": Text("Try an occasion"),
    "play stall": Text("Stall"),
    "play advance": Text("Play a player"),
    "play give_up": Text("Give up the attack"),
    "play oppose": Text("Oppose a player"),
    "play let_pass": Text("Let it pass"),
    "play redirect": Text("Say which way"),
    "play support": Text("Add support"),
    "play no_support": Text("Add nobody"),
    "play reveal": Text("Turn over the energy card"),
    "play shoot": Text("Shoot"),
    "play free_advance": Text("Go on freely"),
    "play flip": Text("Turn over an occasion"),
    "play discard": Text("Discard"),
    "play shootout": Text("Name the shooters"),
    "play accept_draw": Text("Accept the tie"),
    "play action": Text("Play a staff card"),
    "play ability": Text("Announce an ability"),
    "play coach_bonus": Text("Use the coach's bonus"),
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
