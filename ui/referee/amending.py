"""Earlier plays taken back or replaced: what else a play likely was, any other, and what becomes of those that it makes impossible."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.session.inbox import Amend, Chosen, Intent, LookBack
from companion.session.inbox import Choice as Settled
from companion.session.snapshot import Fate, Line, Past, Proposal, Snapshot
from companion.words import Text
from ui.referee.choices_panel import Choice, Question
from ui.referee.history import lost, sentence
from ui.referee.reasoning import Reasoning
from ui.widgets.chooser import ChooserPanel

if TYPE_CHECKING:
    from ui.referee.page import RefereePage


class Amending:
    """What the page asks about the past."""

    def __init__(self, page: "RefereePage") -> None:
        self._page = page
        self._reasoning = Reasoning(page)
        self._at_seq = 0
        """The match's number when somebody began to undo."""
        self._asked: int | None = None
        """The play that was looked back to."""
        self._past: Past | None = None
        self._proposal: Proposal | None = None

    @property
    def is_looking_back(self) -> bool:
        return self._asked is not None

    def forget(self) -> None:
        """Nobody looks back any more."""
        if self._asked is not None:
            self._asked, self._past = None, None
            self._page.put(LookBack(None))

    def show(self, snapshot: Snapshot) -> None:
        past = snapshot.past
        if past is not None and past is not self._past and past.seq == self._asked:
            self._past = past
            self._offer(snapshot, past)
        if snapshot.proposal is not self._proposal:
            before, self._proposal = self._proposal, snapshot.proposal
            if snapshot.proposal is not None:
                self._propose(snapshot)
            elif before is not None:
                self._page.rest()

    # --- undo

    def undo_to(self, line: Line) -> None:
        """Take back a play and all after it; asked again when there are several."""
        snapshot = self._page.snapshot
        assert snapshot is not None
        self._at_seq = snapshot.seq
        later = [one for one in snapshot.history if one.seq > line.seq and one.fate is Fate.IN_FORCE]
        if not later:
            self._ask_undo(line.seq)
            return
        yes = Choice(
            Text("take back {n} plays", n=len(later) + 1), lambda: self._ask_undo(line.seq), kind="danger"
        )
        title = Text("undo to before play {seq}?", seq=line.seq)
        lines = tuple(Text("{seq}. {says}", seq=one.seq, says=sentence(one)) for one in (line, *later))
        self._page.ask(Question(title, (yes,), lines))

    def _ask_undo(self, seq: int) -> None:
        about = Text("undo to before play {seq}", seq=seq)
        self._reasoning.ask(about, lambda reason: self._undo(seq, reason))

    def _undo(self, seq: int, reason: str) -> None:
        """Refused when the match has gone on since it was shown what is lost."""
        play = {"play": "undo", "to": seq, "reason": reason}
        self._page.put(Intent(play, self._at_seq, "referee"))
        self._page.rest()

    # --- replace

    def replace(self, line: Line) -> None:
        """Ask how it stood before that play, and show what it may have been."""
        self._asked, self._past = line.seq, None
        self._page.put(LookBack(line.seq))

    def _offer(self, snapshot: Snapshot, past: Past) -> None:
        line = next(one for one in snapshot.history if one.seq == past.seq)
        likely = tuple(
            Choice(one.says, lambda play=one.play: self._ask_amend(past.seq, play), kind="paper")  # type: ignore[misc]
            for one in past.likely
        )
        other = Choice(Text("another play…"), lambda: self._choose(snapshot, past))
        title = Text("play {seq} was not “{says}” but:", seq=past.seq, says=sentence(line))
        self._page.ask(Question(title, (*likely[:6], other, *likely[6:])))

    def _choose(self, snapshot: Snapshot, past: Past) -> None:
        """Any play that the rules would have taken then."""
        then = replace(snapshot, seq=-past.seq, scene=past.scene, offers=past.offers)
        chooser = ChooserPanel(is_narrow=self._page.app.look.is_tall, is_past=True)
        chooser.bind(
            on_play=lambda _, play: self._ask_amend(past.seq, play), on_close=lambda _: self._page.rest()
        )
        chooser.show(then)
        self._page.open(chooser, is_wide=True)

    def _ask_amend(self, seq: int, play: dict[str, Any]) -> None:
        self._reasoning.ask(
            Text("replace play {seq}", seq=seq), lambda reason: self._amend(seq, play, reason)
        )

    def _amend(self, seq: int, play: dict[str, Any], reason: str) -> None:
        self._page.put(Amend(seq, play, reason))
        self._page.rest()

    # --- what would be lost

    def _propose(self, snapshot: Snapshot) -> None:
        assert snapshot.proposal is not None
        proposal = snapshot.proposal
        seq, count = proposal.seq, len(proposal.voided)
        title = Text("with play {seq} replaced, later plays become impossible: {n}", seq=seq, n=count)
        self._page.ask(
            Question(
                title,
                (
                    Choice(Text("keep"), lambda: self._settle(Settled.KEEP), Text("all stays as it was")),
                    Choice(
                        Text("drop them"),
                        lambda: self._settle(Settled.DROP),
                        Text("replace, and go on without those plays"),
                        "danger",
                    ),
                    Choice(
                        Text("enter again"),
                        lambda: self._settle(Settled.AGAIN),
                        Text("replace, and go on from the first of them"),
                        "main",
                    ),
                ),
                lost(snapshot),
            )
        )

    def _settle(self, choice: Settled) -> None:
        self._page.put(Chosen(choice))
        self._page.rest()
