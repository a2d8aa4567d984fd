"""The detector: what has changed and come to rest is given out, nothing else."""

import numpy as np
import pytest

from vision.change_detector import GLANCES, ChangeDetector, ChangedPart
from vision.frame import Frame, Grey, Region

ALL = Region(0, 0, 640, 480)


def mat(seed: int = 0) -> Grey:
    """An empty table with a camera's noise."""
    return np.clip(np.random.default_rng(seed).normal(120, 3, (480, 640)), 0, 255).astype(np.uint8)


def with_card(frame: Grey, x: int = 200, y: int = 100) -> Grey:
    picture = frame.copy()
    picture[y : y + 88, x : x + 63] = 240
    return picture


def watching() -> ChangeDetector:
    """A detector that has looked at an empty table."""
    detector = ChangeDetector()
    assert regions_of(detector, mat()) == [ALL]
    detector.settle(ALL)
    return detector


def at_last(detector: ChangeDetector, *frames: Grey) -> list[Region]:
    """What is given out with the last of some frames."""
    return [regions_of(detector, frame) for frame in frames][-1]


def fed(detector: ChangeDetector, grey: Grey) -> list[ChangedPart]:
    return detector.feed(Frame(grey, 0, 0))


def regions_of(detector: ChangeDetector, frame: Grey) -> list[Region]:
    return [changed.region for changed in fed(detector, frame)]


def test_the_first_frame_is_looked_at_all_over() -> None:
    assert regions_of(ChangeDetector(), mat()) == [ALL]


def test_noise_alone_opens_nothing() -> None:
    detector = watching()
    assert [fed(detector, mat(n)) for n in range(1, 30)] == [[]] * 29


def test_a_card_is_glanced_at_when_it_has_stopped_and_given_out_when_it_has_kept_still_for_two_frames() -> (
    None
):
    detector = watching()
    answers = [fed(detector, with_card(mat(n))) for n in range(1, 5)]
    assert answers[0] == []
    assert [[changed.is_apart for changed in parts] for parts in answers[1:]] == [[False], [True], [True]]
    (region,) = {changed.region for parts in answers[1:] for changed in parts}
    assert region.holds(200, 100) and region.holds(262, 187)
    assert region.area_px < 40_000


def test_what_is_settled_is_given_out_no_more() -> None:
    detector = watching()
    regions = at_last(detector, *(with_card(mat(n)) for n in range(3)))
    detector.settle(regions[0])
    assert fed(detector, with_card(mat(9))) == []


def test_a_moving_hand_is_never_given_out() -> None:
    detector = watching()
    assert all(fed(detector, with_card(mat(n), x=40 + 25 * n)) == [] for n in range(20))


def test_a_card_that_was_lifted_leaves_a_place_to_look_at() -> None:
    detector = watching()
    regions = at_last(detector, *(with_card(mat(n)) for n in range(3)))
    detector.settle(regions[0])
    regions = at_last(detector, *(mat(20 + n) for n in range(3)))
    assert regions and regions[0].holds(230, 140)


def test_a_card_rests_from_the_first_frame_on_that_looks_as_the_last() -> None:
    detector, pictures = watching(), [mat(1), with_card(mat(2)), with_card(mat(3)), with_card(mat(4))]
    for number, picture in enumerate(pictures, start=1):
        detector.feed(Frame(picture, number, 100 * number))
    assert detector.rests_since_ms(Region(200, 100, 263, 188)) == 200
    assert detector.rests_since_ms(Region(400, 300, 463, 388)) == 0


def test_looks_are_counted_until_something_moves_there() -> None:
    detector = watching()
    regions = at_last(detector, *(with_card(mat(n)) for n in range(3)))
    assert [detector.count_look(regions[0]), detector.count_look(regions[0])] == [1, 2]
    (region,) = at_last(detector, *(with_card(mat(n), x=204) for n in range(8, 11)))
    assert detector.count_look(region) == 1


def test_two_cards_far_apart_are_two_regions() -> None:
    detector = watching()
    regions = at_last(detector, *(with_card(with_card(mat(n)), 450, 300) for n in range(3)))
    assert len(regions) == 2


def test_another_size_of_frame_begins_anew() -> None:
    detector = watching()
    small = np.full((240, 320), 120, np.uint8)
    assert regions_of(detector, small) == [Region(0, 0, 320, 240)]


def test_a_frame_whose_size_is_no_multiple_of_a_cell_is_no_accident() -> None:
    detector = ChangeDetector()
    for n in range(4):
        frame = np.full((101, 203), 100 + 60 * (n % 2), np.uint8)
        for region in regions_of(detector, frame):
            detector.count_look(region)
            detector.settle(region)


def test_a_card_is_given_out_while_the_hand_beside_it_still_moves() -> None:
    detector = watching()
    seen = []
    for n in range(8):
        frame = with_card(mat(n))
        frame[188 : 300 + 10 * n, 215:250] = 60
        seen.extend(fed(detector, frame))
    assert seen
    assert not any(changed.is_apart for changed in seen if changed.region.holds(230, 140))


@pytest.mark.parametrize("is_read", [True, False])
def test_a_card_beside_a_hand_is_given_out_again_only_while_it_is_not_read(is_read: bool) -> None:
    detector = watching()
    given_out = 0
    for n in range(12):
        frame = with_card(mat(n))
        frame[188 : 300 + 10 * n, 215:250] = 60
        for changed in fed(detector, frame):
            given_out += 1
            if not is_read:
                detector.glance_again(changed.region)
    assert given_out == (1 if is_read else GLANCES)


def with_glare(frame: Grey) -> Grey:
    """A sleeve as bright as the camera can show, whatever the card in it."""
    picture = frame.copy()
    picture[96:320, 192:352] = 255
    return picture


def with_hand(frame: Grey, y: int) -> Grey:
    picture = frame.copy()
    picture[y : y + 40, 320:] = 90
    return picture


def test_what_glares_is_given_out_whole_after_a_hand_was_there_though_it_looks_as_before() -> None:
    detector = watching()
    (glaring,) = at_last_still(detector, 1)
    detector.settle(glaring)
    assert at_last_still(detector, 10) == []
    for n in range(3):
        fed(detector, with_hand(with_glare(mat(20 + n)), 200 + 8 * n))
    (again,) = at_last_still(detector, 30)
    assert again.holds(192, 96) and again.holds(351, 319)
    detector.settle(again)
    assert at_last_still(detector, 40) == []


def test_a_hand_that_passes_beside_glare_opens_nothing() -> None:
    detector = watching()
    (glaring,) = at_last_still(detector, 1)
    detector.settle(glaring)
    for n in range(3):
        fed(detector, with_hand(with_glare(mat(20 + n)), 400 + 8 * n))
    assert at_last_still(detector, 30) == []


def at_last_still(detector: ChangeDetector, seed: int) -> list[Region]:
    """What is given out after some frames of the glaring sleeve alone."""
    return at_last(detector, *(with_glare(mat(seed + n)) for n in range(4)))


def printed(frame: Grey, x: int, y: int) -> Grey:
    """The same with some print, as of a code."""
    picture = frame.copy()
    picture[y : y + 64, x : x + 64] = np.kron(np.indices((8, 8)).sum(axis=0) % 2 * 200, np.ones((8, 8)))
    return picture


def test_print_that_was_searched_is_searched_again_only_where_it_has_changed() -> None:
    detector = watching()
    at_last(detector, *(printed(mat(n), 96, 96) for n in range(1, 4)))
    (part,) = detector.parts_to_search(ALL, ())
    assert part.holds(128, 128)
    detector.note_searched(ALL, ())
    assert detector.parts_to_search(ALL, ()) == []
    at_last(detector, *(printed(printed(mat(n), 96, 96), 384, 256) for n in range(4, 7)))
    (other,) = detector.parts_to_search(ALL, ())
    assert other.holds(416, 288)
    assert not other.holds(128, 128)


def test_what_was_found_is_searched_again() -> None:
    detector = watching()
    at_last(detector, *(printed(mat(n), 96, 96) for n in range(1, 4)))
    detector.note_searched(ALL, [Region(96, 96, 160, 160)])
    assert detector.parts_to_search(ALL, ())


def test_print_of_the_bare_table_is_not_newly_printed() -> None:
    detector = ChangeDetector()
    fed(detector, printed(mat(), 96, 96))
    detector.settle(ALL)
    detector.note_bare(())
    fed(detector, printed(printed(mat(1), 96, 96), 384, 256))
    (part,) = detector.newly_printed_parts(ALL)
    assert part.holds(416, 288)
    detector.note_covered(Region(96, 96, 160, 160))
    assert len(detector.newly_printed_parts(ALL)) == 2


def shaded(frame: Grey, soft_px: int, x: int = 320) -> Grey:
    """A picture of which the right takes 45 % less light, over an edge so wide."""
    share = np.clip((np.arange(frame.shape[1]) - x) / soft_px + 0.5, 0, 1)
    return np.asarray(frame * (1 - 0.45 * share), np.uint8)


def test_a_soft_shadow_is_no_hand_that_pauses() -> None:
    detector = watching()
    for _ in range(3):
        fed(detector, shaded(mat(1), 160))
    assert not detector.is_at_rest
    assert detector.pausing_px(105, []) == []


def test_a_hand_that_pauses_is_told_in_full_light_and_in_a_shadow() -> None:
    for shade in (lambda frame: frame, lambda frame: shaded(frame, 160, x=100)):
        detector = watching()
        arm = mat(1)
        arm[:, 350:590] = 170
        for _ in range(3):
            fed(detector, shade(arm))
        assert any(400 < x < 540 for x, _ in detector.pausing_px(105, []))


def test_the_edge_of_a_token_that_was_laid_in_a_shadow_is_no_hand() -> None:
    token = shaded(mat(1), 160, x=-200)
    token[204:236, 380:408] = 220
    detector = watching()
    for _ in range(3):
        fed(detector, token)
    covered = Region(386, 208, 406, 232)
    assert detector.pausing_px(105, [covered]) == []


def test_an_arm_that_moves_over_a_shadow_is_told_as_moving_only() -> None:
    detector = watching()
    for n in range(5):
        arm = shaded(mat(1), 160, x=-200)
        arm[:, 80 + 40 * n : 200 + 40 * n] = 170
        fed(detector, arm)
    assert detector.moving_px() != []
    assert detector.pausing_px(105, []) == []


def test_what_was_read_there_is_no_hand_in_a_shadow() -> None:
    detector = watching()
    for _ in range(3):
        fed(detector, shaded(with_card(mat(1), 400, 200), 160, x=100))
    card = Region(396, 196, 468, 292)
    assert detector.pausing_px(105, []) != []
    assert detector.pausing_px(105, [card]) == []


def test_how_a_place_looked_is_not_known_before_it_was_read() -> None:
    detector = ChangeDetector()
    fed(detector, mat())
    place = Region(200, 100, 280, 200)
    assert detector.as_looked_at(place) is None
    detector.settle(Region(192, 96, 288, 224))
    looked_at = detector.as_looked_at(place)
    assert looked_at is not None and abs(float(looked_at.mean()) - 120) < 3
