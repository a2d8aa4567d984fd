"""The mat is found by its markers, and found again when somebody bumps the camera."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ids import SeatName
from companion.mat import Marker, Mat, Zone
from companion.observation import Sighting
from tests.vision.test_pipeline import card
from vision.frame import Frame, Grey
from vision.lens import Lens
from vision.mat_watch import UNFOUND_AFTER_MS, MatNews, MatProblem, MatState, MatWatch
from vision.picture_size import TooSmall
from vision.pipeline import Pipeline
from vision.sources.source_names import source_for

MAT = Mat(
    "ofusaido",
    600,
    340,
    (Marker(0, 5, 5, 40), Marker(1, 555, 5, 40), Marker(2, 555, 295, 40), Marker(3, 5, 295, 40)),
    (
        Zone("pass", SeatName("home"), "duel", 100, 50, 120, 200),
        Zone("shot", SeatName("home"), "duel", 300, 50, 120, 200),
    ),
)
PX_PER_MM = 2.0


def sheet(*covered: int, markers: tuple[Marker, ...] = MAT.markers) -> Grey:
    """The mat from straight above, 2 pixels a millimetre; some markers with a hand upon them."""
    flat = np.full((680, 1200), 200, np.uint8)
    tags = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    for marker in markers:
        drawn = cv2.aruco.generateImageMarker(tags, marker.id, 80) if marker.id not in covered else 120
        x, y = int(marker.x_mm * PX_PER_MM), int(marker.y_mm * PX_PER_MM)
        flat[y : y + 80, x : x + 80] = drawn
    return flat


def seen(flat: Grey, shift: tuple[float, float] = (0, 0), turn_deg: float = 0.0) -> Grey:
    """A sheet as a camera sees it: on a dark table, moved and turned by a bump."""
    turn = np.asarray(cv2.getRotationMatrix2D((640, 360), turn_deg, 1.0), np.float64)
    turn[:, 2] += np.array([40, 20]) + shift
    return cv2.warpAffine(flat, turn, (1280, 720), flags=cv2.INTER_LINEAR, borderValue=(60,))


def frame(picture: Grey, at_ms: int) -> Frame:
    return Frame(picture, at_ms // 66, at_ms)


def locked() -> MatWatch:
    watch = MatWatch(MAT)
    (news,) = watch.feed(frame(seen(sheet()), 0))
    assert news.state is MatState.LOCKED
    return watch


@pytest.mark.parametrize("axis", [1, 0], ids=["left and right", "above and below"])
def test_a_mirrored_mat_is_told_in_the_first_seconds_and_once(axis: int) -> None:
    watch, mirrored = MatWatch(MAT), cv2.flip(seen(sheet()), axis)
    told = [one for at_ms in range(0, 12_000, 66) for one in watch.feed(frame(mirrored, at_ms))]
    assert [(one.state, one.unfound) for one in told] == [(MatState.SEARCHING, MatProblem.MIRRORED)]
    assert told[0].at_ms < 2000


@pytest.mark.parametrize("axis", [1, 0], ids=["left and right", "above and below"])
def test_a_mirrored_source_that_is_turned_back_shows_the_mat(axis: int, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "mirrored.png"), cv2.flip(seen(sheet()), axis))
    source = source_for(f"mirrored:{tmp_path}", is_paced=False)
    source.open()
    (news,) = MatWatch(MAT).feed(source.read())
    assert news.state is MatState.LOCKED


def test_a_mat_that_is_laid_late_is_told_as_mirrored_too() -> None:
    watch = MatWatch(MAT)
    empty = np.full((720, 1280), 90, np.uint8)
    told = [one for at_ms in range(0, 8_000, 66) for one in watch.feed(frame(empty, at_ms))]
    mirrored = cv2.flip(seen(sheet()), 1)
    told += [one for at_ms in range(8_000, 11_000, 66) for one in watch.feed(frame(mirrored, at_ms))]
    assert [one.unfound for one in told] == [MatProblem.UNSEEN, MatProblem.MIRRORED]


def place_of(watch: MatWatch, x_px: float, y_px: float) -> list[float]:
    assert watch.map is not None
    return list(watch.map.table_from_image(np.array([[x_px, y_px]]))[0])


def test_the_mat_is_found_and_pixels_are_millimetres() -> None:
    watch = locked()
    # The sheet's (300, 100) px stands at (340, 120) in the picture.
    assert place_of(watch, 340, 120) == pytest.approx([150, 50], abs=0.4)
    assert watch.map is not None and watch.map.error_mm < 0.3


def test_without_a_mat_nothing_is_found_and_it_is_sought_seldom() -> None:
    watch = MatWatch(MAT)
    empty = np.full((720, 1280), 90, np.uint8)
    assert [watch.feed(frame(empty, at_ms)) for at_ms in range(0, 2000, 66)] == [[]] * 31
    assert watch.state is MatState.SEARCHING


def sought(picture: Grey) -> list[MatNews]:
    """The news of twenty seconds of a picture in which no mat is found."""
    watch = MatWatch(MAT)
    return [item for at_ms in range(0, 20_000, 66) for item in watch.feed(frame(picture, at_ms))]


def test_a_mat_that_is_never_found_is_told_once() -> None:
    (told,) = sought(np.full((720, 1280), 90, np.uint8))
    assert (told.state, told.unfound) == (MatState.SEARCHING, MatProblem.UNSEEN)
    assert UNFOUND_AFTER_MS <= told.at_ms < UNFOUND_AFTER_MS + 1000


@pytest.mark.parametrize(
    ("size_px", "least_px"), [((160, 90), (1050, 595)), ((90, 160), (595, 1050)), ((1280, 90), (1050, 595))]
)
def test_in_a_picture_with_too_few_pixels_that_is_told_and_not_that_the_mat_is_missing(
    size_px: tuple[int, int], least_px: tuple[int, int]
) -> None:
    (told,) = sought(cv2.resize(seen(sheet()), size_px, interpolation=cv2.INTER_AREA))
    assert (told.unfound, told.too_small) == (MatProblem.TOO_SMALL, TooSmall(size_px, least_px))


@pytest.mark.slow
def test_one_marker_is_too_few() -> None:
    (told,) = sought(seen(sheet(0, 1, 2)))
    assert told.unfound is MatProblem.UNSEEN


def test_another_games_mat_is_told_as_such() -> None:
    others = tuple(replace(marker, id=marker.id + 8) for marker in MAT.markers)
    (told,) = sought(seen(sheet(markers=others)))
    assert told.unfound is MatProblem.ANOTHER


@pytest.mark.slow
def test_markers_that_do_not_lie_as_they_are_printed_are_told_as_such() -> None:
    first, *others = MAT.markers
    (told,) = sought(seen(sheet(markers=(replace(first, x_mm=first.x_mm + 40, y_mm=60), *others))))
    assert told.unfound is MatProblem.BENT


def test_where_four_markers_fit_no_lens_two_of_them_are_not_believed() -> None:
    first, *others = MAT.markers
    moved = (replace(first, x_mm=first.x_mm + 40, y_mm=60), *others)
    watch = MatWatch(MAT)
    for at_ms in range(0, 4000, 66):
        covered = () if at_ms < 1000 else (0, 1)
        assert watch.feed(frame(seen(sheet(*covered, markers=moved)), at_ms)) == []


BENT = Lens(1280, 720, 1024, 1024, 640, 360, k1=-0.3)


def bent(picture: Grey) -> Grey:
    """The same picture through a wide lens."""
    across, down = np.meshgrid(np.arange(0, 1280, 8), np.arange(0, 720, 8))
    straight = BENT.straight_from_image(np.stack([across.ravel(), down.ravel()], axis=1))
    maps = [cv2.resize(straight[:, n].reshape(across.shape).astype(np.float32), (1280, 720)) for n in (0, 1)]
    return cv2.remap(picture, maps[0], maps[1], cv2.INTER_LINEAR, borderValue=(60,))


def test_a_wide_lens_that_nobody_calibrated_is_learned_from_four_markers() -> None:
    watch = MatWatch(MAT)
    (news,) = watch.feed(frame(bent(seen(sheet())), 0))
    assert news.state is MatState.LOCKED and news.error_mm is not None and news.error_mm < 1.0
    # The middle of the sheet's long edge is what a straight lens would put furthest off.
    ((x_px, y_px),) = BENT.image_from_straight(np.array([[640.0, 60.0]]))
    assert place_of(watch, x_px, y_px) == pytest.approx([300, 20], abs=3)


def test_what_was_learned_of_a_lens_holds_when_two_markers_are_covered() -> None:
    watch = MatWatch(MAT)
    watch.feed(frame(bent(seen(sheet())), 0))
    for at_ms in range(1000, 4000, 66):
        watch.feed(frame(bent(seen(sheet(0, 1), (9, 4))), at_ms), is_disturbed=True)
    ((x_px, y_px),) = BENT.image_from_straight(np.array([[640.0 + 9, 60.0 + 4]]))
    assert place_of(watch, x_px, y_px) == pytest.approx([300, 20], abs=4)


def test_a_mat_that_was_found_is_never_told_as_unfound() -> None:
    watch = locked()
    empty = np.full((720, 1280), 60, np.uint8)
    news = [item.state for at_ms in range(66, 20_000, 66) for item in watch.feed(frame(empty, at_ms))]
    assert news == [MatState.LOST]


def test_how_large_the_places_of_cards_are_seen_is_told_with_the_mat() -> None:
    (near,) = MatWatch(MAT).feed(frame(seen(sheet()), 0))
    assert near.px_per_mm == pytest.approx(PX_PER_MM, abs=0.05)
    half = cv2.resize(seen(sheet()), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    (far,) = MatWatch(MAT).feed(frame(half, 0))
    assert far.px_per_mm == pytest.approx(0.6 * PX_PER_MM, abs=0.05)


def test_a_mat_that_keeps_its_place_is_no_news() -> None:
    watch = locked()
    picture = seen(sheet())
    assert [watch.feed(frame(picture, at_ms)) for at_ms in range(66, 5000, 66)] == [[]] * 75


def checks(watch: MatWatch, from_ms: int, to_ms: int, **how: bool) -> list[int]:
    """When the markers are looked for."""
    looked = []
    for at_ms in range(from_ms, to_ms, 66):
        watch.feed(frame(seen(sheet()), at_ms), **how)
        if watch.checked_ms == at_ms:
            looked.append(at_ms)
    return looked


def test_while_nothing_moves_the_markers_are_looked_for_seldom_once_it_is_known_how_sharp_they_are() -> None:
    watch = locked()
    assert len(checks(watch, 66, 3000, rests=True)) == 2
    assert len(checks(watch, 3000, 13000, rests=True)) == 2
    assert len(checks(watch, 13000, 16000)) == 3


def test_what_moved_since_the_last_check_has_the_markers_looked_for_at_once() -> None:
    watch = locked()
    checks(watch, 66, 4000, rests=True)
    (last_ms,) = {watch.checked_ms}
    assert checks(watch, last_ms + 66, last_ms + 1500, rests=True) == []
    watch.feed(frame(seen(sheet(), (10, 0)), last_ms + 1500))
    assert not watch.is_sure


def test_the_markers_wait_a_second_for_what_is_to_be_read() -> None:
    watch = locked()
    checks(watch, 66, 4000)
    last_ms = watch.checked_ms
    (waited_ms,) = checks(watch, last_ms + 66, last_ms + 2200, is_busy=True)
    assert waited_ms >= last_ms + 2000


@pytest.mark.parametrize(("shift", "turn_deg"), [((6, -4), 0.0), ((0, 0), 1.5), ((45, 30), 4.0)])
def test_a_bump_is_seen_within_a_second_and_the_map_made_anew(
    shift: tuple[float, float], turn_deg: float
) -> None:
    watch = locked()
    flat = sheet()
    bumped = seen(flat, shift, turn_deg)
    news = [item for at_ms in range(66, 2000, 66) for item in watch.feed(frame(bumped, at_ms))]
    assert [item.state for item in news] == [MatState.DRIFTED]
    assert news[0].at_ms <= 1066
    assert news[0].moved_px is not None and news[0].moved_px > 1.5
    fresh = MatWatch(MAT)
    fresh.feed(frame(bumped, 0))
    assert place_of(watch, 700, 400) == pytest.approx(place_of(fresh, 700, 400), abs=0.5)


def test_pictures_of_another_size_are_no_drift_and_show_the_mat_at_once() -> None:
    watch = locked()
    half = cv2.resize(seen(sheet()), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    (news,) = watch.feed(frame(half, 66))
    assert news.state is MatState.LOCKED
    assert place_of(watch, 20 + 100, 10 + 50) == pytest.approx([100, 50], abs=1)


def test_a_disturbed_picture_is_checked_at_once() -> None:
    watch = locked()
    assert watch.feed(frame(seen(sheet(), (10, 0)), 132)) == []
    assert watch.feed(frame(seen(sheet(), (10, 0)), 198), is_disturbed=True) == []
    assert not watch.is_sure
    (news,) = watch.feed(frame(seen(sheet(), (10, 0)), 330))
    assert news.state is MatState.DRIFTED


def test_while_a_camera_that_was_hit_swings_no_place_is_sure_and_one_drift_is_told() -> None:
    watch = locked()
    news, sure = [], []
    for n, shift in enumerate((30, -20, 12, -6, 3, 3, 3)):
        news += watch.feed(frame(seen(sheet(), (shift, 0)), 200 + 140 * n), is_disturbed=n < 3)
        sure.append(watch.is_sure)
    assert sure == [False] * 5 + [True] * 2
    assert [item.state for item in news] == [MatState.DRIFTED]
    assert news[0].moved_px is not None and news[0].moved_px > 20


def test_while_it_is_not_known_where_the_mat_lies_nobody_is_told_a_place() -> None:
    watch = locked()
    known = [watch.is_sure]
    for at_ms, picture in ((400, np.full((720, 1280), 60, np.uint8)), (800, seen(sheet()))):
        watch.feed(frame(picture, at_ms), is_disturbed=True)
        known.append(watch.is_sure)
    assert known == [True, False, True]


def test_markers_under_hands_change_nothing() -> None:
    watch = locked()
    before = watch.map
    covered = seen(sheet(0, 1))
    assert [watch.feed(frame(covered, at_ms)) for at_ms in range(66, 4000, 66)] == [[]] * 60
    assert watch.map is before


def test_a_mat_that_is_gone_is_lost_and_found_again() -> None:
    watch = locked()
    empty = np.full((720, 1280), 60, np.uint8)
    news = [item for at_ms in range(66, 6000, 66) for item in watch.feed(frame(empty, at_ms))]
    assert [item.state for item in news] == [MatState.LOST]
    assert watch.map is None
    (found,) = watch.feed(frame(seen(sheet()), 7000))
    assert found.state is MatState.LOCKED


def test_a_card_is_told_with_its_place_and_its_zone() -> None:
    watch = MatWatch(MAT)
    pipeline = Pipeline(watch)
    flat = sheet()
    news: list[Sighting] = []
    for n in range(6):
        if n == 2:
            flat[120:290, 260:380] = card("A-1")
        picture = frame(seen(flat), n * 66)
        news.extend(pipeline.feed(picture))
    (start,) = news
    assert start.zone == "pass"
    assert start.at_mm is not None and np.abs(np.array(start.at_mm) - (160, 102)).max() <= 2
