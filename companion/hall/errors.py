"""The errors of the hall.

CompanionError
  HallError
    StoreError    the hall's store cannot be read or written
      StoreGone   its file was deleted or replaced while the hall ran
    NotKept       the store is there, and does not hold what a table sent
    NoBroker      the broker is not installed, or does not start
    JoinRefused   a table may not join: the token is wrong, late or used, or a person said no
"""

from companion.errors import CompanionError


class HallError(CompanionError):
    """The hall cannot do what was asked."""


class StoreError(HallError):
    """The hall's store cannot be read or written."""


class StoreGone(StoreError):
    """The file of the hall's store was deleted or replaced while the hall ran."""


class NotKept(HallError):
    """The hall's store is there, and does not hold what a table sent."""


class NoBroker(HallError):
    """The broker is not installed, or does not start."""


class JoinRefused(HallError):
    """A table may not join."""
