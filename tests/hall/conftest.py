"""Gives the tests of the hall an evening, which is closed after each of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hall.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()
