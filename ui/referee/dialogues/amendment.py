"""Replaces an earlier play, takes it out, or enters one that was missed before it, and decides about later plays that become
impossible.
"""

from dataclasses import dataclass, replace
from typing import Any

from companion.play import Note, Play
from companion.session.history_rows import lost, sentence
from companion.session.inbox import Amendment, AmendmentChoice, AmendmentDecision, MissedPlay, PastRequest
from companion.session.snapshot import Past, Proposal, Snapshot
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

NEVER = Note("did not happen")
"""What a play is replaced by that did not happen."""


@dataclass(frozen=True, slots=True)
class AnyOther:
    """The reply: the play was none of the likely ones."""


@dataclass(frozen=True, slots=True)
class MissingPlay:
    """The reply: a play is missing before this one."""


@dataclass(frozen=True, slots=True)
class AmendmentDialogue:
    """Asks what play `seq` really was, and why it is replaced.

    `snapshot` and `past` come from the session together; nothing is asked before. `instead` is the play that was
    chosen; `is_missing`: it belongs before this one.
    """

    seq: int
    snapshot: Snapshot | None = None
    past: Past | None = None
    is_any_other: bool = False
    is_missing: bool = False
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
            return reason_prompt(self._about())
        if self.is_any_other:
            return PlayPrompt(_then(self.snapshot, self.past), is_past=True, about=self._in_place_of())
        return self._likely(self.snapshot, self.past)

    def _about(self) -> Text:
        if self.is_missing:
            return Text("enter a play before play {seq}", seq=self.seq)
        if self.instead == NEVER:
            return Text("play {seq} did not happen", seq=self.seq)
        return Text("replace play {seq}", seq=self.seq)

    def _in_place_of(self) -> Text:
        """Return what is entered, and where in the match it goes."""
        assert self.snapshot is not None
        line = next(one for one in self.snapshot.history if one.seq == self.seq)
        if self.is_missing:
            return Text("missed play, to go before play {seq}: {says}", seq=self.seq, says=sentence(line))
        return Text("another play in place of play {seq}: {says}", seq=self.seq, says=sentence(line))

    def _likely(self, snapshot: Snapshot, past: Past) -> ButtonPrompt:
        line = next(one for one in snapshot.history if one.seq == self.seq)
        likely = tuple(Button(one.says, one.play, kind="paper") for one in past.likely)
        others = (
            Button(Text("another play…"), AnyOther()),
            Button(Text("this play did not happen"), NEVER),
            Button(Text("a play is missing before it"), MissingPlay()),
        )
        title = Text("play {seq} was not “{says}” but:", seq=self.seq, says=sentence(line))
        secret = Text("a card lies face down: which one is not shown before it is turned over")
        return ButtonPrompt(
            title,
            likely,
            (secret,) if past.is_secret else (),
            is_wide=True,
            last=others,
        )

    def reply(self, said: Any) -> DialogueStep:
        match said:
            case AnyOther():
                return DialogueStep(replace(self, is_any_other=True))
            case MissingPlay():
                return DialogueStep(replace(self, is_any_other=True, is_missing=True))
            case str() if said.strip() and self.instead is not None:
                kind = MissedPlay if self.is_missing else Amendment
                return DialogueStep(items=(kind(self.seq, self.instead, said.strip()),))
            case str():
                return DialogueStep(self)
            case _:
                return DialogueStep(replace(self, instead=said))

    def back(self) -> DialogueStep:
        if self.instead is not None:
            return DialogueStep(replace(self, instead=None))
        if self.is_any_other:
            return DialogueStep(replace(self, is_any_other=False, is_missing=False))
        return self.drop()

    def drop(self) -> DialogueStep:
        """End without a correction."""
        return DialogueStep()

    def follow(self, snapshot: Snapshot) -> "AmendmentDialogue":
        past = snapshot.past
        if past is None or past is self.past or past.seq != self.seq:
            return self
        return AmendmentDialogue(self.seq, snapshot, past)


def _then(snapshot: Snapshot, past: Past) -> Snapshot:
    """Return the match as it stood before a play. No reason is given there for what is impossible: reasons are worked out of
    the present state.
    """
    return replace(
        snapshot, seq=-past.seq, scene=past.scene, offers=past.offers, why_not=lambda _piece, _place: None
    )


@dataclass(frozen=True, slots=True)
class ProposalDialogue:
    """Asks what to do with later plays that an amendment makes impossible."""

    snapshot: Snapshot

    @property
    def prompt(self) -> Prompt | None:
        proposal = self.snapshot.proposal
        if proposal is None:
            return None
        seq = proposal.seq
        buttons = (
            Button(
                Text("enter again"),
                AmendmentChoice.AGAIN,
                Text("the match goes on from play {seq}", seq=proposal.voided[0].seq),
                "main",
            ),
            Button(
                Text("drop the later plays"),
                AmendmentChoice.DROP,
                Text("the match goes on without those plays: they are lost"),
                "danger",
            ),
            Button(
                Text("leave all as it was"),
                AmendmentChoice.KEEP,
                Text("nothing is corrected: what you entered for play {seq} is dropped", seq=seq),
            ),
        )
        lines = (*proposal.makes, *lost(self.snapshot))
        back = Text("choose another correction")
        return ButtonPrompt(_title(proposal), buttons, lines, is_wide=True, back=back)

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


def _title(proposal: Proposal) -> Text:
    """Return how many later plays a correction makes impossible, or which one."""
    seq, count, later = proposal.seq, len(proposal.voided), proposal.voided[0].seq
    match proposal.is_missed, proposal.instead:
        case True, _ if count == 1:
            return Text("with that play before play {seq}, play {later} is impossible", seq=seq, later=later)
        case True, _:
            return Text("with that play before play {seq}, {n} plays are impossible", seq=seq, n=count)
        case _, Note() if count == 1:
            return Text("without play {seq}, play {later} is impossible", seq=seq, later=later)
        case _, Note():
            return Text("without play {seq}, {n} later plays are impossible", seq=seq, n=count)
        case _ if count == 1:
            return Text("if play {seq} is replaced, play {later} is impossible", seq=seq, later=later)
        case _:
            return Text("if play {seq} is replaced, {n} later plays are impossible", seq=seq, n=count)


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
