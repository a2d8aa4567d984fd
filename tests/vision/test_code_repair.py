"""Codes read module by module: the layout of all versions, what can be corrected, and that nothing is read that is not
printed.
"""

import numpy as np
import pytest
import segno

from vision.detectors.code_repair import (
    SPARE,
    SPARE_WITHOUT_ERASURES,
    Modules,
    code_layout,
    corrected,
    read_modules,
)

TEXT = "CARD-7"


def modules_of(version: int, level: str) -> Modules:
    code = segno.make(TEXT, version=version, error=level, micro=False, boost_error=False)
    return np.array([list(row) for row in code.matrix], np.float32) * 2 - 1


@pytest.mark.parametrize("version", [*range(1, 12), 20, 27, 40])
@pytest.mark.parametrize("level", "lmqh")
def test_a_whole_code_of_each_version_and_level_is_read(version: int, level: str) -> None:
    modules, layout = modules_of(version, level), code_layout(version)
    assert not ((layout.fixed >= 0) & ((layout.fixed > 0) != (modules > 0))).any()
    assert read_modules(modules, layout) == TEXT


def test_modules_that_are_known_to_be_unknown_may_be_twice_as_many_as_wrong_ones() -> None:
    unknown, wrong = modules_of(3, "m"), modules_of(3, "m")
    unknown[10:20, 10:20] = 0
    wrong[10:20, 10:20] *= -1
    assert read_modules(unknown, code_layout(3)) == TEXT
    assert read_modules(wrong, code_layout(3)) == ""


def test_a_block_is_corrected_only_as_far_as_some_check_words_are_left() -> None:
    chance = np.random.default_rng(1)
    block, checks = [0] * 26, 13
    for _ in range(50):
        places = chance.permutation(26).tolist()

        def spoiled(count: int, places: list[int] = places) -> list[int]:
            return [int(chance.integers(1, 256)) if n in places[:count] else 0 for n in range(26)]

        errors = (checks - SPARE_WITHOUT_ERASURES) // 2
        assert corrected(spoiled(errors), checks, ()) == block
        assert corrected(spoiled(errors + 1), checks, ()) is None
        erasures = checks - SPARE
        assert corrected(spoiled(erasures), checks, places[:erasures]) == block
        assert corrected(spoiled(erasures + 1), checks, places[: erasures + 1]) is None


@pytest.mark.parametrize("level", "lmqh")
def test_noise_is_no_code(level: str) -> None:
    chance = np.random.default_rng(2)
    layout = code_layout(1)
    for _ in range(200):
        noise = chance.normal(0, 0.6, (21, 21)).clip(-1, 1)
        fixed = np.where(layout.fixed >= 0, 2.0 * layout.fixed - 1, noise)
        assert read_modules(fixed, layout) == ""
    spoiled = modules_of(1, level)
    spoiled[layout.path[::2, :, 0], layout.path[::2, :, 1]] *= -1
    assert read_modules(spoiled, layout) == ""
