"""Takes from a queue between threads all that is in it now."""

from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")


def taken(queue: "SimpleQueue[T]") -> Iterator[T]:
    """All that is in a queue, one after the other and without waiting. What is not asked for stays in it."""
    while True:
        try:
            item = queue.get_nowait()
        except Empty:
            return
        yield item
