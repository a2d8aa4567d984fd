"""Things on the table, from their first sighting to their last."""

import math
from dataclasses import replace

import numpy as np

from companion.observation import SightingState, What
from vision.detectors.codes import Detection
from vision.frame import Region
from vision.tracked_objects import TrackedObject
from vision.tracks import Tracks

EVERYWHERE = Region(0, 0, 1000, 1000)


def code(text: str, x: float, y: float) -> Detection:
    return Detection(text, np.array([[x, y], [x + 40, y], [x + 40, y + 40], [x, y + 40]], np.float32))


def tag(text: str, x: float, y: float) -> Detection:
    return replace(code(text, x, y), what=What.TAG)


def look(tracks: Tracks, *codes: Detection, region: Region = EVERYWHERE) -> list[tuple[str, int]]:
    """The news of two looks, for none is believed alone: state and number of each thing."""
    news = [*tracks.update(region, codes, 0).news, *tracks.update(region, codes, 0).news]
    return [(sighting.state.value, sighting.thing) for sighting in news]


def give_up(
    tracks: Tracks, *codes: Detection, bare: bool, region: Region = EVERYWHERE
) -> list[tuple[str, int]]:
    looked = tracks.update(region, codes, 0)
    news = tracks.give_up(looked.unread, lambda _thing: bare, 0)
    return [(sighting.state.value, sighting.thing) for sighting in news]


def test_a_card_read_for_the_first_time_starts() -> None:
    tracks = Tracks()
    once = tracks.update(EVERYWHERE, [code("A", 10, 10)], 33)
    assert (once.news, once.is_unsure) == ([], True)
    twice = tracks.update(EVERYWHERE, [code("A", 10, 10)], 77)
    (sighting,) = twice.news
    assert (sighting.reads, sighting.state, sighting.at_ms) == ("A", SightingState.START, 77)
    assert sighting.corners_px == ((10, 10), (50, 10), (50, 50), (10, 50))
    assert (twice.unread, twice.is_unsure) == ([], False)


def rested_ms(what: What, first_ms: int, then_ms: int, still_ms: float = math.inf) -> int:
    """For how long something had lain there when its second look reported it, if nothing moved there from `still_ms` on."""
    tracks, seen = Tracks(rests_since_ms=lambda _part: still_ms), replace(code("A", 10, 10), what=what)
    tracks.update(EVERYWHERE, [seen], first_ms)
    (sighting,) = tracks.update(EVERYWHERE, [seen], then_ms).news
    return sighting.rested_ms


def test_the_rest_of_a_face_is_counted_from_the_first_look() -> None:
    assert rested_ms(What.FACE, 100, 167) == 67


def test_the_rest_of_a_code_that_fingers_may_still_hold_is_counted_from_its_report() -> None:
    assert rested_ms(What.QR, 100, 167) == 0
    assert rested_ms(What.TAG, 100, 167) == 0


def test_the_rest_of_a_face_over_which_nothing_moved_before_the_first_look_began_before_it() -> None:
    assert rested_ms(What.FACE, 100, 167, still_ms=33) == 134
    assert rested_ms(What.FACE, 100, 700, still_ms=33) == 667
    assert rested_ms(What.QR, 100, 167, still_ms=33) == 0


def test_a_hand_that_draws_back_from_the_edge_of_a_face_after_the_first_look_takes_nothing_from_its_rest() -> (
    None
):
    assert rested_ms(What.FACE, 100, 167, still_ms=167) == 67


def test_a_face_that_lies_elsewhere_rests_there_since_nothing_moves_over_it() -> None:
    tracks = Tracks(rests_since_ms=lambda _part: 100)
    card = replace(code("A", 10, 10), what=What.FACE)
    look(tracks, card)
    (sighting,) = tracks.update(EVERYWHERE, [replace(code("A", 200, 10), what=What.FACE)], 167).news
    assert (sighting.state, sighting.rested_ms) == (SightingState.UPDATE, 67)


def test_two_looks_far_apart_may_see_a_card_that_was_lifted_between_them() -> None:
    assert rested_ms(What.FACE, 100, 700) == 0


def test_what_only_one_look_reads_was_never_there() -> None:
    tracks = Tracks()
    tracks.update(EVERYWHERE, [code("14003", 10, 10)], 0)
    assert look(tracks) == []
    tracks.drop_unconfirmed(EVERYWHERE)
    assert tracks.update(EVERYWHERE, [code("14003", 10, 10)], 0).news == []
    assert look(tracks, code("A", 10, 10)) == [("start", 1)]
    assert [thing.text for thing in tracks.things] == ["A"]


def test_two_looks_that_read_it_need_not_follow_each_other() -> None:
    tracks = Tracks()
    assert tracks.update(EVERYWHERE, [code("A", 10, 10)], 0).is_unsure
    assert tracks.update(EVERYWHERE, [], 0).is_unsure
    third = tracks.update(EVERYWHERE, [code("A", 10, 10)], 0)
    assert (len(third.news), third.is_unsure) == (1, False)


def test_read_again_where_it_lies_it_is_no_news() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    assert look(tracks, code("A", 11, 10)) == []


def test_two_copies_are_two_things_told_apart_by_place() -> None:
    tracks = Tracks()
    assert look(tracks, code("A", 10, 10), code("A", 300, 10)) == [("start", 1), ("start", 2)]
    assert look(tracks, code("A", 300, 10), code("A", 10, 10)) == []


def test_pushed_a_little_it_is_the_same_thing_elsewhere() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    assert look(tracks, code("A", 18, 10)) == [("update", 1)]


def test_lifted_and_put_down_elsewhere_it_is_the_same_thing() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    assert look(tracks, code("A", 500, 500)) == [("update", 1)]


def test_a_second_copy_beside_the_first_is_not_the_first_one_moved() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    right_half = Region(400, 0, 1000, 1000)
    assert look(tracks, code("A", 500, 500), region=right_half) == [("start", 2)]


def test_not_read_and_its_place_bare_it_was_taken() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    assert give_up(tracks, bare=True) == [("end", 1)]
    assert tracks.things == ()


def test_not_read_and_its_place_covered_it_is_hidden_once() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    assert give_up(tracks, bare=False) == [("hidden", 1)]
    assert give_up(tracks, bare=False) == []


def test_uncovered_it_is_seen_again() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    give_up(tracks, bare=False)
    assert look(tracks, code("A", 10, 10)) == [("update", 1)]


def test_a_card_put_upon_another_hides_it_and_lifting_it_shows_it_again() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    assert look(tracks, code("B", 12, 12)) == [("start", 2)]
    assert give_up(tracks, code("B", 12, 12), bare=False) == [("hidden", 1)]
    assert look(tracks, code("A", 10, 10)) == [("update", 1)]


def test_a_hidden_card_read_elsewhere_has_moved() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    give_up(tracks, bare=False)
    elsewhere = Region(400, 0, 1000, 1000)
    assert look(tracks, code("A", 600, 20), region=elsewhere) == [("update", 1)]


def test_a_token_whose_tag_came_into_sight_elsewhere_is_gone_although_its_place_is_covered() -> None:
    tracks = Tracks()
    look(tracks, tag("20", 10, 10))
    assert look(tracks, tag("20", 600, 20), region=Region(400, 0, 1000, 1000)) == [("start", 2)]
    assert give_up(tracks, tag("20", 600, 20), bare=False) == [("end", 1)]
    # The one in sight is not gone because another one was there before it.
    assert give_up(tracks, bare=False) == [("hidden", 2)]


def test_a_copy_of_a_card_elsewhere_does_not_say_that_a_card_is_gone() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    look(tracks, code("A", 600, 20), region=Region(400, 0, 1000, 1000))
    assert give_up(tracks, code("A", 600, 20), bare=False) == [("hidden", 1)]


def test_what_was_in_sight_has_moved_rather_than_what_is_hidden() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10), code("A", 300, 10))
    assert give_up(tracks, code("A", 300, 10), bare=False) == [("hidden", 1)]
    assert look(tracks, code("A", 600, 20)) == [("update", 2)]


def test_what_lies_outside_the_part_that_was_looked_at_is_not_missed() -> None:
    tracks = Tracks()
    look(tracks, code("A", 10, 10))
    assert tracks.update(Region(400, 400, 600, 600), [], 0).unread == []


def test_every_sighting_has_an_id_of_its_own() -> None:
    tracks = Tracks()
    both = [code("A", 10, 10), code("B", 200, 10)]
    looks = [tracks.update(EVERYWHERE, codes, 0).news for codes in (both, both, [code("A", 30, 10), both[1]])]
    ids = [sighting.id for news in looks for sighting in news]
    assert len(set(ids)) == 3
    assert all(isinstance(thing, TrackedObject) for thing in tracks.things)
