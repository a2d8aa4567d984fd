"""Numbers are read where print and looks agree, and asked where they do not."""

import numpy as np

from vision.values.deciding import SeenNumber, decide_numbers
from vision.values.looks import Look
from vision.values.reading import PrintRead


def look(place: int) -> Look:
    """Nine looks that are alike, and unlike those of other places."""
    one = np.zeros(40, np.float32)
    one[place] = 1.0
    return np.tile(one, (9, 1))


def seen(chances: dict[str, float], place: int, known: str | None = None) -> SeenNumber:
    return SeenNumber(PrintRead(chances), look(place), known)


def test_what_is_known_stays() -> None:
    (reading,) = decide_numbers([seen({"7": 0.99}, 1, "1")])
    assert reading.value == "1"


def test_sure_print_is_read_without_any_sample() -> None:
    (reading,) = decide_numbers([seen({"7": 0.99, "1": 0.01}, 1)])
    assert reading.value == "7"


def test_a_number_that_looks_like_a_known_one_is_read_where_print_doubts() -> None:
    doubtful = seen({"8": 0.5, "3": 0.45, "": 0.05}, 4)
    readings = decide_numbers([seen({}, 4, "3"), seen({}, 5, "8"), doubtful])
    assert readings[2].value == "3"


def test_a_doubtful_number_that_looks_like_nothing_is_asked_with_a_guess() -> None:
    doubtful = seen({"8": 0.5, "3": 0.4, "": 0.1}, 9)
    reading = decide_numbers([seen({}, 4, "3"), seen({}, 5, "8"), doubtful])[2]
    assert reading.value is None
    assert reading.guess == "8"


def test_nothing_is_read_where_no_number_stands() -> None:
    (reading,) = decide_numbers([seen({}, 1)])
    assert reading.value is None
