"""Empties a queue between threads without waiting."""

from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")


def taken(queue: "SimpleQueue[T]") -> Iterator[T]:
    """Take the items from a queue one after the other, without waiting. Items that are not fetched stay in the queue."""
    while True:
        try:
            item = queue.get_nowait()
        except Empty:
            return
        yield item
