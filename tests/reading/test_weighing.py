"""Which readings are the same row of plays."""

from companion.ids import CardRef
from companion.reading.game_reading import Reading
from companion.reading.weighing import distinct
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.plays import CleanOrders, Draw


def test_a_payment_counts_once_in_whatever_order_the_players_are_named() -> None:
    one, two = CardRef("PB002-900"), CardRef("PB008-900")
    readings = [Reading(CleanOrders({one: 1, two: 1}), ()), Reading(CleanOrders({two: 1, one: 1}), ())]
    assert distinct(readings) == readings[:1]


def test_the_same_play_after_another_one_is_another_row() -> None:
    play = CleanOrders({CardRef("PB002-900"): 2})
    readings = [Reading(play, ()), Reading(play, (), before=(Draw(Seat.BLUE, 1),))]
    assert distinct(readings) == readings
