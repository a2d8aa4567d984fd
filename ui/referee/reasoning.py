"""Why the past is changed: reasons that are usual, ready to be touched, and a keyboard for any other. It stands in the log."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.words import Text
from ui.referee.text_panel import TypingPanel

if TYPE_CHECKING:
    from ui.referee.page import RefereePage

USUAL = (
    Text("misread"),
    Text("misplaced"),
    Text("the players agree"),
    Text("the rule says so"),
)


class Reasoning:
    """Asks for one reason at a time."""

    def __init__(self, page: "RefereePage") -> None:
        self._page = page

    def ask(self, about: Text, then: Callable[[str], None]) -> None:
        """`then` is given the reason; who gives none changes nothing."""
        typing = TypingPanel()
        typing.bind(on_back=lambda _: self._page.rest(), on_done=lambda _, reason: self._given(reason, then))
        typing.ask(Text("{about}: why? The reason stands in the log", about=about), USUAL)
        self._page.open(typing, is_wide=True)

    def _given(self, reason: str, then: Callable[[str], None]) -> None:
        if reason.strip():
            then(reason.strip())
