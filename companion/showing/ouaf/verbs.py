"""Kinds of play of L'Ouaf as people say them on a button, and the words that plays choose among: by field and value."""

from collections.abc import Mapping

from companion.words import Text

VERBS: Mapping[str, Text] = {
    "play round": Text("Show the round's cards"),
    "play down": Text("My card lies face down"),
    "play work": Text("Turn my card over"),
    "play discard": Text("Discard"),
}
