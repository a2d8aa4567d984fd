"""The names of OFUSAIDO's kinds of plays, by kind: as buttons call them, and refusals too."""

from collections.abc import Mapping

from companion.words import Text

PLAY_NAMES: Mapping[str, Text] = {
    "attempt": Text("Try an occasion"),
    "stall": Text("Stall"),
    "advance": Text("Play a player"),
    "give_up": Text("Give up the attack"),
    "oppose": Text("Oppose a player"),
    "let_pass": Text("Let it pass"),
    "redirect": Text("Say which way"),
    "support": Text("Add support"),
    "no_support": Text("Add nobody"),
    "reveal": Text("Turn over the energy card"),
    "shoot": Text("Shoot"),
    "free_advance": Text("Go on freely"),
    "flip": Text("Turn over an occasion"),
    "discard": Text("Discard"),
    "shootout": Text("Name the shooters"),
    "accept_draw": Text("Accept the tie"),
    "action": Text("Play a staff card"),
    "ability": Text("Announce an ability"),
    "coach_bonus": Text("Use the coach's bonus"),
}
