"""Collects the events of a ruling, each judged on the state that the last one left."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

from companion.event import Event
from companion.rules.engine import Ruling

State = TypeVar("State")


class Unfolding(Generic[State]):
    """The events of one play so far, and the state after them. A game's own class adds how its rulings end."""

    __slots__ = ("_evolve", "before", "events", "state")

    def __init__(self, state: State, evolve: Callable[[State, Any], State]) -> None:
        self._evolve = evolve
        self.before = state
        self.state = state
        self.events: list[Event] = []

    def then(self, event: Event) -> Self:
        """Add one event."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
        return self

    def ruling(self) -> Ruling:
        """Return the finished ruling."""
        return Ruling(tuple(self.events))
