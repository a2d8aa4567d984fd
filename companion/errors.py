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
    """The base of all errors of this program: an accident, described so that a person can act on it."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return translate(self.message, "en")


class Malformed(CompanionError):
    """Data does not have the form that it should have. `where` is the path to the fault: `teams.home.players[3]`.

    The error tells the first fault; `others` are the further faults in the same data.
    """

    def __init__(self, where: str, problem: Text, others: "Sequence[Malformed]" = ()) -> None:
        super().__init__(Text("{where}: {problem}", where=where, problem=problem) if where else problem)
        self.where = where
        self.problem = problem
        self.others = tuple(others)

    @property
    def every_one(self) -> "tuple[Malformed, ...]":
        """All faults of the data, this error first, each as an error of its own."""
        return (self, *self.others)

    def moved(self, place: Callable[[str], str]) -> "Malformed":
        """Return the same faults at other places: `place` converts each `where`."""
        others = [Malformed(place(other.where), other.problem) for other in self.others]
        return Malformed(place(self.where), self.problem, others)


def together(faults: "Iterable[Malformed]") -> Malformed:
    """Join several faults of the same data into one error that tells the first. `faults` may not be empty."""
    first, *others = [each for fault in faults for each in fault.every_one]
    return Malformed(first.where, first.problem, others)


class ScriptError(CompanionError):
    """A file is not a valid script."""


class CatalogueError(CompanionError):
    """A catalogue of cards cannot be used."""


class UnreadableFile(CompanionError):
    """A file cannot be read completely; `problem` says why, as the end of a sentence."""

    def __init__(self, file: str, problem: Text) -> None:
        super().__init__(Text("{file} cannot be read: {problem}", file=file, problem=problem))
        self.problem = problem


class StorageError(CompanionError):
    """The log of matches cannot do what was asked."""


class NoSuchMatch(StorageError):
    """The log holds no match with that id."""


class NewerSchema(StorageError):
    """The log was written by a later version of this program."""


class LogDamaged(StorageError):
    """The log contradicts itself, or the rules that it names."""


class LogFull(StorageError):
    """The disk has no room for the log. The play was not kept; it may be entered again once there is room."""


class LogBusy(StorageError):
    """Another process holds the log."""


class PlayedElsewhere(StorageError):
    """Another program has the match open, or has taken it over. A person may still decide to go on here."""
