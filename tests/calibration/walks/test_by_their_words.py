"""Each walkthrough to its end on the virtual table, by somebody who only reads its hints and does what they say."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.camera import CameraWalkthrough
from calibration.dice import DiceWalkthrough, PipsWalkthrough
from calibration.grade import GradeMark, Measure
from calibration.light import LightWalkthrough
from calibration.table import TableWalkthrough
from calibration.walkthrough import GridCell, StepState, WalkthroughReply
from companion.words import translate
from tests.calibration.known_lens import bend_at_corners_px
from tests.calibration.walks.player import pose_for, watch, words_of
from vision.detectors.dice.definition import DieDefinition, find_die
from vision.frame import Frame
from vision.virtual.camera import VirtualCamera
from vision.virtual.light import Sensor
from vision.virtual.named_tables import LAMP, MAT
from vision.virtual.scene import CardPrint, DieKind
from vision.virtual.table import VirtualTable

SMALL = (960, 540)
GREY = Sensor(is_grey=True)


def over_the_mat(size_px: tuple[int, int], sensor: Sensor = GREY, frames_per_second: int = 6) -> VirtualTable:
    table = VirtualTable(
        MAT, VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=12, size_px=size_px), sensor=sensor
    )
    table.frames_per_second = frames_per_second
    return table


# --- the lens


@pytest.mark.slow
def test_the_lens_is_found_by_doing_what_the_hints_say() -> None:
    table = over_the_mat(SMALL, frames_per_second=3)
    walk = CameraWalkthrough()
    steps = watch(walk, table.frame, lambda hint: table.hold(pose_for(hint, table.camera), carry_ms=200))
    assert walk.step.state is StepState.DONE and words_of(walk.step) == "the lens is known"
    assert walk.solved is not None and walk.step.report is not None and walk.step.coverage is not None
    assert walk.solved.lens.fx_px == pytest.approx(table.camera.focal_px, rel=0.005)
    assert bend_at_corners_px(table.camera, walk.solved.lens) < 0.3
    assert walk.step.report.mark is GradeMark.GOOD
    assert walk.step.coverage.share > 0.9
    done = [step.done for step in steps]
    assert done == sorted(done)
    assert all(step.hint for step in steps)


def test_a_picture_of_another_size_ends_it_with_what_to_do() -> None:
    table = over_the_mat(SMALL)
    walk = CameraWalkthrough()
    walk.feed(table.frame())
    step = walk.feed(Frame(np.zeros((720, 1280), np.uint8), 1, 100))
    assert step.state is StepState.FAILED
    assert words_of(step).startswith("the size of the pictures changed from 960 x 540 to 1280 x 720")
    assert walk.feed(table.frame()) == step


def test_a_dark_picture_is_told_as_such_at_once() -> None:
    step = CameraWalkthrough().feed(Frame(np.full((540, 960), 8, np.uint8), 0, 0))
    assert step.refusal is not None and translate(step.refusal, "en").startswith("the picture is too dark")


def test_ready_is_offered_only_once_enough_was_seen() -> None:
    walk = CameraWalkthrough()
    before = walk.step
    assert walk.answer(WalkthroughReply.READY) == before and before.answers == ()


# --- the table


def with_cards(table: VirtualTable) -> VirtualTable:
    for n, place in enumerate(((150, 130), (400, 130), (650, 130), (280, 320), (520, 320))):
        table.put(CardPrint(f"AC{n}", f"AC{n}"), place, 20.0 * n)
    return table


def test_the_mat_is_found_with_cards_on_it_and_a_covered_marker_is_uncovered_as_the_hint_says() -> None:
    table = with_cards(over_the_mat(SMALL))
    upon_a_marker = table.put(CardPrint("X", "X"), (30, 30))

    def do(hint: str) -> None:
        if hint.startswith("uncover the marker in the top left corner"):
            table.move(upon_a_marker, (400, 230))

    walk = TableWalkthrough(MAT, None)
    steps = watch(walk, table.frame, do)
    assert any(words_of(step).startswith("uncover the marker in the top left corner") for step in steps)
    assert walk.located is not None and walk.located.markers == (0, 1, 2, 3)
    assert walk.step.state is StepState.DONE and words_of(walk.step).startswith("the mat is found")


@pytest.mark.slow
def test_a_marker_that_stays_hidden_is_done_without_and_costs_its_grade() -> None:
    table = with_cards(over_the_mat(SMALL))
    table.put(CardPrint("X", "X"), (30, 30))
    walk = TableWalkthrough(MAT, None)
    watch(walk, table.frame, lambda _: None)
    assert walk.located is not None and walk.located.markers == (1, 2, 3)
    report = walk.step.report
    assert report is not None and report.number(Measure.MARKERS) == 3 and report.mark is not GradeMark.GOOD


def test_a_hand_that_moves_the_mat_begins_it_anew() -> None:
    table = over_the_mat(SMALL)
    walk = TableWalkthrough(MAT, None)
    for frame in table.frames(4):
        assert not walk.feed(frame).is_over
    table.command("bump")
    step = walk.feed(table.frame())
    assert step.done == 0 and not step.is_over


def test_no_mat_and_one_marker_are_told_with_what_to_do() -> None:
    walk = TableWalkthrough(MAT, None)
    empty = Frame(np.full((540, 960), 90, np.uint8), 0, 0)
    assert words_of(walk.feed(empty)).startswith("the camera sees none of the mat's markers")
    table = over_the_mat(SMALL)
    for at in ((774, 30), (774, 424), (30, 424)):
        table.put(CardPrint("X", "X"), at)
    step = walk.feed(table.frame())
    assert words_of(step).startswith("uncover the marker in the top right corner of the mat")
    assert step.refusal is not None


# --- the light


@pytest.mark.slow
def test_the_lamp_is_moved_until_it_is_in_nobodys_way() -> None:
    lamps = [LAMP, None]
    told = []
    while lamps:
        camera = VirtualCamera.above(MAT.width_mm, MAT.height_mm, slant_deg=12, size_px=SMALL)
        table = VirtualTable(MAT, camera, light=lamps.pop(0))
        table.frames_per_second = 6
        walk = LightWalkthrough(MAT, None)

        def do(hint: str, table: VirtualTable = table, walk: LightWalkthrough = walk) -> None:
            if "lay cards in their sleeves" in hint:
                table.put(CardPrint("AC1", "AC1"), (520, 320), is_sleeved=True)
                walk.answer(WalkthroughReply.READY)

        watch(walk, table.frame, do)
        assert walk.step.report is not None and walk.lit is not None
        told.append((walk.step.report.lines[-1].mark, walk.lit.spots[:1]))
    assert told[0][0] is GradeMark.POOR and told[0][1][0].place in (GridCell.BOTTOM, GridCell.MIDDLE)
    assert told[1] == (GradeMark.GOOD, ())


# --- the dice


def dice_table() -> tuple[VirtualTable, int]:
    table = VirtualTable(
        MAT,
        VirtualCamera((400, 225), 420, (400, 235), width_px=720, height_px=400, focal_px=1050),
        sensor=Sensor(noise=1.5),
    )
    table.frames_per_second = 3
    table.put_tray((400, 225), (220, 150))
    return table, 0


class Thrower:
    """Puts dice where they may be told apart, and turns them between the shots."""

    def __init__(self, table: VirtualTable, kind: DieKind, count: int, seed: int = 3) -> None:
        self._table, self._kind, self._count = table, kind, count
        self._chance = np.random.default_rng(seed)
        self._lying: list[int] = []

    def put(self, face: str | None) -> None:
        for name in self._lying:
            self._table.take(name)
        places = [(340.0 + 40 * n, 225.0) for n in range(self._count)]
        faces = [face or str(self._chance.choice(self._kind.faces)) for _ in places]
        self._lying = [
            self._table.put_die(self._kind, face, (x + float(self._chance.uniform(-4, 4)), y + float(self._chance.uniform(-30, 30))),
                                float(self._chance.uniform(0, 360)))
            for face, (x, y) in zip(faces, places, strict=True)
        ]  # fmt: skip


@pytest.mark.slow
def test_dice_with_symbols_are_learned_face_by_face() -> None:
    table, _ = dice_table()
    die = find_die("boufbowl-action")
    thrower, walk = Thrower(table, DieKind.STARS, 4), DiceWalkthrough(die)
    face = ""
    for _ in range(400):
        step = walk.step
        hint = words_of(step)
        if hint.startswith("put the die into the tray with "):
            face = hint.removeprefix("put the die into the tray with ").partition(" up")[0]
            thrower.put(face)
            walk.answer(WalkthroughReply.READY)
        elif step.refusal is None and hint.startswith("turn the die"):
            thrower.put(face)
        if walk.feed(table.frame()).is_over:
            break
    assert walk.step.state is StepState.DONE, words_of(walk.step)
    assert [walk.examples.faces.count(value) for value in die.values] == [8, 8, 8, 8]
    assert walk.step.report is not None and walk.step.report.number(Measure.LIKENESS) <= 5


@pytest.mark.slow
def test_pips_are_measured_on_the_dice_themselves() -> None:
    table, _ = dice_table()
    thrower = Thrower(table, DieKind.PIPS, 3)
    told = replace(find_die("d6"), pip_radius=133)
    walk = PipsWalkthrough(told)
    thrower.put(None)
    done = 0
    for _ in range(300):
        step = walk.feed(table.frame())
        if step.is_over:
            break
        if step.done > done:
            done = step.done
            thrower.put(None)
    assert walk.step.state is StepState.DONE
    # The virtual die's pips are 95 thousandths of its side, drawn on its top, which is nearer than its outline.
    assert 85 <= walk.die.pip_radius <= 115
    assert walk.die.faces == DieDefinition("d6", 6, told.kind, told.faces).faces


def test_an_empty_tray_and_the_dark_are_told() -> None:
    walk = PipsWalkthrough(find_die("d6"))
    step = walk.feed(Frame(np.full((540, 960, 3), 200, np.uint8), 0, 0))
    assert step.refusal is not None and "the camera sees no die" in translate(step.refusal, "en")
    step = walk.feed(Frame(np.full((540, 960, 3), 5, np.uint8), 1, 100))
    assert step.refusal is not None and "too dark" in translate(step.refusal, "en")
