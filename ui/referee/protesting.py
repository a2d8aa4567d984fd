"""A protest marked on a play, and settled with a word when there is time for it."""

from typing import TYPE_CHECKING

from companion.session.remarks import Protest, Settled, note_of
from companion.session.snapshot import Line
from companion.words import Text
from ui.referee.history import sentence
from ui.referee.text_panel import TypingPanel

if TYPE_CHECKING:
    from ui.referee.page import RefereePage

REASONS = (
    Text("the die was cocked"),
    Text("the card was another one"),
    Text("it was too late"),
    Text("the piece stood elsewhere"),
    Text("the rule is understood otherwise"),
    Text("no reason given"),
)
WORDS = (
    Text("it counts"),
    Text("it was corrected"),
    Text("the protest is withdrawn"),
)


class Protesting:
    """Asks for the words of a protest or of its settlement."""

    def __init__(self, page: "RefereePage") -> None:
        self._page = page

    def begin(self, line: Line, *, settles: bool) -> None:
        typing = TypingPanel()
        typing.bind(on_back=lambda _: self._page.rest())
        typing.bind(on_done=lambda _, words: self._say(line.seq, words, settles=settles))
        says = Text("play {seq}: {says}", seq=line.seq, says=sentence(line))
        if settles:
            typing.ask(Text("{play}; how is the protest settled?", play=says), WORDS)
        else:
            typing.ask(Text("{play}; what is the protest?", play=says), REASONS)
        self._page.open(typing, is_wide=True)

    def _say(self, seq: int, words: str, *, settles: bool) -> None:
        self._page.say(note_of(Settled(seq, words) if settles else Protest(seq, words)))
        self._page.rest()
