"""Decides which dice a monitor asks a tower for: always the same, or those that a recorded match waits for."""

from dataclasses import dataclass
from typing import Protocol

from companion.request import request_name
from companion.storage.places import Places
from devices.tower.roll_verdict import Arming


class Questions(Protocol):
    """Provides the dice that are to be asked for, one question at a time."""

    def now(self) -> "Question | None":
        """Return the dice to ask for now; None: none."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request for dice, with the match or the run that asks, and the number of plays made there so far."""

    of: str
    plays: int
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SameDice:
    """Asks for the same dice again and again; `session` identifies this run."""

    session: str
    dice: tuple[str, ...]

    def now(self) -> Question | None:
        return Question(self.session, 0, self.dice) if self.dice else None


class OfMatch:
    """Asks for the dice that a match waits for. Another program plays it, so its log is read again each time."""

    def __init__(self, name: str, where: Places) -> None:
        """Open the match. Raises `StorageError` if there is none."""
        self._name = name
        self._where = where
        self._plays = -1
        self._dice: tuple[str, ...] = ()
        self.now()

    def now(self) -> Question | None:
        from companion.rules.dice import dice_waited_for  # noqa: PLC0415
        from companion.table.recorded_match import open_store, reopen  # noqa: PLC0415

        with open_store(self._where) as store:
            header = store.header(self._name)
            if header.plays != self._plays:
                match = reopen(store, header)
                self._plays = header.plays
                self._dice = dice_waited_for(match.rules, match.state)
        return Question(header.id, self._plays, self._dice) if self._dice else None


class RollRequester:
    """Turns questions into requests to the tower, with a new name for each question and after each roll."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._rolls = 0
        self._asked: tuple[Question, int] | None = None

    def rolled(self) -> None:
        """Take note of a roll: the next dice belong to another question."""
        self._rolls += 1

    def changed(self) -> tuple[Arming | None] | None:
        """Return the new request if it differs from the last one."""
        question = self._questions.now()
        asked = None if question is None else (question, self._rolls)
        if asked == self._asked:
            return None
        self._asked = asked
        if question is None:
            return (None,)
        return (Arming(request_name(question.of, question.plays, self._rolls), question.dice),)
