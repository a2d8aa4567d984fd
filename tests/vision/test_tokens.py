"""Printed tokens on a mat: their tags are followed as codes are, where anybody asked for them."""

import numpy as np
import pytest

from companion.mat import Marker, Mat, Token
from companion.observation import What
from companion.storage.shipped_data import mat_of
from tests.vision.test_pipeline import Table, sightings, watch
from vision.detection_settings import DetectionSettings
from vision.detectors.tags import read_tags
from vision.frame import side_px
from vision.mat_watch import MatWatch
from vision.pipeline import Pipeline
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.table import VirtualTable

BALL, PIECE = 20, 31
TOKENS = DetectionSettings(tags=frozenset({BALL, PIECE}))


def playing(*tokens: tuple[int, int, int], watched: DetectionSettings = TOKENS) -> tuple[Pipeline, Table]:
    """An empty table that was looked at, and then tokens put on it."""
    pipeline, table = Pipeline(watched=watched), Table()
    assert watch(pipeline, table) == []
    for tag, x, y in tokens:
        table.tokens[str(tag)] = (tag, x, y)
    return pipeline, table


def test_a_token_put_down_is_seen_once_where_it_lies() -> None:
    pipeline, table = playing((BALL, 300, 200))
    (start,) = sightings(pipeline, table)
    assert (start.state.value, start.reads, start.what) == ("start", "20", What.TAG)
    assert abs(np.array(start.corners_px).mean(axis=0) - (319.5, 219.5)).max() < 1.5


def test_tokens_that_lie_there_from_the_first_frame_are_seen() -> None:
    pipeline, table = Pipeline(watched=TOKENS), Table()
    table.tokens = {"a": (BALL, 100, 100), "b": (PIECE, 700, 400)}
    assert sorted(watch(pipeline, table)) == [("start", "20"), ("start", "31")]


@pytest.mark.parametrize("x", range(300, 332, 5))
def test_wherever_a_token_lies_in_the_grid_of_the_gate_it_is_seen(x: int) -> None:
    pipeline, table = playing((BALL, x, 200 + x % 32))
    assert watch(pipeline, table) == [("start", "20")]


def test_a_token_pushed_a_little_is_the_same_one_elsewhere() -> None:
    pipeline, table = playing((BALL, 300, 200))
    watch(pipeline, table)
    table.tokens["20"] = (BALL, 316, 204)
    (moved,) = sightings(pipeline, table)
    assert (moved.state.value, moved.thing) == ("update", 1)


def test_a_token_taken_away_ends() -> None:
    pipeline, table = playing((BALL, 300, 200), (PIECE, 500, 200))
    watch(pipeline, table)
    del table.tokens["20"]
    assert watch(pipeline, table) == [("end", "20")]


def test_a_token_under_a_hand_is_hidden_until_the_hand_goes() -> None:
    pipeline, table = playing((BALL, 300, 200))
    watch(pipeline, table)
    table.hand = (320, 220)
    assert watch(pipeline, table) == [("hidden", "20")]
    table.hand = None
    assert watch(pipeline, table) == [("update", "20")]


def test_two_copies_are_two_things() -> None:
    pipeline, table = playing((BALL, 300, 200))
    table.tokens["second"] = (BALL, 600, 300)
    assert watch(pipeline, table) == [("start", "20"), ("start", "20")]
    assert [thing.number for thing in pipeline.things] == [1, 2]


def test_a_token_on_a_card_is_seen_beside_the_card() -> None:
    pipeline, table = playing()
    table.cards["a"] = ("AC001-241", 300, 200)
    assert watch(pipeline, table) == [("start", "AC001-241")]
    table.tokens["20"] = (BALL, 330, 320)
    assert watch(pipeline, table) == [("start", "20")]


def test_a_card_whose_code_reads_like_a_tag_is_no_tag() -> None:
    pipeline, table = playing()
    table.cards["a"] = ("20", 300, 200)
    (start,) = sightings(pipeline, table)
    assert start.what is What.QR


def test_a_tag_that_nobody_asked_for_is_none() -> None:
    pipeline, table = playing((77, 300, 200))
    assert watch(pipeline, table) == []


def test_where_no_tag_is_watched_for_a_token_is_not_even_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_arguments: object) -> None:
        raise AssertionError("a tag was looked for")

    monkeypatch.setattr("vision.part_reader.read_tokens", nobody)
    pipeline, table = playing((BALL, 300, 200), watched=DetectionSettings())
    assert watch(pipeline, table) == []


def test_the_tokens_of_a_mat_are_watched_for_and_its_own_markers_are_no_things() -> None:
    mat = Mat(
        "lignes", 600, 330, (Marker(8, 20, 20, 16), Marker(9, 560, 20, 16), Marker(10, 20, 290, 16)), (),
        (Token(BALL, "ball", "ball", 16),),
    )  # fmt: skip
    table = Table()
    for marker in mat.markers:
        table.tokens[str(marker.id)] = (marker.id, 2 * marker.x_mm - 4, 2 * marker.y_mm - 4)
    pipeline = Pipeline(MatWatch(mat), DetectionSettings(tags=frozenset({8, 9, 10})))
    assert watch(pipeline, table) == []
    table.tokens["20"] = (BALL, 296, 196)
    (start,) = sightings(pipeline, table)
    assert (start.reads, start.at_mm) == ("20", (158, 108))


def test_squares_larger_than_the_tokens_of_a_mat_are_no_tags_of_it() -> None:
    table = Table()
    table.tokens = {"a": (BALL, 100, 100), "b": (PIECE, 300, 100)}
    grey = table.frame().grey
    largest_px = max(side_px(tag.corners_px) for tag in read_tags(grey))
    assert len(read_tags(grey, largest_px=round(1.15 * largest_px))) == 2
    assert read_tags(grey, largest_px=round(0.8 * largest_px)) == []


@pytest.mark.slow
def test_on_a_mat_tokens_are_read_wherever_they_lie_under_a_slanted_camera() -> None:
    mat = mat_of("lignes")
    largest = [token for token in mat.tokens if token.side_mm == max(one.side_mm for one in mat.tokens)]
    table = VirtualTable(
        mat,
        VirtualCamera.above(mat.width_mm, mat.height_mm, slant_deg=25),
        sensor=Sensor(0.8, jpeg=None, is_grey=True),
        seed=5,
    )
    for number, token in enumerate(largest[:10]):
        x_mm, y_mm = 80.0 + 160 * (number % 5), 60.0 + 330 * (number // 5)
        table.put_sticker(token.tag, (x_mm, y_mm), 37.0 * number, token.side_mm)
    pipeline = Pipeline(MatWatch(mat))
    news = [one for _ in range(12) for one in pipeline.feed(table.frame())]
    assert {one.reads for one in news if one.reads} == {str(token.tag) for token in largest[:10]}


def test_of_all_tags_only_those_wanted_are_read_and_under_their_own_numbers() -> None:
    table = Table()
    table.tokens = {"a": (BALL, 100, 100), "b": (PIECE, 300, 100), "c": (77, 500, 100)}
    grey = table.frame().grey
    assert sorted(tag.text for tag in read_tags(grey)) == ["20", "31", "77"]
    assert sorted(tag.text for tag in read_tags(grey, only=frozenset({BALL, 77, 500}))) == ["20", "77"]
