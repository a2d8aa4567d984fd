"""From what a line reads to the reference that is printed there, or to none."""

import pytest

from companion.observation import ReadingStatus
from vision.detectors.reference.lines import RecognisedLine, RecognisedSign
from vision.detectors.reference.repair import REFERENCE, compile_pattern, repair_reference
from vision.errors import VisionError

PATTERN = compile_pattern(REFERENCE)


def line(text: str, **thought_of: dict[str, float]) -> RecognisedLine:
    """A line read with certainty, but for the signs that the recogniser also thought were others: at1={"D": 0.3}."""
    signs = []
    for n, sign in enumerate(text):
        others = thought_of.get(f"at{n}", {})
        signs.append(RecognisedSign(sign, 0.999 - sum(others.values()), others))
    return RecognisedLine(tuple(signs))


def said(text: str, **thought_of: dict[str, float]) -> tuple[ReadingStatus, str]:
    found = repair_reference(line(text, **thought_of), PATTERN)
    return found.reading, found.text


def test_what_matches_is_said_as_it_stands() -> None:
    assert said("AC001-241") == (ReadingStatus.READ, "AC001-241")


@pytest.mark.parametrize("text", ["ACO01-241", "AC00I-241", "AC001-24l", "AC0O1-24|"])
def test_a_letter_where_a_digit_belongs_is_its_twin(text: str) -> None:
    assert said(text) == (ReadingStatus.READ, "AC001-241")


def test_a_digit_where_a_letter_belongs_is_its_twin() -> None:
    assert said("0K075-070") == (ReadingStatus.READ, "OK075-070")


def test_other_signs_that_look_alike_are_taken_only_if_the_recogniser_thought_of_them() -> None:
    assert said("BEL64-903") == (ReadingStatus.UNREADABLE, "")
    assert said("A5001-241", at1={"S": 0.2}) == (ReadingStatus.READ, "AS001-241")
    assert said("58073-021") == (ReadingStatus.UNREADABLE, "")


def test_two_that_are_as_likely_are_ambiguous_and_asked_about() -> None:
    found = repair_reference(line("A0001-241", at1={"O": 0.2, "D": 0.19}), PATTERN)
    assert (found.reading, found.text) == (ReadingStatus.AMBIGUOUS, "")
    assert found.candidates == ("AO001-241", "AD001-241")


def test_a_sign_between_two_is_ambiguous_even_if_both_match() -> None:
    found = repair_reference(line("AC008-241", at4={"6": 0.45}), PATTERN)
    assert (found.reading, found.candidates) == (ReadingStatus.AMBIGUOUS, ("AC008-241", "AC006-241"))


def test_of_two_that_are_as_likely_the_catalogue_may_hold_one() -> None:
    read = line("AC008-241", at4={"6": 0.45})
    assert repair_reference(read, PATTERN, {"AC006-241", "AC001-241"}).text == "AC006-241"
    assert repair_reference(read, PATTERN, {"AC006-241", "AC008-241"}).reading is ReadingStatus.AMBIGUOUS


def test_a_reference_in_no_catalogue_is_unknown_and_never_the_nearest_that_is() -> None:
    found = repair_reference(line("AC001-241"), PATTERN, {"AC001-242", "AC001-247"})
    assert (found.reading, found.text) == (ReadingStatus.UNKNOWN, "AC001-241")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Dragon of the North",
        "12/05-2024",
        "AC01-241",
        "AC001241",
        "ABCDE-FGH",
        "A001-241",
        "SOLID-BOB",
        "12345-678",
        "AC001-24",
        "ABCDE001-241",
        "0123456789",
        "x" * 200,
        "- - - -",
    ],
)
def test_a_text_that_is_none_gives_none(text: str) -> None:
    assert said(text) == (ReadingStatus.UNREADABLE, "")


def test_a_reference_among_other_words_is_found() -> None:
    assert said("No. AC001-241 2026") == (ReadingStatus.READ, "AC001-241")
    assert said("AC001 - 241") == (ReadingStatus.READ, "AC001-241")


def test_a_sign_that_nobody_could_read_makes_it_unreadable() -> None:
    assert (
        repair_reference(
            RecognisedLine((*line("AC001-24").signs, RecognisedSign("1", 0.2, {}))), PATTERN
        ).reading
        is ReadingStatus.UNREADABLE
    )


def test_any_pattern_is_taken_and_separators_go_where_it_has_none() -> None:
    plate = compile_pattern("[A-Z]{2}[0-9]{3}[A-Z]{2}")
    assert repair_reference(line("AB-123-CD"), plate).text == "AB123CD"
    assert repair_reference(line("AB 1O3 CD"), plate).text == "AB103CD"


def test_what_is_no_pattern_says_so() -> None:
    with pytest.raises(VisionError, match=r"\[A- is not a regular expression"):
        compile_pattern("[A-")
