"""An evening of frames takes no more memory than its first minutes."""

import resource

import numpy as np
import pytest

from tests.vision.test_pipeline import card
from vision.frame import Frame
from vision.pipeline import Pipeline

FRAMES = 100_000
WARM_UP = 10_000
MOST_GROWTH_KIB = 8_192


def resident_kib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.soak
@pytest.mark.slow
def test_memory_is_flat_over_a_hundred_thousand_frames() -> None:
    chance = np.random.default_rng(1)
    noise = [np.clip(chance.normal(90, 3, (240, 320)), 0, 255).astype(np.uint8) for _ in range(4)]
    faces = [card(f"A-{n}") for n in range(4)]
    pipeline = Pipeline()
    before = seen = 0
    for number in range(FRAMES):
        picture = noise[number % 4].copy()
        # A card is put down and taken away, at four places in turn, each for ten frames.
        turn, part = divmod(number, 20)
        if part < 10:
            x = 10 + 40 * (turn % 4)
            picture[30:200, x : x + 120] = faces[turn % 4]
        seen += len(pipeline.feed(Frame(picture, number, number * 66)))
        if number == WARM_UP:
            before = resident_kib()
    assert seen > FRAMES // 20
    assert resident_kib() - before < MOST_GROWTH_KIB
    assert len(pipeline.things) <= 1
