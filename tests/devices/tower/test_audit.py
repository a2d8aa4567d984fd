"""Fairness and steadiness of towers, with numbers worked out elsewhere."""

import math

import pytest

from companion.observation import Roll, roll_id
from devices.tower.audit import Grade, audit_die, audit_towers, chi_square_survival


@pytest.mark.parametrize(
    ("x", "freedom", "p"),
    [
        # The usual tables of critical values, to their own precision.
        (3.841, 1, 0.05), (5.991, 2, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (19.675, 11, 0.05),
        (24.725, 11, 0.01), (31.264, 11, 0.001), (16.919, 9, 0.05), (30.144, 19, 0.05), (1.145, 5, 0.95),
    ],
)  # fmt: skip
def test_chi_square_is_that_of_the_tables(x: float, freedom: int, p: float) -> None:
    assert chi_square_survival(x, freedom) == pytest.approx(p, rel=0.002)


def test_chi_square_has_its_closed_forms() -> None:
    assert chi_square_survival(0, 5) == pytest.approx(1)
    assert chi_square_survival(7, 2) == pytest.approx(math.exp(-3.5))
    assert chi_square_survival(4, 1) == pytest.approx(math.erfc(math.sqrt(2)))


def test_a_die_whose_faces_come_equally_is_fair() -> None:
    audit = audit_die("d6", {str(face): 20 for face in range(1, 7)})
    assert (audit.chi_square, audit.grade) == (0, Grade.FAIR)
    assert audit.p == pytest.approx(1)


def test_a_loaded_die_is_unfair() -> None:
    """60 rolls, 10 expected a face: (5² + 5² + 0 + 0 + 5² + 15²) / 10 = 30; p of 30 with 5 is 0.0000147."""
    audit = audit_die("d6", {"1": 5, "2": 5, "3": 10, "4": 10, "5": 5, "6": 25})
    assert audit.chi_square == pytest.approx(30)
    assert audit.p == pytest.approx(1.47e-5, rel=0.01)
    assert audit.grade is Grade.UNFAIR


def test_of_too_few_rolls_nothing_is_said() -> None:
    assert audit_die("d12", {"1": 59}).grade is Grade.TOO_FEW
    assert audit_die("action", {"2": 500}).grade is Grade.TOO_FEW


def roll(
    number: int, faces: str, state: str = "ok", tower: str = "T1", rest_ms: int | None = 500, again: int = 0
) -> Roll:
    words = tuple(faces.split(",")) if faces else ()
    return Roll(
        roll_id(tower, "b", number), 0, words, "ROLL", dice=("d6",) * len(words), confidence=(99,) * len(words),
        state=state, tower=tower, boot="b", number=number, rest_ms=rest_ms, again=again,
    )  # fmt: skip


def test_each_tower_is_counted_by_itself() -> None:
    one, two = audit_towers(
        [
            roll(1, "4,2"), roll(2, "6", "cocked", rest_ms=900), roll(3, "?"), roll(4, "", "timeout", rest_ms=None),
            roll(5, "4", again=2), roll(1, "1", tower="T2"),
        ]
    )  # fmt: skip
    assert (one.tower, one.rolls, one.cocked, one.timeouts, one.unread, one.repeated, one.unasked) == (
        "T1",
        5,
        1,
        1,
        2,
        1,
        5,
    )
    assert (one.rest_median_ms, one.rest_most_ms) == (500, 900)
    assert one.dice[0].faces == {"1": 0, "2": 1, "3": 0, "4": 2, "5": 0, "6": 0}
    assert (two.tower, two.rolls) == ("T2", 1)
