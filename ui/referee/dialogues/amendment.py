"""Replaces an earlier play, and decides about later plays that become impossible."""

from dataclasses import dataclass, replace
from typing import Any

from companion.play import Play
from companion.session.history_rows import lost, sentence
from companion.session.inbox import Amendment, AmendmentChoice, AmendmentDecision, PastRequest
from companion.session.snapshot import Past, Snapshot
from companion.words import Text
from ui.referee.dialogues.dialogue import (
    Button,
    ButtonPrompt,
    Command,
    DialogueStep,
    PlayPrompt,
    Prompt,
    TextPrompt,
)
from ui.referee.dialogues.undo import reason_prompt

MOST_LIKELY = 6
"""How many likely plays stand before the button for any other play."""


@dataclass(frozen=True, slots=True)
class AnyOther:
    """The reply: the play was none of the likely ones."""


@dataclass(frozen=True, slots=True)
class AmendmentDialogue:
    """Asks what play `seq` really was, and why it is replaced.

    `snapshot` and `past` come from the session together; nothing is asked before. `instead` is the play that was
    chosen.
    """

    seq: int
    snapshot: Snapshot | None = None
    past: Past | None = None
    is_any_other: bool = False
    instead: Play | None = None

    @property
    def is_half_made(self) -> bool:
        """Whether something was chosen that would be lost."""
        return self.instead is not None or self.is_any_other

    def begin(self) -> DialogueStep:
        """Ask the session for the state before the play."""
        return DialogueStep(self, (PastRequest(self.seq),))

    @property
    def prompt(self) -> ButtonPrompt | PlayPrompt | TextPrompt | None:
        if self.snapshot is None or self.past is None:
            return None
        if self.instead is not None:
            return reason_prompt(Text("replace play {seq}", seq=self.seq))
        if self.is_any_other:
            past = self.past
            then = replace(self.snapshot, seq=-self.seq, scene=past.scene, offers=past.offers)
            return PlayPrompt(then, is_past=True)
        return self._likely(self.snapshot, self.past)

    def _likely(self, snapshot: Snapshot, past: Past) -> ButtonPrompt:
        line = next(one for one in snapshot.history if one.seq == self.seq)
        likely = tuple(Button(one.says, one.play, kind="paper") for one in past.likely)
        other = Button(Text("another play…"), AnyOther())
        title = Text("play {seq} was not “{says}” but:", seq=self.seq, says=sentence(line))
        return ButtonPrompt(title, (*likely[:MOST_LIKELY], other, *likely[MOST_LIKELY:]))

    def reply(self, said: Any) -> DialogueStep:
        match said:
            case AnyOther():
                return DialogueStep(replace(self, is_any_other=True))
            case str() if said.strip() and self.instead is not None:
                return DialogueStep(items=(Amendment(self.seq, self.instead, said.strip()),))
            case str():
                return DialogueStep(self)
            case _:
                return DialogueStep(replace(self, instead=said))

    def back(self) -> DialogueStep:
        if self.instead is not None:
            return DialogueStep(replace(self, instead=None))
        if self.is_any_other:
            return DialogueStep(replace(self, is_any_other=False))
        return self.drop()

    def drop(self) -> DialogueStep:
        """End without a correction."""
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "AmendmentDialogue":
        past = snapshot.past
        if past is None or past is self.past or past.seq != self.seq:
            return self
        return AmendmentDialogue(self.seq, snapshot, past)


@dataclass(frozen=True, slots=True)
class ProposalDialogue:
    """Asks what to do with later plays that an amendment makes impossible."""

    snapshot: Snapshot

    @property
    def prompt(self) -> Prompt | None:
        proposal = self.snapshot.proposal
        if proposal is None:
            return None
        seq, count = proposal.seq, len(proposal.voided)
        if count == 1:
            title = Text(
                "if play {seq} is replaced, play {later} is impossible", seq=seq, later=proposal.voided[0].seq
            )
        else:
            title = Text("if play {seq} is replaced, {n} later plays are impossible", seq=seq, n=count)
        return ButtonPrompt(
            title,
            (
                Button(
                    Text("enter again"),
                    AmendmentChoice.AGAIN,
                    Text("replace, and go on from the first of them"),
                    "main",
                ),
                Button(
                    Text("drop the later plays"),
                    AmendmentChoice.DROP,
                    Text("replace, and go on without those plays: they are lost"),
                    "danger",
                ),
                Button(
                    Text("drop the correction"),
                    AmendmentChoice.KEEP,
                    Text("all stays as it was: what you entered for play {seq} is lost", seq=seq),
                    "danger",
                ),
            ),
            lost(self.snapshot),
        )

    def reply(self, said: AmendmentChoice) -> DialogueStep:
        return DialogueStep(items=(AmendmentDecision(said),))

    def back(self) -> DialogueStep:
        """Ask again what the play really was."""
        proposal = self.snapshot.proposal
        if proposal is None:
            return DialogueStep()
        again = AmendmentDialogue(proposal.seq).begin()
        return replace(again, items=(AmendmentDecision(AmendmentChoice.KEEP), *again.items))

    def drop(self) -> DialogueStep:
        """End without a correction."""
        return self.reply(AmendmentChoice.KEEP)

    def follow(self, snapshot: Snapshot) -> "ProposalDialogue | None":
        return None if snapshot.proposal is None else replace(self, snapshot=snapshot)


@dataclass(frozen=True, slots=True)
class LeavingAmendment:
    """Asks whether to drop a correction that was begun, `begun`, because the referee begins something else, `then`."""

    begun: AmendmentDialogue | ProposalDialogue
    then: Command | None

    @property
    def prompt(self) -> ButtonPrompt:
        return ButtonPrompt(
            Text("the correction has not been entered yet"),
            (
                Button(Text("go on with the correction"), reply=True, kind="main"),
                Button(
                    Text("drop the correction"),
                    False,
                    Text("all stays as it was: what you entered is lost"),
                    "danger",
                ),
            ),
        )

    def reply(self, said: bool) -> DialogueStep:
        if said:
            return DialogueStep(self.begun)
        return replace(self.begun.drop(), command=self.then)

    def back(self) -> DialogueStep:
        return DialogueStep(self.begun)

    def follow(self, snapshot: Snapshot) -> "LeavingAmendment | None":
        begun = self.begun.follow(snapshot)
        return None if begun is None else replace(self, begun=begun)
