"""Which readings are the same play, so that nobody is asked to choose between two sentences that say one thing."""

from companion.ids import CardRef
from companion.reading.game_reading import Reading
from companion.reading.weighing import distinct
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.plays import CleanOrders, Draw, ShowPower
from tests.reading.pitch import with_ball

SHOWN = ShowPower(CardRef("PW015-900"))
DRAWN = Draw(Seat.BLUE, 1)


def test_a_payment_counts_once_in_whatever_order_the_players_are_named() -> None:
    one, two = CardRef("PB002-900"), CardRef("PB008-900")
    readings = [Reading(CleanOrders({one: 1, two: 1}), ()), Reading(CleanOrders({two: 1, one: 1}), ())]
    assert distinct(readings) == readings[:1]


def test_of_two_readings_of_the_same_things_the_one_that_supposes_no_earlier_play_counts() -> None:
    now, later = Reading(SHOWN, ()), Reading(SHOWN, (), before=(DRAWN,))
    assert distinct([now, later]) == distinct([later, now]) == [now]


def test_a_thing_more_may_show_an_earlier_play() -> None:
    pitch = with_ball()
    (ball,) = [lying for lying in pitch.reader.table.lying if lying.thing == pitch.ball]
    readings = [Reading(SHOWN, ()), Reading(SHOWN, (ball,), before=(DRAWN,))]
    assert distinct(readings) == readings
