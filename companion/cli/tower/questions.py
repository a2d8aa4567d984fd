"""Which dice a monitor asks a tower for: always the same, or those that a recorded match waits for now."""

from dataclasses import dataclass
from typing import Protocol

from companion.request import request_name
from companion.storage.places import Places
from devices.tower.roll_verdict import Arming


class Questions(Protocol):
    """Where questions come from."""

    def now(self) -> "Question | None":
        """What is asked; None: nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """Dice that are asked for: by which match or run, and after how many plays of it."""

    of: str
    plays: int
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SameDice:
    """The same dice again and again; `session` tells this run from others."""

    session: str
    dice: tuple[str, ...]

    def now(self) -> Question | None:
        return Question(self.session, 0, self.dice) if self.dice else None


class OfMatch:
    """What a match waits for. Somebody else plays it: its log is looked at again each time."""

    def __init__(self, name: str, where: Places) -> None:
        """Raises `StorageError` when there is no such match."""
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
    """Turns questions into what the tower is armed with: a new name for each question, and after each roll."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._rolls = 0
        self._asked: tuple[Question, int] | None = None

    def rolled(self) -> None:
        """A roll came: the next dice are another question's."""
        self._rolls += 1

    def changed(self) -> tuple[Arming | None] | None:
        """What is to be asked from now on, if it is not what was asked last."""
        question = self._questions.now()
        asked = None if question is None else (question, self._rolls)
        if asked == self._asked:
            return None
        self._asked = asked
        if question is None:
            return (None,)
        return (Arming(request_name(question.of, question.plays, self._rolls), question.dice),)
