"""The lens that is found is the lens that drew the board, and what is promised of it holds."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.board import BoardPose, Sample
from calibration.camera import WantedView, make_lens_report, solve_lens, view_error_px
from calibration.errors import NoLensSolution
from calibration.grade import GradeMark, Measure
from calibration.walkthrough import GridCell
from companion.words import translate
from tests.calibration.known_lens import SIZE, KnownLens, bend_at_corners_px
from tests.vision.photos import PHOTOS, needs_photos
from vision.virtual.camera import VirtualLens as Bends

LENSES = {
    "webcam": KnownLens(),
    "barrel": KnownLens(Bends(-0.22, 0.06, 0.0, 0.001, 0.0008), 1250.0),
    "pincushion": KnownLens(Bends(0.05, -0.02, 0.0, -0.0006, 0.0004), 1900.0),
    "wide, with a third term": KnownLens(Bends(-0.25, 0.1, -0.03, 0.0, 0.0), 1250.0),
}


@pytest.mark.parametrize("known", LENSES.values(), ids=list(LENSES))
def test_a_known_lens_is_found_again(known: KnownLens) -> None:
    solved = solve_lens(known.samples(), SIZE)
    assert solved.lens.fx_px == pytest.approx(known.focal_px, rel=0.005)
    assert solved.lens.fy_px == pytest.approx(known.focal_px, rel=0.005)
    assert bend_at_corners_px(known.camera, solved.lens) < 0.3
    assert 0.1 < solved.error_px < 0.25


@pytest.mark.slow
def test_the_focal_length_is_off_by_no_more_than_is_said() -> None:
    for seed in range(8):
        solved = solve_lens(KnownLens(noise_px=0.4).samples(seed), SIZE)
        assert abs(100 * (solved.lens.fx_px / 1500 - 1)) < solved.focal_percent


def test_the_error_is_that_of_views_that_were_not_used() -> None:
    known = KnownLens(noise_px=0.3)
    solved = solve_lens(known.samples(1), SIZE)
    own_px, fresh_px = (
        float(np.sqrt(np.mean([view_error_px(sample, solved.lens) ** 2 for sample in known.samples(seed)])))
        for seed in (1, 2)
    )
    assert own_px < solved.error_px
    assert solved.error_px == pytest.approx(fresh_px, rel=0.15)


def test_a_view_that_was_not_held_still_is_left_out() -> None:
    samples = KnownLens().samples()
    smeared = samples[3].points_px + np.random.default_rng(3).normal(0, 4, samples[3].points_px.shape)
    solved = solve_lens([*samples[:3], replace(samples[3], points_px=smeared), *samples[4:]], SIZE)
    assert solved.dropped == 1
    assert solved.lens.fx_px == pytest.approx(1500, rel=0.005)


def test_too_few_views_are_refused_with_how_many_are_needed() -> None:
    with pytest.raises(NoLensSolution, match="6 views are needed at least; here: 3"):
        solve_lens(KnownLens().samples(poses=3), SIZE)


@pytest.mark.slow
def test_views_without_sense_are_refused() -> None:
    chance = np.random.default_rng(2)
    samples = [
        replace(one, points_px=chance.uniform(0, 900, one.points_px.shape)) for one in KnownLens().samples()
    ]
    try:
        report = make_lens_report(solve_lens(samples, SIZE), 0.9)
    except NoLensSolution:
        return
    assert report.mark is GradeMark.POOR


def test_the_report_tells_number_unit_grade_and_consequence() -> None:
    report = make_lens_report(solve_lens(KnownLens(noise_px=0.3).samples(), SIZE), 0.97)
    assert report.mark is GradeMark.GOOD
    sentences = [translate(line.sentence(), "en") for line in report.lines]
    assert sentences[0].startswith("0.4") and "px, good: the place of a card may be 0." in sentences[0]
    assert report.number(Measure.COVERAGE) == 97
    poor = make_lens_report(solve_lens(KnownLens(noise_px=1.5).samples(), SIZE), 0.5)
    assert [line.mark for line in poor.lines] == [GradeMark.POOR, GradeMark.POOR, GradeMark.POOR]


@needs_photos
def test_the_published_chessboards_give_the_published_lens() -> None:
    places = np.array([(x, y, 0.0) for y in range(6) for x in range(9)])
    samples = []
    for path in sorted((PHOTOS / "opencv-samples").glob("left[0-9]*.jpg")):
        grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        assert grey is not None
        is_found, corners = cv2.findChessboardCorners(grey, (9, 6))
        assert is_found, path
        until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 0.001)
        corners = cv2.cornerSubPix(grey, corners, (11, 11), (-1, -1), until)
        samples.append(Sample(np.arange(54), corners.reshape(-1, 2).astype(float), places, (640, 480)))
    solved = solve_lens(samples, (640, 480))
    assert solved.lens.fx_px == pytest.approx(535.9, rel=0.01)
    assert solved.error_px <= 0.45


@pytest.mark.parametrize(("share", "is_met"), [(0.5, False), (0.7, True)])
def test_a_board_is_near_when_it_fills_a_third_of_the_picture(share: float, is_met: bool) -> None:
    wide, high = SIZE
    corners = np.array([(0, 0), (share * wide, 0), (0, share * high), (share * wide, share * high)])
    sample = Sample(np.arange(4), corners, np.zeros((4, 3), np.float32), SIZE)
    facing = BoardPose(0.5, 0.5, 0.0, 0.0, 0.0)
    assert WantedView(GridCell.MIDDLE, is_near=True).is_met_by(sample, facing) is is_met
