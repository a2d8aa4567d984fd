"""What the referee has set in OFUSAIDO, in the game's words."""

from typing import Any

from companion.event import set_value
from companion.rules.ofusaido.checks import name_of, side_name
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import State
from companion.words import Text, joined

TITLES = {
    "score": Text("score"),
    "hand": Text("cards in hand"),
    "hand_limit": Text("most cards in hand"),
    "draw_pile": Text("cards in the pile"),
    "energy_pile": Text("energies left"),
    "energy_spent": Text("energies spent"),
    "occasions_left": Text("occasions left"),
}
"""What is counted, by the last part of its path."""


def set_words(state: State, path: str, value: Any) -> Text:
    """One value as it stands now: `Bellecombre, energies left 7`."""
    match path.split("."):
        case ["score", seat]:
            name = "score"
        case ["teams", seat, name]:
            pass
        case _:
            return set_value(Text("{name}", name=path), str(value))
    side = side_name(state, Seat(seat))
    if name != "discard_known":
        return set_value(TITLES[name], value, side)
    if not value:
        return Text("{whose}, nothing seen in the discard", whose=side)
    cards = joined([Text("{card}", card=name_of(state, ref)) for ref in value])
    return Text("{whose}, seen in the discard: {cards}", whose=side, cards=cards)
