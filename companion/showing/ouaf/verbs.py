"""The buttons of L'Ouaf: a title for each kind of play, and words for values that plays choose among."""

from collections.abc import Mapping

from companion.words import Text

VERBS: Mapping[str, Text] = {
    "play round": Text("Show the round's cards"),
    "play down": Text("My card lies face down"),
    "ready down": Text("All cards are down"),
    "play work": Text("Turn my card over"),
    "play discard": Text("Discard"),
}
