"""Of many cases of a kind, `make test` tries the first, and `make test-all` all."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def first_quick(
    cases: Iterable[Any], count: int = 1, of: Callable[[Any], Hashable] = lambda _: None
) -> list[Any]:
    """Return the cases as parameters; those that come after the first `count`, or after the first `count` of each group, are slow."""
    seen = Counter[Hashable]()
    quick = []
    for case in cases:
        seen[of(case)] += 1
        values = case if isinstance(case, tuple) else (case,)
        quick.append(pytest.param(*values, marks=[pytest.mark.slow] if seen[of(case)] > count else []))
    return quick
