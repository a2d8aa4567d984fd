"""The errors of files, devices and input. A play against the rules is not an error but a `rules.engine.Refusal`.

    CompanionError
      Malformed           data that does not have the form it should: says where, and what is wrong
      ScriptError         a file that is no script: says which line
      CatalogueError      a catalogue of cards that cannot be used: file, card and field
      UnreadableFile      a file that is not there, is no file, is too large, or that the system does not give
      StorageError        the log of matches
        NoSuchMatch       no match of that id in the log
        NewerSchema       written by a later version of this program
        LogDamaged        rows that contradict each other, or the rules
        LogFull           there is no room to write
        LogBusy           another process holds the log
        PlayedElsewhere   another program has the match open

Every message is a `Text`: it says what happened, with what, and what to do next, in the reader's language.
"""

from collections.abc import Callable, Iterable, Sequence

from companion.words import Text, translate


class CompanionError(Exception):
    """An accident, told in words that a person can act on."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return translate(self.message, "en")


class Malformed(CompanionError):
    """Data without the form it should have. `where` is the path to it: `teams.home.players[3]`.

    It tells the first thing that is wrong; `others` are what else is, in the same data.
    """

    def __init__(self, where: str, problem: Text, others: "Sequence[Malformed]" = ()) -> None:
        super().__init__(Text("{where}: {problem}", where=where, problem=problem) if where else problem)
        self.where = where
        self.problem = problem
        self.others = tuple(others)

    @property
    def every_one(self) -> "tuple[Malformed, ...]":
        """All that is wrong, this first; each of them alone."""
        return (self, *self.others)

    def moved(self, place: Callable[[str], str]) -> "Malformed":
        """The same faults, said of other places: `place` makes one of each `where`."""
        others = [Malformed(place(other.where), other.problem) for other in self.others]
        return Malformed(place(self.where), self.problem, others)


def together(faults: "Iterable[Malformed]") -> Malformed:
    """Several faults of the same data as one, which tells the first. There must be one."""
    first, *others = [each for fault in faults for each in fault.every_one]
    return Malformed(first.where, first.problem, others)


class ScriptError(CompanionError):
    """A file that is no script."""


class CatalogueError(CompanionError):
    """A catalogue of cards that cannot be used."""


class UnreadableFile(CompanionError):
    """A file that cannot be read whole; `problem` says why, as the end of a sentence."""

    def __init__(self, file: str, problem: Text) -> None:
        super().__init__(Text("{file} cannot be read: {problem}", file=file, problem=problem))
        self.problem = problem


class StorageError(CompanionError):
    """The log of matches cannot do what was asked."""


class NoSuchMatch(StorageError):
    """No match of that id is in the log."""


class NewerSchema(StorageError):
    """The log was written by a later version of this program."""


class LogDamaged(StorageError):
    """What the log holds contradicts itself or the rules it names."""


class LogFull(StorageError):
    """There is no room to write; what was to be kept is not so, and may be said again once there is."""


class LogBusy(StorageError):
    """Another process holds the log."""


class PlayedElsewhere(StorageError):
    """Another program has the match open, or has taken it over: a person may want to go on here all the same."""
