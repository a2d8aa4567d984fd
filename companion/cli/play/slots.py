"""A slot between two threads: the newest wins, and what nobody took in time is gone."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Slot(Generic[T]):
    """Put by one thread, read by another; one assignment is all that happens, so that neither waits."""

    def __init__(self) -> None:
        self._item: T | None = None

    def put(self, item: T | None) -> None:
        self._item = item

    def newest(self) -> T | None:
        return self._item
