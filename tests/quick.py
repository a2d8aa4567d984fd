"""Of many cases of a kind, `make test` tries the first, and `make test-all` all."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def first_quick(
    names: str | tuple[str, ...],
    cases: Iterable[Any],
    count: int = 1,
    of: Callable[[Any], Hashable] = lambda _: None,
    ids: Iterable[str] | None = None,
) -> pytest.MarkDecorator:
    """Parametrize a test; the cases after the first `count`, or after the first `count` of each group, are slow."""
    seen = Counter[Hashable]()
    params = []
    for case in cases:
        seen[of(case)] += 1
        marks = [pytest.mark.slow] if seen[of(case)] > count else []
        values = (case,) if isinstance(names, str) else case
        params.append(pytest.param(*values, marks=marks))
    return pytest.mark.parametrize(names, params, ids=ids)
