"""The dialogue with the referee now, the values that were set and not yet submitted, and the lock before changes of the
past.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.kiosk import Pin, PinAnswer, Tries, tries_told
from companion.session.inbox import PastRequest
from companion.session.session_event import SessionEvent, StaleTouch
from companion.session.snapshot import Snapshot
from companion.words import Text
from ui.referee.dialogues.amendment import AmendmentDialogue, LeavingAmendment, ProposalDialogue
from ui.referee.dialogues.dialogue import Command, Dialogue, DialogueStep, Prompt
from ui.referee.dialogues.override import OverrideDialogue

# --- lock
# The lock before changes of the past: the PIN, if there is one, is asked once and is valid for some minutes.

GOOD_FOR_MS = 10 * 60_000
"""How long the PIN is not asked again."""


@dataclass(frozen=True, slots=True)
class Lock:
    """The state of the lock: wrong tries, and until when it is open, by a clock that never goes back."""

    tries: Tries = field(default_factory=Tries)
    open_until_ms: int = 0

    def asks(self, pin: Pin | None, now_ms: int) -> bool:
        """Tell whether the PIN must be entered first."""
        return pin is not None and now_ms >= self.open_until_ms

    def answered(self, answer: PinAnswer, now_ms: int) -> "Lock":
        """Return the lock after a try: open for a while, or closed for a growing wait."""
        open_until_ms = now_ms + GOOD_FOR_MS if answer.is_right else self.open_until_ms
        return Lock(answer.tries, open_until_ms)

    def says(self, now_ms: int) -> Text:
        """Return the message for the person at the lock."""
        if self.tries.wrong:
            return tries_told(self.tries, now_ms)
        return Text("this is for the referee: the PIN, please")


# --- conversation


@dataclass(frozen=True, slots=True)
class Turn:
    """The conversation after a reply, and the step of its dialogue that says what happens then."""

    conversation: "Conversation"
    step: DialogueStep = field(default_factory=DialogueStep)


@dataclass(frozen=True, slots=True)
class Conversation:
    """The current dialogue, and an override that is not yet submitted.

    The override is kept during other dialogues until the rules have accepted it or the referee drops it.
    """

    dialogue: Dialogue | None = None
    override: OverrideDialogue | None = None

    @property
    def prompt(self) -> Prompt | None:
        """The question that is asked now."""
        return None if self.dialogue is None else self.dialogue.prompt

    @property
    def has_unsaid_override(self) -> bool:
        """Whether values are set and not yet submitted."""
        return self.override is not None and self.override.is_unsaid

    # --- what the referee does

    def begin(self, dialogue: Dialogue | None) -> Turn:
        """Begin another dialogue; None ends the present one."""
        return self._after(DialogueStep(dialogue))

    def begin_override(self, snapshot: Snapshot, chosen: int | None = None) -> Turn:
        """Begin an override, or go on with the one that was begun.

        A refused play that is chosen in the history may be accepted by the override.
        """
        kept = self.override
        begun = OverrideDialogue.of(snapshot) if kept is None else replace(kept, at=None)
        return self.begin(
            begun if kept is not None and kept.changes else begun.about(chosen, snapshot.history)
        )

    def look_back(self, seq: int) -> Turn:
        """Ask what play `seq` really was."""
        return self._after(AmendmentDialogue(seq).begin())

    def ask_about_unsaid(self, command: Command) -> "Turn | None":
        """Ask what to do with a correction that was begun, or values that were not submitted, before another action; None
        if there are none.
        """
        match self.dialogue:
            case LeavingAmendment() as leaving:
                return self.begin(replace(leaving, then=command))
            case ProposalDialogue() as begun:
                return self.begin(LeavingAmendment(begun, command))
            case AmendmentDialogue() as begun if begun.is_half_made:
                return self.begin(LeavingAmendment(begun, command))
        if self.override is None or not self.override.is_unsaid:
            return None
        return self.begin(self.override.leave(command))

    def reply(self, said: Any) -> Turn:
        """Take the referee's reply to the question."""
        return Turn(self) if self.dialogue is None else self._answered(self.dialogue.reply(said))

    def back(self) -> Turn:
        """Go one step back."""
        return Turn(self) if self.dialogue is None else self._answered(self.dialogue.back())

    def _answered(self, step: DialogueStep) -> Turn:
        """Drop an override that the referee's reply has ended."""
        is_ended = isinstance(self.dialogue, OverrideDialogue) and step.dialogue is None
        turn = self._after(step)
        if not is_ended:
            return turn
        return replace(turn, conversation=replace(turn.conversation, override=None))

    def _after(self, step: DialogueStep) -> Turn:
        """Tell the session to forget the past state after a dialogue about it."""
        dialogue, override = step.dialogue, self.override
        about_past = AmendmentDialogue | LeavingAmendment
        if isinstance(self.dialogue, about_past) and not isinstance(dialogue, about_past):
            step = replace(step, items=(*step.items, PastRequest(None)))
        if isinstance(dialogue, OverrideDialogue):
            override = dialogue
            dialogue = None if dialogue.is_said else dialogue
        return Turn(Conversation(dialogue, override), step)

    # --- what the match says

    def follow(self, before: Snapshot | None, snapshot: Snapshot) -> Turn:
        """Take a new snapshot of the match."""
        override = None if self.override is None else self.override.follow(snapshot)
        kept = replace(self, override=override)
        proposal = snapshot.proposal
        if proposal is not None and (before is None or before.proposal is not proposal):
            return kept.begin(ProposalDialogue(snapshot))
        if isinstance(self.dialogue, OverrideDialogue):
            return Turn(replace(kept, dialogue=override))
        return kept.begin(None if self.dialogue is None else self.dialogue.follow(snapshot))

    def hear(self, told: SessionEvent) -> Turn:
        """Take a session event: a late touch ends the dialogue, and a failed override is asked again."""
        turn = self.begin(None) if isinstance(told, StaleTouch) else Turn(self)
        before = self.override
        if before is None:
            return turn
        after = before.hear(told)
        asked = after if before.is_said and after.is_unsaid else turn.conversation.dialogue
        return replace(turn, conversation=Conversation(asked, after))
