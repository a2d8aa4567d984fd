"""Seals stand in the log as notes; people read them in words."""

from companion.opponent.sealed_card import seal_told, sealed_card
from companion.opponent.seat import MachineSeat, Seating
from companion.play import Note
from companion.words import Text, translate


def told(play: Note) -> str | None:
    words = seal_told(play, lambda seat: Text("{name}", name=seat.capitalize()))
    return None if words is None else translate(words, "en")


def test_a_seal_is_told_without_its_hash() -> None:
    red = MachineSeat(Seating("red", 3), "0f" * 16)
    said = [told(red.sealed), told(sealed_card("red", red.seed, 4, Note("its card"))), told(red.opened)]
    assert said == [
        "Companion plays Red; its seed is sealed now, and can be checked at the end",
        "Companion has sealed its card for Red",
        "the seal of Red is opened, and can be checked now",
    ]
    assert told(Note("companion is late")) is None
