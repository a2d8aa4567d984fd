"""A PIN opens with its digits, shows nowhere, and takes for ever to guess."""

from dataclasses import replace

import pytest

from companion.codec import read, write
from companion.errors import Malformed
from companion.kiosk import (
    FIRST_WAIT_MS,
    FREE_TRIES,
    LONGEST_WAIT_MS,
    MOST_DIGITS,
    BadPin,
    Pin,
    Tries,
    new_pin,
)

PIN = new_pin("2580", b"0123456789abcdef")


def test_a_pin_opens_with_its_own_digits_and_no_others() -> None:
    assert PIN.opens_with("2580")
    for wrong in ("2581", "258", "25800", "", "２５８０", "\ud800"):
        assert not PIN.opens_with(wrong)


def test_the_same_digits_are_kept_differently_each_time() -> None:
    one, other = new_pin("2580"), new_pin("2580")
    assert one.salt != other.salt and one.key != other.key
    assert one.opens_with("2580") and other.opens_with("2580")


def test_the_key_is_scrypts_own() -> None:
    """The third example of RFC 7914, section 12, which has 64 bytes of which we keep 32."""
    key = "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
    assert Pin(b"SodiumChloride".hex(), key).opens_with("pleaseletmein")


@pytest.mark.parametrize(
    "digits", ["", "123", "1" * (MOST_DIGITS + 1), "12a4", "12 4", "-123", "１２３４", "²345"]
)
def test_what_has_no_four_to_twelve_digits_is_no_pin(digits: str) -> None:
    with pytest.raises(BadPin, match="4 to 12 digits"):
        new_pin(digits)


def test_a_pin_is_kept_and_read_again_with_its_cost() -> None:
    cheap = replace(PIN, cost=10)
    assert write(PIN) == {"salt": PIN.salt, "key": PIN.key}
    assert read(Pin, write(cheap)) == cheap
    assert read(Pin, write(PIN)).opens_with("2580")


@pytest.mark.parametrize(
    "damage",
    [
        {"key": "zz"},
        {"key": ""},
        {"salt": 7},
        {"cost": 40},
        {"cost": 0},
        {"block": 10**9},
        {"lanes": 0},
        {"more": 1},
    ],
)
def test_a_damaged_pin_is_told_before_it_eats_the_memory(damage: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        read(Pin, {**write(PIN), **damage})


def test_the_dearest_cost_that_is_taken_can_be_paid() -> None:
    dear = replace(PIN, cost=12, block=16, lanes=4)
    assert not dear.opens_with("2580")


def test_no_log_shows_what_a_pin_could_be_guessed_from() -> None:
    assert PIN.salt not in repr(PIN) and PIN.key not in f"{PIN} {[PIN]!r}"
    with pytest.raises(BadPin) as refused:
        new_pin("77777777777777")
    assert "777" not in str(refused.value)


def test_from_the_third_wrong_try_on_the_wait_doubles_to_its_longest() -> None:
    tries, now_ms, waits = Tries(FREE_TRIES - 1), 0, []
    for _ in range(9):
        tries = tries.after_wrong(now_ms)
        waits.append(tries.wait_ms(now_ms))
        now_ms += waits[-1]
        assert tries.wait_ms(now_ms) == 0
    assert waits[:3] == [FIRST_WAIT_MS, 2 * FIRST_WAIT_MS, 4 * FIRST_WAIT_MS]
    assert waits[-1] == LONGEST_WAIT_MS == max(waits)
    assert Tries(10**6).after_wrong(0).wait_ms(0) == LONGEST_WAIT_MS
