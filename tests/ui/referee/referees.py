"""A referee at a match, for the tests of what he is asked."""

from typing import Any, TypeVar

from companion.session.snapshot import HistoryLine
from companion.showing.scene import Words
from companion.words import translate
from tests.ui.referee.watching import Watching
from ui.referee.conversation import Conversation, Turn
from ui.referee.dialogues.dialogue import (
    ButtonPrompt,
    DicePrompt,
    Prompt,
)

P = TypeVar("P", bound=Prompt)


class Referee:
    """A referee at a match: what he says goes to the match, and what the match says to what he is asked."""

    def __init__(self, watching: Watching) -> None:
        self.watching = watching
        self.talk = Conversation()
        self.seen = watching.look()
        self.pins = 0

    def do(self, turn: Turn) -> Turn:
        """Carry a turn out as the page does, with the PIN given."""
        self.pins += turn.step.needs is not None
        self.talk = turn.conversation
        for item in turn.step.items:
            heard = len(self.watching.told)
            self.watching.take(item)
            for told in self.watching.told[heard:]:
                self.do(self.talk.hear(told))
        before, self.seen = self.seen, self.watching.look()
        self.do_follow(before)
        return turn

    def do_follow(self, before: Any) -> None:
        turn = self.talk.follow(before, self.seen)
        self.talk = turn.conversation
        for item in turn.step.items:
            self.watching.take(item)

    def reply(self, said: Any) -> Turn:
        return self.do(self.talk.reply(said))

    def line(self, seq: int) -> HistoryLine:
        return next(one for one in self.seen.history if one.seq == seq)

    @property
    def prompt(self) -> Prompt | None:
        return self.talk.prompt

    def is_asked(self) -> bool:
        return self.talk.prompt is not None

    def keeps_override(self) -> bool:
        return self.talk.has_unsaid_override

    def asked(self, kind: type[P]) -> P:
        """What he is asked, which is of this kind."""
        prompt = self.prompt
        assert isinstance(prompt, kind)
        return prompt

    def buttons(self) -> ButtonPrompt:
        return self.asked(ButtonPrompt)


def at_a_match(game: str = "lignes", count: int = 5) -> Referee:
    return Referee(Watching(game, count))


def another_roll(referee: Referee) -> object:
    """Return the roll of which each die shows its least face, which was not noted."""
    prompt = referee.asked(DicePrompt)
    assert [[face for face, _ in die.faces] for die in prompt.dice] == [
        [str(face) for face in range(1, most + 1)] for most in (6, 12)
    ]
    button = prompt.roll([0, 0])
    assert button is not None and button != prompt.roll([die.was for die in prompt.dice])
    return button.reply


def english(words: Words | str) -> str:
    return words if isinstance(words, str) else translate(words, "en")
