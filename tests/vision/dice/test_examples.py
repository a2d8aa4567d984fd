"""Dice with symbols and numerals, by examples of them."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.observation import ReadingStatus
from tests.quick import first_quick
from tests.vision.dice.drawn_tray import SIZE, Lying, Tray, View, cube, scattered, stars, words
from vision.detectors.dice.definition import DieDefinition, find_die
from vision.detectors.dice.example_reader import FaceEnrolment, read_enrolled
from vision.detectors.dice.examples import DieExamples, examples_to_bytes, load_examples
from vision.errors import VisionError

DRAWINGS: dict[str, Callable[[str, View], Any]] = {"boufbowl-action": stars, "boufbowl-damage": words}


def tray(die: DieDefinition, view: View) -> Tray:
    return Tray(cube(), die.faces, DRAWINGS[die.name], view)


def enrolled(die: DieDefinition, path: Path) -> DieExamples:
    """Nine examples a face: three throws of three dice."""
    for face in die.values:
        enrolling = FaceEnrolment(die, face, path, path.write_bytes)
        for throw in range(3):
            view = View(seed=900 + throw)
            dice = [Lying(face, die.at, die.turn_deg) for die in scattered(die.faces, 3, view, 500 + throw)]
            enrolling.see(tray(die, view).picture(dice))
    return load_examples(path, die)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], DieExamples]:
    """Enrolled once for all tests: to learn a die takes seconds."""

    @cache
    def examples(name: str) -> DieExamples:
        return enrolled(find_die(name), tmp_path_factory.mktemp(name) / "examples.npz")

    return examples


@pytest.mark.slow
@first_quick("name", list(DRAWINGS))
def test_after_enrolment_throws_are_read(name: str, learned: Callable[[str], DieExamples]) -> None:
    die, examples = find_die(name), learned(name)
    read = 0
    for seed in range(6):
        view = View(seed=seed, noise=6)
        dice = scattered(die.faces, 5, view, seed)
        seen = read_enrolled(tray(die, view).picture(dice), examples)
        for thrown in dice:
            at = np.array(thrown.at) * view.side_px * view.height / (view.height - 1) + np.array(SIZE) / 2
            near = [s for s in seen if np.linalg.norm(s.corners_px.mean(axis=0) - at) < view.side_px / 2]
            assert {s.text for s in near} <= {thrown.face, ""}
            read += [s.text for s in near] == [thrown.face]
    assert read >= 29


def test_a_die_that_is_none_of_the_examples_is_not_said(learned: Callable[[str], DieExamples]) -> None:
    examples = learned("boufbowl-action")
    other = Tray(cube(), find_die("boufbowl-damage").faces, words, View())
    seen = read_enrolled(other.picture([Lying("ko", (-2, 0), 10), Lying("ko", (1, 1), 70)]), examples)
    assert [(die.text, die.reading) for die in seen] == [("", ReadingStatus.UNSURE)] * 2


def test_examples_are_saved_with_their_die(tmp_path: Path) -> None:
    die, path = find_die("boufbowl-action"), tmp_path / "examples.npz"
    picture = np.full((96, 96), 200, np.uint8)
    path.write_bytes(
        examples_to_bytes(DieExamples(die).with_example("0", picture).with_example("3", picture // 2))
    )
    examples = load_examples(path, die)
    assert (examples.die, examples.faces) == (die, ("0", "3"))
    assert (examples.pictures[1] == 100).all()
    with pytest.raises(VisionError, match="holds examples of a boufbowl-action, not of a boufbowl-damage"):
        load_examples(path, find_die("boufbowl-damage"))


def test_too_few_examples_and_faces_that_the_die_has_not_are_refused(tmp_path: Path) -> None:
    examples = DieExamples(find_die("boufbowl-action"))
    with pytest.raises(VisionError, match="too few examples of 0, 1, 2, 3 on the boufbowl-action"):
        read_enrolled(np.zeros((9, 9), np.uint8), examples)
    with pytest.raises(VisionError, match="has no face 7"):
        examples.with_example("7", np.zeros((96, 96), np.uint8))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\x93NUMPY", b"no examples"])
def test_a_file_that_holds_no_examples_says_so(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(data)
    with pytest.raises(VisionError, match="holds no examples"):
        load_examples(path, find_die("d12"))
    with pytest.raises(VisionError, match="cannot be read"):
        load_examples(tmp_path / "none.npz", find_die("d12"))
