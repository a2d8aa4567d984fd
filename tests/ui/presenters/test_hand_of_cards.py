"""The places of cards in a hand."""

from ui.presenters.mat_art import hand_of_cards
from ui.presenters.plan import Rectangle


def test_a_hand_is_fanned_out_evenly_within_its_room() -> None:
    room = Rectangle(0, 0, 280, 160)
    assert hand_of_cards(0, room) == ()
    ((only, lean),) = hand_of_cards(1, room)
    assert lean == 0 and abs(only.x + only.width / 2 - 140) < 1e-6
    hand = hand_of_cards(3, room)
    assert [lean for _, lean in hand] == [8.0, 0.0, -8.0], "the left one leans to the left"
    assert all(place.x >= 0 and place.x + place.width <= 280 for place, _ in hand)
    assert hand[1][0].y > hand[0][0].y == hand[2][0].y, "those at the edge lie lower"
