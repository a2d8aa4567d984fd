"""Cards in sleeves that reflect a lamp, so that their print is white: they are noticed, and what is read of them stays
known.
"""

import pytest

from companion.observation import SightingState
from tests.bench.trials.cards import OVER_LAMP
from tests.quick import first_quick
from tests.vision.watched_table import WatchedTable

SHINES, DULL = "blue.work", "red.work"
"""A zone under the lamp, and one beside it."""
CARD = "TR108-900"


@pytest.fixture
def watched() -> WatchedTable:
    return WatchedTable("ouaf", SHINES, lamp=OVER_LAMP)


def glaring(watched: WatchedTable) -> set[str]:
    return {name for name, _ in watched.pipeline.zones.glaring}


def tilt(watched: WatchedTable, card: int) -> None:
    """A player tilts the card for a second, and his hand leaves."""
    gone_ms = watched.table.tilt(card, 0.25, 1_000, arm_deg=180)
    while watched.table.now_ms < gone_ms + 1_000:
        watched.watch(1)


def states(watched: WatchedTable) -> list[SightingState]:
    return [one.state for one in watched.seen if one.reads == CARD]


@pytest.mark.slow
def test_a_zone_in_which_a_sleeve_hides_its_card_is_told(watched: WatchedTable) -> None:
    assert glaring(watched) == set()
    card = watched.put(CARD, 0, is_face_up=True, is_sleeved=True)
    watched.watch(12)
    assert states(watched) == []
    assert glaring(watched) == {SHINES}
    watched.table.take(card)
    watched.watch(12)
    assert glaring(watched) == set()


@first_quick(("zone", "is_sleeved"), [(SHINES, False), (DULL, True)])
def test_where_a_card_is_read_nothing_is_hidden(zone: str, is_sleeved: bool) -> None:
    watched = WatchedTable("ouaf", zone, lamp=OVER_LAMP)
    watched.put(CARD, 0, is_face_up=True, is_sleeved=is_sleeved)
    watched.watch(12)
    assert states(watched) == [SightingState.START]
    assert glaring(watched) == set()


@pytest.mark.slow
def test_a_card_that_was_read_while_it_was_tilted_lies_there_until_it_is_taken(
    watched: WatchedTable,
) -> None:
    card = watched.put(CARD, 0, is_face_up=True, is_sleeved=True)
    watched.watch(12)
    tilt(watched, card)
    assert states(watched) == [SightingState.START, SightingState.HIDDEN]
    watched.table.take(card)
    watched.watch(12)
    assert states(watched)[-1] is SightingState.END


@pytest.mark.slow
def test_another_card_in_the_place_of_one_that_is_hidden_is_noticed(watched: WatchedTable) -> None:
    card = watched.put(CARD, 0, is_face_up=True, is_sleeved=True)
    watched.watch(12)
    tilt(watched, card)
    before = dict(watched.pipeline.zones.glaring)
    assert before.keys() == {SHINES}
    watched.table.take(card)
    for _ in range(4):  # Each sleeve is bent in its own way: the sixth shines here as the first does.
        watched.table.take(watched.put("TR110-900", 0))
    watched.put("TR109-900", 0, is_face_up=True, is_sleeved=True)
    watched.watch(12)
    assert dict(watched.pipeline.zones.glaring)[SHINES] > before[SHINES]
