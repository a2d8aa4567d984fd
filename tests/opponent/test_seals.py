"""Seals stand in the log as notes; people read them in words, and what was played is compared with them."""

from dataclasses import replace

from companion.ids import CardRef
from companion.opponent.checking import checked
from companion.opponent.choosing import NoCards
from companion.opponent.games import THINKERS
from companion.opponent.sealed_card import seal_told, sealed_card
from companion.opponent.seat import MachineSeat, MatchStep, Seating
from companion.play import Note
from companion.rules.ofusaido.plays import Reveal
from companion.rules.ofusaido.sheet import Seat
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


class _Pile(NoCards):
    """The piles of a seed: EN001-001 is the next energy."""

    def own_play(self, _state: object) -> Reveal:
        return Reveal(Seat.AWAY, CardRef("EN001-001"))


def test_an_energy_that_the_seed_did_not_put_on_top_is_found() -> None:
    away = MachineSeat(Seating("away"), "0f" * 16)
    thinker = replace(THINKERS["ofusaido"], cards=lambda _state, _seat, _chance: _Pile())
    faults = []
    for energy in ("EN001-001", "EN001-002"):
        step = MatchStep(Reveal(Seat.AWAY, CardRef(energy)), (), None, is_own=True)
        (check,) = checked(thinker, None, [step], {1: away.sealed, 2: away.opened})
        faults.append(check.fault and translate(check.fault, "en"))
    assert faults == [None, "play 1: EN001-002 was not where the seed puts it"]
