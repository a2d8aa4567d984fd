"""Where the zones of an occasion lie on its pitch."""

from companion.ids import CardRef
from companion.rules.ofusaido.cards import Occasion, Shot, Target, Zone, places_of

ROW = tuple(Zone(name, 1, shot=Shot.LONG, targets=(Target.TOP_LEFT,)) for name in "ab")


def test_rows_go_from_the_bottom_to_the_goal_and_columns_from_left_to_right() -> None:
    card = Occasion(
        CardRef("OC001-900"),
        (
            Zone("a", 1, ("b", "c")),
            Zone("b", 2, ("d",), column="right"),
            Zone("c", 2, ("d",), column="left"),
            Zone("d", 3, shot=Shot.NEAR, targets=(Target.TOP_LEFT,)),
        ),
    )
    places = places_of(card)
    assert places["a"][0] == places["d"][0] == 0.5
    assert places["c"][0] < 0.5 < places["b"][0]
    assert places["a"][1] < places["b"][1] == places["c"][1] < places["d"][1]


def test_two_zones_of_a_row_stand_apart() -> None:
    places = places_of(Occasion(CardRef("OC001-900"), ROW))
    assert places["b"][0] - places["a"][0] > 0.5
