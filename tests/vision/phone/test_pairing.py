"""One phone at a time is the camera, and it joined with a token that is used once."""

from companion.network.caller_places import Rate
from vision.phone.link import SILENT_MS, KeyOwner, Pairing


def test_a_token_is_used_once() -> None:
    pairing = Pairing()
    token = pairing.token
    key = pairing.join(token, 0)
    assert key is not None and pairing.owner_of(key) is KeyOwner.PHONE
    assert pairing.join(token, 1) is None
    assert not pairing.opens(token) and not pairing.opens("")


def test_who_guesses_is_a_stranger() -> None:
    pairing = Pairing()
    for guess in ("", "é", "a" * 10_000, pairing.token[:-1]):
        assert pairing.join(guess, 0) is None
        assert pairing.owner_of(guess) is KeyOwner.STRANGER


def test_while_a_phone_sends_there_is_no_token_for_another() -> None:
    pairing = Pairing()
    pairing.join(pairing.token, 0)
    assert pairing.has_phone(SILENT_MS - 1)
    assert not pairing.token


def test_a_phone_that_falls_silent_may_come_back_until_another_has_joined() -> None:
    pairing = Pairing()
    key = pairing.join(pairing.token, 0)
    assert key is not None
    assert not pairing.has_phone(SILENT_MS)
    spare = pairing.token
    pairing.heard(SILENT_MS + 1)
    assert pairing.has_phone(SILENT_MS + 1) and not pairing.opens(spare)
    assert not pairing.has_phone(3 * SILENT_MS)
    other = pairing.join(pairing.token, 3 * SILENT_MS)
    assert other is not None
    assert (pairing.owner_of(key), pairing.owner_of(other)) == (KeyOwner.BEFORE, KeyOwner.PHONE)


def test_a_phone_whose_page_was_closed_is_gone_at_once() -> None:
    pairing = Pairing()
    pairing.join(pairing.token, 0)
    pairing.leave()
    assert not pairing.has_phone(1) and pairing.token


def test_a_rate_allows_a_burst_and_then_so_many_a_second() -> None:
    now = [0]
    rate = Rate(5, lambda: now[0])
    assert [rate.allows() for _ in range(7)] == [True] * 5 + [False] * 2
    now[0] = 400
    assert [rate.allows() for _ in range(3)] == [True, True, False]
    now[0] = 60_000
    assert sum(rate.allows() for _ in range(20)) == 5
