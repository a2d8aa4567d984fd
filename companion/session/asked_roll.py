"""Keeps the dice that count only if a person says that they do, with the question about them."""

from dataclasses import dataclass
from typing import Any

from companion.observation import Roll, Sighting
from companion.play import UnreadablePlay
from companion.reading.answer import TableQuestion
from companion.reading.dice import play_of_roll
from companion.reading.tray_dice import TrayQuestion
from companion.rules.engine import Rules


@dataclass(frozen=True, slots=True)
class AskedRoll:
    """Dice that count only if a person says that they do: a roll for each option, and what they were read from."""

    question: TableQuestion
    rolls: tuple[Roll, ...]
    seen: tuple[Sighting, ...] = ()


def asked_about(rules: Rules, state: Any, question: TrayQuestion) -> AskedRoll | None:
    """Return the question about dice in the tray with a play for each roll; None if no roll makes a play."""
    plays = ((play_of_roll(rules, state, roll), roll) for roll in question.rolls)
    sure = [(play, roll) for play, roll in plays if play is not None and not isinstance(play, UnreadablePlay)]
    if not sure:
        return None
    options = tuple(play for play, _ in sure)
    asked = TableQuestion(question.key, question.asks, options, ())
    return AskedRoll(asked, tuple(roll for _, roll in sure), question.seen)
