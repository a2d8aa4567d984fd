"""The printed tray: found by its tags anywhere in the picture, of any size, and its dice read at rest, without a hand."""

from collections.abc import Collection
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.board import TRAYS, BoardSize
from companion.mat import Mat
from companion.observation import Sighting, SightingState, What
from companion.storage.shipped_data import mat_of
from companion.table.drawn_stage import DrawnTray, camera_above_both
from companion.table.tray import DEFINITIONS, SHEETS, tray_of
from tests.bench.trials.tray import BLUE, GREEN, LAMP, PURPLE, RED, YELLOW, camera_above_part
from tests.quick import first_quick
from vision.detection_settings import DetectionSettings
from vision.detectors.dice.definition import find_die
from vision.detectors.dice.examples import DieExamples
from vision.detectors.dice.mixed_reader import KnownDie, find_sheet_portraits, read_mixed
from vision.detectors.dice.tray import view_sheet
from vision.errors import SpotCovered
from vision.frame import Grey, to_grey
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.tray_watch import FlatTray, find_flat_tray
from vision.virtual.light import Sensor
from vision.virtual.scene import DieKind, SceneDie
from vision.virtual.table import IVORY, VirtualTable

pytestmark = [pytest.mark.drawn]
SHEET = TRAYS[BoardSize.A4]
PART = Mat("tray", 320, 232, (), ())


class Watched:
    """A tray under a camera, and the dice of Lignes that are known there."""

    def __init__(self, seed: int = 3) -> None:
        self.table = VirtualTable(PART, camera_above_part(PART, 2.0), sensor=Sensor(0.6, 2.5), seed=seed)
        self.table.frames_per_second = 10
        self.tray = DrawnTray(self.table, (160.0, 116.0), 4.0, seed)
        self.dice = self.tray.known_dice(("d6", "d12"))

    def flat(self) -> FlatTray:
        found = find_flat_tray(SHEETS, to_grey(self.table.frame().pixels))
        assert found is not None
        return found


PIPS = (KnownDie("d6", find_die(DEFINITIONS["d6"])),)


@cache
def known() -> tuple[KnownDie, ...]:
    """The d6 and the d12 of Lignes, of which 144 examples are drawn and taken: only slow tests have the time."""
    return tuple(Watched().dice)


def bare(px_per_mm: float = 2.0) -> tuple[VirtualTable, DrawnTray]:
    table = VirtualTable(PART, camera_above_part(PART, px_per_mm), sensor=Sensor(0.6, 2.5), seed=8)
    table.frames_per_second = 10
    return table, DrawnTray(table, (160.0, 116.0), 4.0, 8)


def read(table: VirtualTable, dice: tuple[KnownDie, ...]) -> list[str]:
    pixels = table.frame().pixels
    tray = find_flat_tray(SHEETS, to_grey(pixels))
    assert tray is not None
    return sorted(seen.text or seen.reading.value for seen in read_mixed(tray.of(pixels), tray.sheet, dice))


@pytest.mark.slow
@first_quick("size", [BoardSize.A4, BoardSize.A3])
def test_a_tray_beside_the_mat_is_found_in_the_whole_picture_for_the_size_that_it_has(
    size: BoardSize,
) -> None:
    mat, sheet = mat_of("lignes"), TRAYS[size]
    camera = camera_above_both(mat, 10)
    table = VirtualTable(mat, replace(camera, height_mm=camera.height_mm * 1.15), seed=1)
    table.put_tray_sheet(sheet, (mat.width_mm / 2, -sheet.height_mm / 2 - 16), 3.0)
    found = find_flat_tray(SHEETS, to_grey(table.frame().pixels))
    assert found is not None
    assert found.sheet is sheet
    assert found.table.error_mm < 1


@pytest.mark.slow
def test_where_no_tray_lies_none_is_found() -> None:
    table = VirtualTable(mat_of("lignes"), seed=1)
    assert find_flat_tray(SHEETS, to_grey(table.frame().pixels)) is None


def test_a_place_on_the_tray_is_told_in_its_own_millimetres() -> None:
    table, _ = bare()
    tray = find_flat_tray(SHEETS, to_grey(table.frame().pixels))
    assert tray is not None
    corner = np.array([[50.0, 60.0]] * 4)
    seen = np.asarray(tray.table.image_from_table(corner), np.float32)
    assert tray.place_in_picture_mm(seen) == (50, 60)


@pytest.mark.slow
def test_a_d6_and_a_d12_that_lie_together_are_told_apart_and_read() -> None:
    table, tray = bare()
    table.put_die(DieKind.PIPS, "5", (110, 100), 20)
    table.put_die(DieKind.D12, "9", (200, 130), 200)
    assert tray.dice
    assert read(table, known()) == ["d12:9", "d6:5"]


@pytest.mark.slow
@pytest.mark.parametrize("colour", [RED, BLUE])
def test_dark_dice_with_light_pips_are_read_on_the_dark_sheet(colour: tuple[int, int, int]) -> None:
    table, _ = bare()
    for n, face in enumerate("13456"):
        table.put_die(DieKind.PIPS, face, (90 + 32 * n, 90 + 12 * n), 25 * n, colour=colour)
    assert read(table, PIPS) == [f"d6:{face}" for face in "13456"]


@pytest.mark.slow
@pytest.mark.parametrize("turn_deg", [5, 25, 45])
def test_a_die_whose_sides_hardly_differ_from_the_sheet_is_read(turn_deg: float) -> None:
    table, _ = bare()
    table.put_die(DieKind.PIPS, "6", (95, 80), turn_deg, colour=PURPLE)
    table.put_die(DieKind.PIPS, "5", (215, 145), turn_deg, colour=BLUE)
    assert read(table, PIPS) == ["d6:5", "d6:6"]


class Misaligned(DieExamples):
    """Examples of a die whose face 2, as most others, is not aligned from the first starts; 3 then fits best."""

    def ring_distances(self, picture: Grey) -> dict[str, float]:
        return {"0": 0.107, "1": 0.111, "2": 0.002, "3": 0.092, "4": 0.1}

    def aligned_distances(self, picture: Grey, among: Collection[str] | None = None) -> dict[str, float]:
        return {"0": 0.56, "1": 2.0, "3": 0.088, "4": 2.0, "2": 2.0}

    def thorough_distances(self, picture: Grey, among: Collection[str]) -> dict[str, float]:
        fits = {"0": 0.562, "1": 0.774, "2": 0.003, "3": 0.083, "4": 0.6}
        return {face: fits[face] for face in among}

    @property
    def furthest(self) -> float:
        return 0.1


@first_quick("has_d12", [False, True])
@first_quick(
    ("face", "colour", "at_mm", "turn_deg"),
    [("6", BLUE, (221.5, 181.8), 12.9), ("4", GREEN, (184.8, 110.5), 227.3)],
)
def test_a_part_of_a_faces_pips_is_no_face(
    face: str, colour: tuple[int, int, int], at_mm: tuple[float, float], turn_deg: float, has_d12: bool
) -> None:
    table, _ = bare()
    table.put_die(DieKind.PIPS, face, at_mm, turn_deg, colour=colour)
    dice = known() if has_d12 else PIPS
    for _ in range(10):
        assert read(table, dice) in ([f"d6:{face}"], [""])


def test_a_face_that_only_seems_to_fit_best_is_aligned_from_all_sides() -> None:
    table, _ = bare()
    table.put_die(DieKind.STARS, "2", (100, 80), 10)
    stars = find_die("boufbowl-action")
    assert read(table, (KnownDie("stars", stars, Misaligned(stars)),)) == ["stars:2"]


class WashedOut(DieExamples):
    """Examples of a d12 whose face 10 rings find less alike than six others, and that fits well once it is aligned."""

    def ring_distances(self, picture: Grey) -> dict[str, float]:
        likely = {"7": 0.005, "1": 0.0051, "6": 0.0052, "4": 0.0053, "3": 0.0054, "9": 0.0055}
        return dict.fromkeys(self.die.values, 0.006) | likely

    def aligned_distances(self, picture: Grey, among: Collection[str] | None = None) -> dict[str, float]:
        return dict.fromkeys(among or (), 0.3)

    def thorough_distances(self, picture: Grey, among: Collection[str]) -> dict[str, float]:
        return {face: 0.02 if face == "10" else 0.24 for face in among}

    @property
    def furthest(self) -> float:
        return 0.1


def test_where_no_likely_face_fits_a_d12_all_its_faces_are_aligned() -> None:
    table, _ = bare()
    table.put_die(DieKind.D12, "10", (100, 80), 10)
    d12 = find_die("d12")
    assert read(table, (KnownDie("d12", d12, WashedOut(d12)),)) == ["d12:10"]


def test_under_a_lamp_from_the_side_dice_are_found_without_their_shadows() -> None:
    table = VirtualTable(PART, camera_above_part(PART, 2.0), light=LAMP, sensor=Sensor(0.6, 2.5), seed=11)
    table.put_tray_sheet(SHEET, (160.0, 116.0), -12.0)
    for n, at_mm in enumerate([(154.0, 189.0), (225.0, 32.0), (228.0, 70.0)]):
        table.put_die(DieKind.D12, "2", at_mm, 40.0 * n)
    pixels = table.frame().pixels
    tray = find_flat_tray(SHEETS, to_grey(pixels))
    assert tray is not None
    found = find_sheet_portraits(tray.of(pixels), tray.sheet)
    assert [round(one.side_mm or 0) for one in found] == pytest.approx([20, 20, 20], abs=2)


def test_a_black_sleeve_that_reaches_over_the_tray_is_no_shadow() -> None:
    sheet = np.full((round(SHEET.height_mm * 2), round(SHEET.width_mm * 2), 3), (59, 48, 43), np.uint8)
    assert not view_sheet(sheet, SHEET).is_covered
    sheet[150:230, :300] = (14, 12, 11)
    assert view_sheet(sheet, SHEET).is_covered


def test_light_that_the_floor_reflects_softly_covers_no_tray_and_hides_no_dice() -> None:
    table, _ = bare()
    for face, at_mm in (
        ("2", (90, 70)),
        ("4", (150, 90)),
        ("6", (215, 80)),
        ("1", (120, 150)),
        ("5", (220, 150)),
    ):
        table.put_die(DieKind.PIPS, face, at_mm, 10)
    pixels = table.frame().pixels
    rows, columns = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
    away = ((columns - 290) ** 2 + (rows - 150) ** 2) / (2 * 90.0**2)
    lit = np.clip(pixels + 70 * np.exp(-away)[..., np.newaxis], 0, 255).astype(np.uint8)
    tray = find_flat_tray(SHEETS, to_grey(lit))
    assert tray is not None
    found = read_mixed(tray.of(lit), tray.sheet, PIPS)
    assert sorted(seen.text for seen in found) == ["d6:1", "d6:2", "d6:4", "d6:5", "d6:6"]


@pytest.mark.slow
def test_a_leaning_die_is_not_read() -> None:
    table, _ = bare()
    table.put_die(DieKind.PIPS, "4", (140, 110), 10, lean_deg=45)
    assert not any(":" in told for told in read(table, known()))


@first_quick("has_d12", [False, True])
def test_an_empty_tray_holds_no_dice(has_d12: bool) -> None:
    table, _ = bare()
    assert read(table, known() if has_d12 else PIPS) == []


def test_while_a_hand_lies_over_the_tray_its_dice_are_not_read() -> None:
    table, _ = bare()
    table.put_die(DieKind.PIPS, "4", (100, 80), 10)
    pixels = table.frame().pixels
    tray = find_flat_tray(SHEETS, to_grey(pixels))
    assert tray is not None
    table.pass_hand((160.0, 150.0), rest_ms=3000)
    under = [table.frame().pixels for _ in range(12)][-1]
    with pytest.raises(SpotCovered):
        read_mixed(tray.of(under), tray.sheet, PIPS)


@pytest.mark.slow
def test_thrown_dice_are_reported_once_where_they_rest_and_not_before() -> None:
    table, tray = bare()
    pipeline = Pipeline(watched=DetectionSettings(tray=tray_of(known())))
    for _ in range(8):
        assert pipeline.feed(table.frame()) == []
    rest_ms = tray.fall([(DieKind.PIPS, "2"), (DieKind.D12, "11")])
    news: list[Sighting] = []
    while table.now_ms < rest_ms + 2500:
        seen = pipeline.feed(table.frame())
        assert not seen or table.now_ms > rest_ms - 400
        news += seen
    assert sorted(one.reads for one in news) == ["d12:11", "d6:2"]
    assert {(one.what, one.state, one.zone) for one in news} == {(What.DIE, SightingState.START, "dice")}
    assert all(one.at_mm is not None and SHEET.zones[0].holds(*one.at_mm) for one in news)


@pytest.mark.slow
def test_a_die_that_came_where_another_one_lay_is_seen_to_go() -> None:
    table, _ = bare()
    pipeline = Pipeline(watched=DetectionSettings(tray=tray_of(known())))
    for _ in range(12):
        pipeline.feed(table.frame())
    for face, at_mm, turn_deg in (("4", (100, 80), 0), ("5", (106, 84), 30), ("1", (220, 150), 10)):
        for thing in table.things:
            if isinstance(thing, SceneDie):
                table.take(thing.name)
        table.put_die(DieKind.PIPS, face, at_mm, turn_deg)
        for _ in range(12):
            pipeline.feed(table.frame())
        assert [thing.text for thing in pipeline.things] == [f"d6:{face}"]


FACE, LAY_MM = "4", (110.0, 90.0)


def lying_die() -> tuple[VirtualTable, Pipeline, int]:
    """A die on a tray that was seen empty before."""
    table, _ = bare()
    pipeline = Pipeline(watched=DetectionSettings(tray=tray_of((KnownDie("d6", find_die("d6")),))))
    for _ in range(12):
        pipeline.feed(table.frame())
    die = table.put_die(DieKind.PIPS, FACE, LAY_MM, 20)
    for _ in range(12):
        pipeline.feed(table.frame())
    return table, pipeline, die


def states(table: VirtualTable, pipeline: Pipeline, until_ms: float) -> list[tuple[SightingState, int]]:
    told: list[tuple[SightingState, int]] = []
    while table.now_ms < until_ms:
        told += [(one.state, one.at_ms) for one in pipeline.feed(table.frame())]
    return told


@pytest.mark.slow
def test_a_die_that_is_taken_is_seen_to_go_while_a_hand_still_moves() -> None:
    table, pipeline, die = lying_die()
    gone_ms = table.sweep([die])
    told = states(table, pipeline, gone_ms - 100)
    # The same face comes to lie where it lay, before the tray was at rest.
    table.put_die(DieKind.PIPS, FACE, (LAY_MM[0] + 3, LAY_MM[1] + 2), 25)
    told += states(table, pipeline, gone_ms + 1500)
    (ended, end_ms), (started, start_ms) = told
    assert (ended, started) == (SightingState.END, SightingState.START)
    assert end_ms < start_ms


@first_quick("colour", [IVORY, BLUE, GREEN, PURPLE, RED])
def test_a_die_that_is_pushed_is_not_seen_to_go_before_it_lies_elsewhere(
    colour: tuple[int, int, int],
) -> None:
    table, pipeline, die = lying_die()
    table.take(die)
    die = table.put_die(DieKind.PIPS, FACE, LAY_MM, 20, colour=colour)
    states(table, pipeline, table.now_ms + 1200)
    told: list[tuple[SightingState, int]] = []
    for step in range(1, 6):
        table.move(die, (LAY_MM[0] + 9 * step, LAY_MM[1] + 4 * step))
        told += states(table, pipeline, table.now_ms + 1)
    told += states(table, pipeline, table.now_ms + 1500)
    starts = [at_ms for state, at_ms in told if state is SightingState.START]
    assert len(starts) == 1
    assert [at_ms for state, at_ms in told if state is SightingState.END] == starts


@pytest.mark.parametrize("gap_mm", [17.5, 19.0, 22.0])
def test_dice_that_lie_close_together_are_each_read_once(gap_mm: float) -> None:
    table, _ = bare()
    table.put_die(DieKind.PIPS, "3", (140.0, 110.0), 33, colour=YELLOW)
    table.put_die(DieKind.PIPS, "1", (140.0 + 0.6 * gap_mm, 110.0 - 0.8 * gap_mm), 49, colour=YELLOW)
    assert read(table, (KnownDie("d6", find_die("d6")),)) == ["d6:1", "d6:3"]


@pytest.mark.slow
def test_a_tray_beside_the_mat_does_not_disturb_its_cards() -> None:
    mat = mat_of("lignes")
    table = VirtualTable(mat, camera_above_both(mat, 10), sensor=Sensor(0.6, 2.0), seed=2)
    table.frames_per_second = 10
    tray = DrawnTray.above(table, mat, 2)
    pipeline = Pipeline(MatWatch(mat), DetectionSettings(tray=tray_of(PIPS)))
    for _ in range(6):
        pipeline.feed(table.frame())
    table.put_sticker(31, mat.zones[20].middle_mm, 0.0, 20.0)
    rest_ms = tray.fall([(DieKind.PIPS, "6")])
    told: dict[str, str | None] = {}
    while table.now_ms < rest_ms + 2000:
        told |= {one.reads: one.zone for one in pipeline.feed(table.frame())}
    assert told == {"31": mat.zones[20].name, "d6:6": "dice"}
