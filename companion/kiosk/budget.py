"""Counts the errors that a program survives, to tell a single accident from a machine that no longer works."""

from dataclasses import dataclass

MOST = 5
WITHIN_MS = 60_000
"""The time within which `MOST` errors mean that the program no longer works. Single errors do not matter."""


@dataclass(frozen=True, slots=True)
class ErrorBudget:
    """The errors of the last minute. After the fifth one the safe screen is shown:

    budget = budget.after_error(now_ms)
    if budget.is_spent: ...

    Times are of a clock that only goes forward.
    """

    most: int = MOST
    within_ms: int = WITHIN_MS
    at_ms: tuple[int, ...] = ()

    def after_error(self, now_ms: int) -> "ErrorBudget":
        """Return the budget with one more error; old errors no longer count."""
        lately = (at_ms for at_ms in self.at_ms if now_ms - at_ms < self.within_ms)
        return ErrorBudget(self.most, self.within_ms, (*lately, now_ms)[-self.most :])

    @property
    def is_spent(self) -> bool:
        return len(self.at_ms) >= self.most
