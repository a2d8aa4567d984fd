"""Saves time with frozen values: a copy with some fields replaced, and an answer about a state that is asked for again.

`dataclasses.replace` calls the constructor, and a frozen constructor sets field by field: 5.9 us for
18 fields. Copying the instance's dictionary takes 0.5 us (docs/adr/0003-fast-frozen-values.md). The type
checker sees `dataclasses.replace`, so names and types of the fields stay checked.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

S = TypeVar("S")
K = TypeVar("K")
T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace
else:
    _new, _set = object.__new__, object.__setattr__

    def replace(value: Any, /, **changes: Any) -> Any:
        """Copy a frozen dataclass that has no slots and no `__post_init__`, with some fields replaced."""
        copy = _new(value.__class__)
        _set(copy, "__dict__", value.__dict__ | changes)
        return copy


def remembered(ask: Callable[[S], T]) -> Callable[[S], T]:
    """Return a function that gives the same answers, and keeps the one about the latest state: several ask for it in turn."""
    latest: tuple[Any, Any] = (None, None)

    def answer(state: S) -> T:
        nonlocal latest
        asked, found = latest
        if asked is not state:
            found = ask(state)
            latest = state, found
        known: T = found
        return known

    return answer


def remembered_for_each(ask: Callable[[S, K], T]) -> Callable[[S, K], T]:
    """Return such a function for questions about a state and something of it, such as a seat: one answer is kept for each."""
    latest: tuple[Any, dict[K, T]] = (None, {})

    def answer(state: S, of: K) -> T:
        nonlocal latest
        asked, found = latest
        if asked is not state:
            found = {}
            latest = state, found
        if of not in found:
            found[of] = ask(state, of)
        return found[of]

    return answer


__all__ = ["remembered", "remembered_for_each", "replace"]
