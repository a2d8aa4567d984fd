"""Types for identifiers, so that one kind of identifier is never passed for another."""

from typing import NewType

CardRef = NewType("CardRef", str)
"""The reference printed on a card, such as `AC001-241`. Copies of a card share it."""

SeatName = NewType("SeatName", str)
"""A place at the table: `home`, `away`, `red`…; each game's rules say which there are."""

ObservationId = NewType("ObservationId", str)
"""The id of an observation. Plays and events hold the ids of their observations."""

MatchId = NewType("MatchId", str)
"""One recorded match, short enough to be typed."""

__all__ = ["CardRef", "MatchId", "ObservationId", "SeatName"]
