"""At most three recoveries a boot; then the safe screen. And what went wrong last is known."""

import pytest

from companion.codec import read, write
from companion.errors import StorageError
from companion.kiosk import LONGEST_LINE, ErrorBudget, Fault, Recoveries, fault_of
from companion.words import Text, Wording

OUCH = Fault(Wording.plain("ouch"), 5)


def crashed(recoveries: Recoveries, times: int, boot: str = "b1") -> Recoveries:
    for n in range(times):
        recoveries = recoveries.started(boot, 100 + n)
    return recoveries


def test_the_first_start_of_a_boot_is_no_recovery() -> None:
    begun = Recoveries().started("b1", 1)
    assert begun.count == 0 and begun.is_running and not begun.is_safe and begun.fault is None


def test_after_three_recoveries_the_next_start_is_safe() -> None:
    third = crashed(Recoveries(), 4)
    assert third.count == 3 and not third.is_safe
    assert crashed(third, 1).is_safe and crashed(third, 7).is_safe


def test_ending_on_purpose_is_no_recovery() -> None:
    recoveries = Recoveries()
    for _ in range(10):
        recoveries = recoveries.started("b1", 1).stopped()
    assert recoveries.count == 0 and recoveries.fault is None


def test_a_power_cut_is_no_recovery_and_another_boot_begins_at_none() -> None:
    safe = crashed(Recoveries(), 9)
    fresh = safe.started("b2", 900)
    assert not fresh.is_safe and fresh.count == 0 and fresh.fault == safe.fault
    assert not safe.given_up(OUCH).started("b2", 900).is_safe


def test_a_run_that_ends_without_a_word_is_told_as_such() -> None:
    again = Recoveries().started("b1", 1).started("b1", 50)
    assert again.fault is not None and again.fault.at_ms == 50
    assert "without a message" in again.fault.says.en and again.fault.says.fr


def test_what_a_run_said_before_it_ended_is_not_overwritten() -> None:
    again = Recoveries().started("b1", 1).failed(OUCH).started("b1", 50)
    assert again.fault == OUCH and again.count == 1
    silent = again.started("b1", 70)
    assert silent.fault is not None and silent.fault.at_ms == 70


def test_giving_up_is_safe_until_somebody_forgives() -> None:
    given_up = Recoveries().started("b1", 1).given_up(OUCH)
    assert given_up.is_safe and given_up.started("b1", 2).is_safe
    forgiven = given_up.forgiven()
    assert not forgiven.is_safe and forgiven.fault == OUCH
    assert not forgiven.stopped().started("b1", 3).is_safe


@pytest.mark.parametrize(
    "recoveries", [Recoveries(), crashed(Recoveries(), 2), Recoveries("b", 1, True, True, True, OUCH)]
)
def test_recoveries_are_kept_and_read_again(recoveries: Recoveries) -> None:
    assert read(Recoveries, write(recoveries)) == recoveries


def test_our_own_accidents_are_told_in_both_languages() -> None:
    fault = fault_of(StorageError(Text("{file} cannot be written: {problem}", file="x", problem="full")), 7)
    assert fault.says.en == "x cannot be written: full"
    assert fault.says.fr.startswith("x ne peut pas être écrit")
    assert fault.at_ms == 7


def test_a_foreign_exception_is_told_in_one_short_line_with_its_place() -> None:
    with pytest.raises(ValueError, match="one") as stumbled:
        raise ValueError("one\ntwo " + 500 * "x")
    said = fault_of(stumbled.value, 1).says.en
    assert said.startswith("ValueError: one two xxx") and "\n" not in said
    assert "(kiosk/test_recoveries.py:" in said and len(said) < LONGEST_LINE + 60
    assert fault_of(KeyboardInterrupt(), 1).says.en == "KeyboardInterrupt"


def test_the_fifth_error_in_a_minute_spends_the_budget() -> None:
    budget = ErrorBudget()
    for now_ms in (0, 10_000, 20_000, 30_000):
        budget = budget.after_error(now_ms)
        assert not budget.is_spent
    assert budget.after_error(59_999).is_spent
    assert not budget.after_error(60_000).is_spent
    assert not budget.after_error(10**9).is_spent


def test_one_error_every_quarter_of_a_minute_is_survived_for_ever() -> None:
    budget = ErrorBudget()
    for now_ms in range(0, 3_600_000, 15_000):
        budget = budget.after_error(now_ms)
        assert not budget.is_spent and len(budget.at_ms) <= budget.most
