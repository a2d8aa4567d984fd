"""What the referee is asked now, and values that he has set but not said yet."""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.session.inbox import PastRequest
from companion.session.session_event import SessionEvent, StaleTouch
from companion.session.snapshot import Snapshot
from ui.referee.dialogues.amendment import AmendmentDialogue, ProposalDialogue
from ui.referee.dialogues.dialogue import Command, Dialogue, DialogueStep, Prompt
from ui.referee.dialogues.override import OverrideDialogue


@dataclass(frozen=True, slots=True)
class Turn:
    """The conversation after a reply, and the step of its dialogue that says what happens then."""

    conversation: "Conversation"
    step: DialogueStep = field(default_factory=DialogueStep)


@dataclass(frozen=True, slots=True)
class Conversation:
    """The dialogue that goes on, and an override with values that were set: it is kept while other things are asked, until the
    rules have taken it or the referee drops it.
    """

    dialogue: Dialogue | None = None
    override: OverrideDialogue | None = None

    @property
    def prompt(self) -> Prompt | None:
        """What is asked now."""
        return None if self.dialogue is None else self.dialogue.prompt

    @property
    def has_unsaid_override(self) -> bool:
        """Whether values are set of which nobody has heard."""
        return self.override is not None and self.override.is_unsaid

    # --- what the referee does

    def begin(self, dialogue: Dialogue | None) -> Turn:
        """Ask something else; None: nothing."""
        return self._after(DialogueStep(dialogue))

    def begin_override(self, snapshot: Snapshot) -> Turn:
        """Ask what is set by the referee's word, or go on where he left it."""
        kept = self.override
        return self.begin(OverrideDialogue.of(snapshot) if kept is None else replace(kept, at=None))

    def look_back(self, seq: int) -> Turn:
        """Ask what play `seq` really was."""
        return self._after(AmendmentDialogue(seq).begin())

    def ask_about_unsaid(self, command: Command) -> "Turn | None":
        """Ask what becomes of the override before the page obeys; None where there is none to lose."""
        if self.override is None or not self.override.is_unsaid:
            return None
        return self.begin(self.override.leave(command))

    def reply(self, said: Any) -> Turn:
        """The referee replies to the prompt."""
        return Turn(self) if self.dialogue is None else self._answered(self.dialogue.reply(said))

    def back(self) -> Turn:
        """The referee goes one step back."""
        return Turn(self) if self.dialogue is None else self._answered(self.dialogue.back())

    def _answered(self, step: DialogueStep) -> Turn:
        """An override that ends by a reply of the referee is not kept."""
        is_ended = isinstance(self.dialogue, OverrideDialogue) and step.dialogue is None
        turn = self._after(step)
        if not is_ended:
            return turn
        return replace(turn, conversation=replace(turn.conversation, override=None))

    def _after(self, step: DialogueStep) -> Turn:
        """A dialogue about the past that ends lets the session forget it."""
        dialogue, override = step.dialogue, self.override
        if isinstance(self.dialogue, AmendmentDialogue) and not isinstance(dialogue, AmendmentDialogue):
            step = replace(step, items=(*step.items, PastRequest(None)))
        if isinstance(dialogue, OverrideDialogue):
            override = dialogue
            dialogue = None if dialogue.is_said else dialogue
        return Turn(Conversation(dialogue, override), step)

    # --- what the match says

    def follow(self, before: Snapshot | None, snapshot: Snapshot) -> Turn:
        """The match has gone on."""
        override = None if self.override is None else self.override.follow(snapshot)
        kept = replace(self, override=override)
        proposal = snapshot.proposal
        if proposal is not None and (before is None or before.proposal is not proposal):
            return kept.begin(ProposalDialogue(snapshot))
        if isinstance(self.dialogue, OverrideDialogue):
            return Turn(replace(kept, dialogue=override))
        return kept.begin(None if self.dialogue is None else self.dialogue.follow(snapshot))

    def hear(self, told: SessionEvent) -> Turn:
        """The session said something: a touch that came too late ends what is asked; an override that failed is asked again."""
        turn = self.begin(None) if isinstance(told, StaleTouch) else Turn(self)
        before = self.override
        if before is None:
            return turn
        after = before.hear(told)
        asked = after if before.is_said and after.is_unsaid else turn.conversation.dialogue
        return replace(turn, conversation=Conversation(asked, after))
