"""The buttons of Boufbowl: a title for each kind of play, and words for values that plays choose among, by field and
value.
"""

from collections.abc import Mapping

from companion.rules.boufbowl.judge import PLAY_NAMES
from companion.rules.boufbowl.sheet import FACE_WORDS
from companion.words import Text

VERBS: Mapping[str, Text] = {
    **{f"play {kind}": says for kind, says in PLAY_NAMES.items()},
    "ready place": Text("Usual formation"),
    "cards 0": Text("no card"),
    "cards 1": Text("1 card"),
    **{f"cards {n}": Text("{n} cards", n=n) for n in range(2, 10)},
    "stars 0": Text("no star"),
    "stars 1": Text("1 star"),
    **{f"stars {n}": Text("{n} stars", n=n) for n in range(2, 10)},
    **{f"damage {face}": says for face, says in FACE_WORDS.items()},
    "index 0": Text("first damage die"),
    "index 1": Text("second damage die"),
    "slot pass": Text("one more pass"),
    "slot tackle": Text("one more tackle"),
    "slot sprint": Text("one more movement point"),
    "from shown": Text("the power on show"),
    "from top": Text("the top of the pile"),
}
