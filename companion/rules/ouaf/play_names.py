"""The names of L'Ouaf's kinds of plays, by kind: as buttons call them, and refusals too."""

from collections.abc import Mapping

from companion.words import Text

PLAY_NAMES: Mapping[str, Text] = {
    "round": Text("Show the round's cards"),
    "down": Text("My card lies face down"),
    "work": Text("Turn my card over"),
    "discard": Text("Discard"),
}
