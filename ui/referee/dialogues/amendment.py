"""Undoes plays, replaces an earlier one, takes it out, or enters one that was missed, and decides about later plays."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from companion.event import NEVER as DID_NOT_HAPPEN
from companion.opponent.seat import BY
from companion.play import Note, Override, Play, Undo, UnreadablePlay, leaves_of, seat_said
from companion.rules.dice import is_roll_play
from companion.rules.games import GAMES
from companion.session.history_rows import lines_from, lost, sentence
from companion.session.inbox import (
    Amendment,
    AmendmentChoice,
    AmendmentDecision,
    MissedPlay,
    PastRequest,
    PlayIntent,
    WayBack,
)
from companion.session.snapshot import Fate, HiddenPlay, HistoryLine, Past, Proposal, Snapshot
from companion.showing.by_itself import ITSELF
from companion.words import Text
from ui.presenters.buttons import DICE
from ui.referee.dialogues.dialogue import (
    Button,
    ButtonPrompt,
    Command,
    Dialogue,
    DialogueStep,
    DicePrompt,
    PlayPrompt,
    Prompt,
    RolledDie,
    TextPrompt,
)

# --- undo
# Undoes a play and all later plays, with a reason.

USUAL_REASONS = (
    Text("something was misread"),
    Text("something was in the wrong place"),
    Text("something was entered wrongly"),
    Text("the players agree"),
    Text("the rule says so"),
    Text("the rulebook does not say it"),
    Text("the referee decided after a review"),
    Text("unfair play"),
)
"""Reasons for a ruling that a touch can give; any other is written. The reason stands in the log."""


def reason_prompt(about: Text) -> TextPrompt:
    """Ask why an earlier play is changed."""
    return TextPrompt(Text("{about}. Why? The reason stays in the log", about=about), USUAL_REASONS)


@dataclass(frozen=True, slots=True)
class UndoDialogue:
    """Asks whether to undo all `plays`, if there are several or a ruling is among them, and then for the reason.

    `at_seq` is the match's number when the referee began. The undo is refused if the match has gone on since, because
    more would be lost than was shown. `then` is asked afterwards.
    """

    plays: tuple[HistoryLine, ...]
    at_seq: int
    is_confirmed: bool = False
    then: Dialogue | None = None

    @classmethod
    def of(cls, snapshot: Snapshot, line: HistoryLine, then: Dialogue | None = None) -> "UndoDialogue":
        """Return the dialogue for a play of the history."""
        later = [one for one in lines_from(snapshot.history, line)[1:] if one.fate is Fate.IN_FORCE]
        plays = (line, *later)
        return cls(plays, snapshot.seq, is_confirmed=not later and not _is_ruled(line), then=then)

    @classmethod
    def of_last(cls, snapshot: Snapshot, then: Dialogue | None = None) -> "UndoDialogue | None":
        """Return the dialogue for the last play of a person, and for those that were read with it; None if nothing is in
        force.
        """
        in_force = [one for one in snapshot.history if one.fate is Fate.IN_FORCE]
        while len(in_force) > 1 and in_force[-1].by in (ITSELF, BY):
            in_force.pop()
        if not in_force:
            return None
        row = takewhile(
            lambda one: one is in_force[-1] or _is_read_with(one, in_force[-1]), reversed(in_force)
        )
        return cls.of(snapshot, list(row)[-1], then)

    @property
    def prompt(self) -> ButtonPrompt | TextPrompt:
        first = self.plays[0]
        if self.is_confirmed and len(self.plays) == 1 and not _is_ruled(first):
            return reason_prompt(Text("undo play {seq}, “{says}”", seq=first.seq, says=sentence(first)))
        if self.is_confirmed:
            return reason_prompt(Text("undo to before play {seq}", seq=first.seq))
        if len(self.plays) == 1:
            title = Text("undo a ruling of the referee?")
            yes = Button(Text("undo the ruling"), reply=True, kind="danger")
        else:
            title = Text("undo to before play {seq}?", seq=first.seq)
            yes = Button(Text("undo {n} plays", n=len(self.plays)), reply=True, kind="danger")
        return ButtonPrompt(title, (yes,), _told(self.plays))

    def reply(self, said: bool | str) -> DialogueStep:
        if isinstance(said, bool):
            return DialogueStep(replace(self, is_confirmed=True))
        if not said.strip():
            return DialogueStep(self)
        play = Undo(self.plays[0].seq, said.strip())
        return DialogueStep(self.then, (PlayIntent(play, self.at_seq, "referee"),))

    def back(self) -> DialogueStep:
        was_asked = len(self.plays) > 1 or _is_ruled(self.plays[0])
        if self.is_confirmed and was_asked:
            return DialogueStep(replace(self, is_confirmed=False))
        return DialogueStep(self.then)

    def follow(self, snapshot: Snapshot) -> "UndoDialogue":
        return self if self.then is None else replace(self, then=self.then.follow(snapshot))


@dataclass(frozen=True, slots=True)
class WayBackDialogue:
    """Asks for the reason why a correction is taken back, or an undo. `line` is the entry of that correction or undo, and
    `title` says which of the two it is.
    """

    line: HistoryLine
    title: Text | str

    @property
    def prompt(self) -> TextPrompt:
        what = Text("{what}, “{says}”", what=self.title, says=sentence(self.line))
        return reason_prompt(what)

    def reply(self, said: str) -> DialogueStep:
        return (
            DialogueStep(items=(WayBack(self.line.seq, said.strip()),))
            if said.strip()
            else DialogueStep(self)
        )

    def back(self) -> DialogueStep:
        return DialogueStep()

    def follow(self, _: Snapshot) -> "WayBackDialogue":
        return self


def _is_ruled(line: HistoryLine) -> bool:
    """Tell whether a play is the referee's override, or what he corrected it to, or one that he inserted."""
    return isinstance(line.play, Override) or line.was is not None or line.inserted is not None


def _is_read_with(one: HistoryLine, other: HistoryLine) -> bool:
    """Tell whether two plays were read as one. See `session.undone_row`."""
    return bool(one.evidence) and one.evidence == other.evidence


def _told(plays: Sequence[HistoryLine]) -> tuple[Text, ...]:
    return tuple(_line_told(one) for one in plays)


def _line_told(line: HistoryLine) -> Text:
    says = Text("{seq}. {says}", seq=line.seq, says=sentence(line))
    if line.was is None:
        return says
    return Text("{play} (corrected; before that it was: {was})", play=says, was=line.was)


# --- amendment

NEVER = Note(DID_NOT_HAPPEN)
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
    def prompt(self) -> ButtonPrompt | DicePrompt | PlayPrompt | TextPrompt | None:
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
        assert self.snapshot is not None and self.past is not None
        was = next(one for one in self.snapshot.history if one.seq == self.seq).play
        if (
            not isinstance(was, UnreadablePlay | HiddenPlay)
            and self.instead is not None
            and _faces(was)
            and _faces(self.instead)
        ):
            then, now = (" + ".join(face for _, face in _faces(one)) for one in (was, self.instead))
            return Text("play {seq}: {was} becomes {now}", seq=self.seq, was=then, now=now)
        likely = (*self.past.likely, *(one for offer in self.past.offers for one in offer.plays))
        says = next((one.says for one in likely if one.play == self.instead), None)
        if says is None:
            return Text("replace play {seq}", seq=self.seq)
        return Text("play {seq} becomes “{says}”", seq=self.seq, says=says)

    def _in_place_of(self) -> Text:
        """Return what is entered, and where in the match it goes."""
        assert self.snapshot is not None
        line = next(one for one in self.snapshot.history if one.seq == self.seq)
        if self.is_missing:
            return Text("missed play, to go before play {seq}: {says}", seq=self.seq, says=sentence(line))
        return Text("another play in place of play {seq}: {says}", seq=self.seq, says=sentence(line))

    def _likely(self, snapshot: Snapshot, past: Past) -> ButtonPrompt | DicePrompt:
        line = next(one for one in snapshot.history if one.seq == self.seq)
        others = (
            Button(Text("another play…"), AnyOther()),
            Button(Text("this play did not happen"), NEVER),
            Button(Text("a play is missing before it"), MissingPlay()),
        )
        noted = sentence(line)
        title = Text("play {seq} was noted as “{says}”; what was played?", seq=self.seq, says=noted)
        if not isinstance(line.play, UnreadablePlay) and is_roll_play(GAMES[snapshot.game], line.play.kind):
            title = Text("what did the dice show in play {seq}? So far: {says}", seq=self.seq, says=noted)
            if len(_faces(line.play)) == 1:
                title = Text("what did the die show in play {seq}? So far: {says}", seq=self.seq, says=noted)
            dice = _dice_prompt(title, line.play, past, others)
            if dice is not None:
                return dice
            faces = _face_buttons(line.play, past)
            if faces:
                return ButtonPrompt(title, faces, is_wide=True, last=others, noted=noted)
        secret = Text("a card lies face down: which one is not shown before it is turned over")
        return ButtonPrompt(
            title,
            tuple(Button(one.says, one.play) for one in past.likely),
            (secret,) if past.is_secret else (),
            is_wide=True,
            last=others,
            noted=noted,
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


FEWEST_DICE, MOST_DICE = 2, 4
"""So many dice have a row of faces each; the likely rolls of one die are few enough to be offered as they are."""


def _faces(play: Play) -> list[tuple[str, str]]:
    """Return the dice that a play tells, each with its face."""
    return [(str(path[0]), str(value)) for path, value in leaves_of(play) if path[0] in DICE]


def _dice_prompt(title: Text, was: Play, past: Past, others: tuple[Button, ...]) -> DicePrompt | None:
    """Return the question for what several dice showed; None where the rolls are no such choice."""
    noted = _faces(was)
    whose = seat_said(was)
    offers = [one for one in past.offers if one.kind == was.kind and whose in (None, one.seat)]
    rolls = {
        tuple(sorted(_faces(one.play))): Button(one.says, one.play) for offer in offers for one in offer.plays
    }
    if not FEWEST_DICE <= len(noted) <= MOST_DICE or tuple(sorted(noted)) not in rolls:
        return None
    dice = []
    for kind, was_face in noted:
        faces = sorted(
            {face for roll in rolls for name, face in roll if name == kind}, key=lambda one: (len(one), one)
        )
        named = tuple((face, past.scene.name(kind, face) or Text("{value}", value=face)) for face in faces)
        dice.append(RolledDie(kind, named, faces.index(was_face)))
    return DicePrompt(title, tuple(dice), rolls, others)


def _face_buttons(was: Play, past: Past) -> tuple[Button, ...]:
    """Return a button for each face of a single die, its number alone; that of the noted face is greyed."""
    noted = _faces(was)
    if len(noted) != 1:
        return ()
    (kind, was_face), whose = noted[0], seat_said(was)
    offers = [one for one in past.offers if one.kind == was.kind and whose in (None, one.seat)]
    plays = [(dict(_faces(one.play)).get(kind), one.play) for offer in offers for one in offer.plays]
    by_face = {face: play for face, play in plays if face is not None}
    if was_face not in by_face or len(by_face) < len(plays):
        # The play says more than the face.
        return ()
    faces = sorted(by_face, key=lambda one: (len(one), one))
    named = {face: past.scene.name(kind, face) or Text("{value}", value=face) for face in faces}
    return tuple(
        Button(named[face], by_face[face], Text("noted"), is_off=True)
        if face == was_face
        else Button(named[face], by_face[face])
        for face in faces
    )


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
