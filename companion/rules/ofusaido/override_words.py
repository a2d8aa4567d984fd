"""Tells values that a referee has set in OFUSAIDO, in the game's words."""

from typing import Any

from companion.event import set_value
from companion.rules.ofusaido.checks import name_of, side_name
from companion.rules.ofusaido.override import DISCARD, EXPELLED, OVERRIDE_PATHS, ZONE
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import State
from companion.rules.override_paths import find_path
from companion.words import Text, joined


def set_words(state: State, path: str, value: Any) -> Text:
    """Return one value after the override: `Bellecombre, energies left 7`."""
    found = find_path(OVERRIDE_PATHS, path)
    if found is None:
        return set_value(Text("{name}", name=path), str(value))
    said, seat = found
    if said is ZONE:
        return Text("the attack stands in zone {zone}", zone=str(value).upper())
    if not seat:
        return set_value(said.title, f"{value:+d}")
    side = side_name(state, Seat(seat))
    if said is not DISCARD and said is not EXPELLED:
        return set_value(said.title, value, side)
    cards = joined([Text("{card}", card=name_of(state, ref)) for ref in value])
    if said is EXPELLED:
        return (
            Text("{whose}, sent off: {cards}", whose=side, cards=cards)
            if value
            else Text("{whose}, nobody sent off", whose=side)
        )
    if not value:
        return Text("{whose}, nothing seen in the discard", whose=side)
    return Text("{whose}, seen in the discard: {cards}", whose=side, cards=cards)
