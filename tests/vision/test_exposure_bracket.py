"""What the usual light does not show is looked at in other exposures, each part once until it changes."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.bench.pictures.drawn_play import MAT, PLACES_MM
from tests.bench.trials.cards import OVER_LAMP
from vision.frame import Region
from vision.light import STOPS, ExposureBracket
from vision.pipeline import Pipeline
from vision.sources.virtual import VirtualSource
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable
from vision.worker import SightingNews, frame_by_frame

HERE, BESIDE = Region(0, 0, 100, 100), Region(90, 0, 300, 100)


def test_each_part_has_its_turn_in_each_exposure_and_then_no_more() -> None:
    bracket = ExposureBracket()
    assert bracket.wanted_stops(0) == 0
    bracket.add(HERE, 0)
    looked = []
    while (stops := bracket.wanted_stops(0)) != 0:
        (turn,) = bracket.turns(stops, 0)
        looked.append((stops, turn.look))
    assert looked == [(stops, n + 1) for n, stops in enumerate(STOPS)]


def test_a_frame_of_another_exposure_than_was_asked_for_is_nobodys_turn() -> None:
    bracket = ExposureBracket()
    bracket.add(HERE, 0)
    assert bracket.turns(-1.5, 0) == []
    assert bracket.wanted_stops(0) == STOPS[0]


def test_what_has_changed_is_forgotten_and_its_neighbour_is_not() -> None:
    bracket = ExposureBracket()
    bracket.add(HERE, 0)
    bracket.add(BESIDE, 0)
    bracket.forget(Region(10, 10, 120, 90))
    assert [turn.region for turn in bracket.turns(STOPS[0], 0)] == [BESIDE]


def test_no_more_parts_are_kept_than_could_be_looked_at() -> None:
    bracket = ExposureBracket()
    for n in range(100):
        bracket.add(Region(200 * n, 0, 200 * n + 100, 100), 0)
    assert len(bracket.turns(STOPS[0], 0)) <= 32


def test_a_part_that_was_read_is_not_looked_at_in_still_darker_frames() -> None:
    bracket = ExposureBracket()
    bracket.add(HERE, 0)
    bracket.add(BESIDE, 0)
    bracket.turns(STOPS[0], 0)
    bracket.end(HERE)
    assert [turn.region for turn in bracket.turns(STOPS[0], 0)] == [BESIDE]


def look_in_all(bracket: ExposureBracket, now_ms: int) -> int:
    """Take the darker frames that are wanted; return how many there were."""
    frames = 0
    while (stops := bracket.wanted_stops(now_ms)) != 0:
        bracket.turns(stops, now_ms)
        frames += 1
    return frames


def test_a_place_that_changes_with_every_bracket_waits_after_three_of_them() -> None:
    bracket = ExposureBracket()
    taken = []
    for now_ms in range(0, 20_000, 1_000):
        bracket.forget(HERE)
        bracket.add(HERE, now_ms)
        if look_in_all(bracket, now_ms):
            taken.append(now_ms)
    assert taken == [0, 1_000, 2_000, 10_000, 11_000, 12_000]


def test_a_part_that_waits_has_its_bracket_when_its_time_has_come() -> None:
    bracket = ExposureBracket()
    for now_ms in (0, 1_000, 2_000, 3_000):
        bracket.add(HERE, now_ms)
        look_in_all(bracket, now_ms)
    assert look_in_all(bracket, 9_999) == 0
    assert look_in_all(bracket, 10_000) == len(STOPS)


def test_another_place_does_not_wait_and_what_waits_is_seen_in_its_frames() -> None:
    bracket = ExposureBracket()
    for now_ms in (0, 1_000, 2_000, 3_000):
        bracket.add(HERE, now_ms)
        look_in_all(bracket, now_ms)
    elsewhere = Region(500, 0, 600, 100)
    bracket.add(elsewhere, 4_000)
    stops = bracket.wanted_stops(4_000)
    assert {turn.region for turn in bracket.turns(stops, 4_000)} == {HERE, elsewhere}


# --- sleeves under a lamp, on the virtual table


@pytest.fixture
def table() -> VirtualTable:
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=10)
    lamp = replace(OVER_LAMP, glare=2.5)
    return VirtualTable(MAT, camera, light=lamp, sensor=Sensor(0.8, 2.0, jpeg=None, is_grey=True), seed=1)


def laid(table: VirtualTable) -> set[str]:
    texts = {f"AC{n:03d}-241" for n in range(len(PLACES_MM))}
    for place, text in zip(PLACES_MM, sorted(texts), strict=True):
        table.put(CardPrint(text, text, module_mm=1.35), place, 20.0, is_sleeved=True)
    return texts


def told(table: VirtualTable, frames: int, *, obeys: bool) -> set[str]:
    pipeline = Pipeline()
    pipeline.feed(table.frame())
    texts = laid(table)
    read = set()
    for _ in range(frames):
        read |= {sighting.reads for sighting in pipeline.feed(table.frame())}
        if obeys:
            table.expose(pipeline.wanted_stops)
    assert read <= texts
    return read


@pytest.mark.slow
def test_codes_in_the_glare_of_a_lamp_are_read_in_darker_frames(table: VirtualTable) -> None:
    assert len(told(table, 16, obeys=False)) < len(PLACES_MM)
    for thing in table.things:
        table.take(thing.name)
    assert len(told(table, 16, obeys=True)) == len(PLACES_MM)


@pytest.mark.slow
def test_who_watches_frame_by_frame_asks_the_source_for_them(table: VirtualTable) -> None:
    source = VirtualSource(table, is_paced=False, ends_after=17, sleep=lambda _s: None)
    texts: set[str] = set()
    read = set()
    for number, looked in enumerate(frame_by_frame(source, Pipeline())):
        read |= {one.sighting.reads for one in looked.news if isinstance(one, SightingNews)}
        if number == 0:
            texts = laid(table)
    assert read == texts


@pytest.mark.slow
def test_a_card_that_is_turned_up_where_glare_hides_both_sides_is_read(table: VirtualTable) -> None:
    pipeline = Pipeline()
    pipeline.feed(table.frame())
    print_ = CardPrint("AC001-241", "AC001-241", module_mm=1.35)
    card, until_ms = table.bring(print_, PLACES_MM[2], is_face_up=False, is_sleeved=True)
    assert watched(table, pipeline, until_ms + 2000) == set()
    down = table.frame().grey
    until_ms = table.turn(card)
    read = watched(table, pipeline, until_ms + 2000)
    up = table.frame().grey
    assert np.count_nonzero(cv2.absdiff(up, down) > 40) < 100, "both sides are white in the glare"
    assert read == {"AC001-241"}


@pytest.mark.slow
def test_darker_frames_wait_until_nothing_moves(table: VirtualTable) -> None:
    pipeline = Pipeline()
    pipeline.feed(table.frame())
    laid(table)
    until_ms = table.pass_hand((100.0, 420.0), (700.0, 420.0))
    before = table.frame().grey
    wanted: dict[bool, set[float]] = {True: set(), False: set()}
    while table.now_ms < until_ms + 500:
        frame = table.frame()
        pipeline.feed(frame)
        moves = np.count_nonzero(cv2.absdiff(frame.grey, before) > 30) > 2000
        wanted[bool(moves)].add(pipeline.wanted_stops)
        before = frame.grey
    assert wanted == {True: {0.0}, False: {0.0, STOPS[0]}}


def watched(table: VirtualTable, pipeline: Pipeline, until_ms: float) -> set[str]:
    """What is read by a camera whose exposure can be set."""
    read = set()
    while table.now_ms < until_ms:
        read |= {sighting.reads for sighting in pipeline.feed(table.frame())}
        table.expose(pipeline.wanted_stops)
    table.expose(0)
    return read


def test_where_nothing_glares_no_darker_frame_is_asked_for() -> None:
    camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, size_px=(1280, 720))
    table = VirtualTable(MAT, camera, sensor=Sensor(0.6, 2.0, jpeg=None, is_grey=True), seed=1)
    pipeline = Pipeline()
    pipeline.feed(table.frame())
    table.put(CardPrint("AC001-241"), (200.0, 200.0), is_face_up=False)
    for frame in table.frames(12):
        pipeline.feed(frame)
        assert pipeline.wanted_stops == 0


@pytest.mark.slow
def test_darker_frames_move_nothing_on_the_table(table: VirtualTable) -> None:
    pipeline = Pipeline()
    texts = laid(table)
    for _ in range(20):
        pipeline.feed(table.frame())
    table.expose(-2)
    assert pipeline.feed(table.frame()) == []
    table.expose(0)
    before = pipeline.looks
    assert [pipeline.feed(table.frame()) for _ in range(5)] == [[]] * 5
    assert pipeline.looks == before
    assert {thing.text for thing in pipeline.things} <= texts


@pytest.mark.slow
def test_a_shorter_exposure_is_darker_and_shows_what_was_whiter_than_white(table: VirtualTable) -> None:
    laid(table)
    usual = table.frame()
    table.expose(-2)
    dark = table.frame()
    assert (usual.stops, dark.stops) == (0, -2)
    plain = np.median(usual.grey)
    assert np.median(dark.grey) == pytest.approx(plain * 2 ** (-2 / 2.2), abs=4)
    white = usual.grey > 252
    assert white.sum() > 500
    assert dark.grey[white].std() > 10
