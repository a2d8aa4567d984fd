"""The buttons of L'Ouaf: a title for each kind of play, and words for values that plays choose among."""

from collections.abc import Mapping

from companion.rules.ouaf.plays import PLAY_NAMES
from companion.words import Text

VERBS: Mapping[str, Text] = {
    **{f"play {kind}": says for kind, says in PLAY_NAMES.items()},
    "ready down": Text("All cards are down"),
}
