"""A whole play on the virtual table, followed by the pipeline: cards dealt by hands, moved and taken."""

import numpy as np
import pytest

from companion.observation import Sighting, SightingState
from tests.bench.pictures.drawn_play import CARDS, MAT, MOVED, TAKEN, DrawnPlay, ViewingConditions
from vision.mat_watch import MatState, MatWatch
from vision.pipeline import Pipeline
from vision.virtual.light import Sensor
from vision.virtual.scene import CardPrint
from vision.virtual.table import VirtualTable


@pytest.fixture(scope="module")
def followed() -> tuple[DrawnPlay, list[tuple[int, Sighting]]]:
    play = DrawnPlay(ViewingConditions(2.5, 1.0), seed=3)
    pipeline = Pipeline()
    news = [(frame.number, sighting) for frame in play.frames() for sighting in pipeline.feed(frame)]
    return play, news


Followed = tuple[DrawnPlay, list[tuple[int, Sighting]]]


def test_every_card_that_came_to_rest_is_read_and_nothing_else(followed: Followed) -> None:
    play, news = followed
    read = {sighting.reads for _, sighting in news}
    assert len(read) == CARDS
    assert read == play.texts


def test_half_of_them_are_seen_within_three_frames_and_all_within_a_second(followed: Followed) -> None:
    play, news = followed
    seen = (SightingState.START, SightingState.UPDATE)
    delays = [
        min(n for n, one in news if one.reads == lying.text and one.state in seen and n >= lying.since)
        - lying.since
        for lying in play.lying
    ]
    assert len(delays) == CARDS + MOVED
    assert sorted(delays)[len(delays) // 2] <= 3
    assert max(delays) <= 15


def test_the_card_that_was_taken_has_ended_and_the_others_have_not(followed: Followed) -> None:
    play, news = followed
    last = {sighting.thing: sighting for _, sighting in news}
    there = [sighting.reads for sighting in last.values() if sighting.state is not SightingState.END]
    assert len(there) == CARDS - TAKEN
    assert set(there) == {lying.text for lying in play.lying if lying.until == 240}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_play() -> None:
    one, other = (DrawnPlay(ViewingConditions(3.0, 0.5), seed=5) for _ in range(2))
    for _, frame, again in zip(range(12), one.frames(), other.frames(), strict=False):
        assert (frame.pixels == again.pixels).all()


# --- bad days


def table_with_cards() -> tuple[VirtualTable, Pipeline, MatWatch]:
    table = VirtualTable(MAT, sensor=Sensor(jpeg=None, is_grey=True), seed=2)
    watch = MatWatch(MAT)
    for n in range(4):
        table.put(CardPrint(f"A-{n}", f"A-{n}"), (150.0 + 150 * n, 220.0))
    return table, Pipeline(watch), watch


@pytest.mark.slow
def test_a_bump_of_the_camera_is_seen_within_a_second_and_cards_are_where_they_were() -> None:
    table, pipeline, watch = table_with_cards()
    before = {}
    for frame in table.frames(20):
        before.update({one.reads: one.at_mm for one in pipeline.feed(frame)})
    assert watch.state is MatState.LOCKED
    table.command("bump")
    after = dict(before)
    bumped_ms = table.now_ms
    for frame in table.frames(60):
        after.update({one.reads: one.at_mm for one in pipeline.feed(frame) if one.at_mm is not None})
    (drift,) = [news for news in pipeline.mat_news if news.state is MatState.DRIFTED][-1:]
    assert drift.at_ms - bumped_ms <= 1000 + 600  # It shakes for a while.
    assert len(pipeline.things) == 4
    for text, at_mm in after.items():
        assert np.abs(np.array(at_mm) - np.array(before[text])).max() <= 3


@pytest.mark.slow
def test_lights_out_takes_no_card_away() -> None:
    table, pipeline, _ = table_with_cards()
    for frame in table.frames(10):
        pipeline.feed(frame)
    table.command("lights-out")
    news = [one for frame in table.frames(20) for one in pipeline.feed(frame)]
    assert not any(one.state is SightingState.END for one in news)
    table.command("back")
    for frame in table.frames(20):
        pipeline.feed(frame)
    assert sorted(thing.text for thing in pipeline.things if not thing.is_hidden) == [
        "A-0",
        "A-1",
        "A-2",
        "A-3",
    ]
