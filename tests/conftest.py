"""Every test closes the logs that it opens: Python 3.13 warns of one that is left, whenever its memory is taken back."""

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest


class _Connection(sqlite3.Connection):
    is_open = True

    def close(self) -> None:
        super().close()
        self.is_open = False


@pytest.fixture(autouse=True)
def every_log_is_closed() -> Iterator[None]:
    opened: list[tuple[object, _Connection]] = []
    connect = sqlite3.connect

    def noted(database: object, **options: Any) -> _Connection:
        connection = connect(database, factory=_Connection, **options)  # type: ignore[call-overload]
        opened.append((database, connection))
        return connection  # type: ignore[no-any-return]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", noted)
        yield
    left = [database for database, connection in opened if connection.is_open]
    assert not left, f"nobody closed {left}"
