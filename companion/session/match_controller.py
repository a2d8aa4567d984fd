"""Controls one match: takes items, has plays read and judged, and reports session events.

It has no thread and no clock: items go in with the time, and what there is to tell comes out. What is told has been logged.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from companion.bus.messages import OrderOutcome, OrderVerb
from companion.codec import read
from companion.errors import Malformed
from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Notice, Observation, Roll, Sighting, SightingState, Tap, What
from companion.opponent.seat import ProgramSeats
from companion.play import (
    Correct,
    Insert,
    Note,
    Override,
    Play,
    SaidPlay,
    TimeUp,
    Undo,
    UnreadablePlay,
    write_play,
)
from companion.reading.answer import Answer, Desync, Puzzle, SoFar, SureReading, TableQuestion, key_of
from companion.reading.dice import TrayDice, TrayQuestion, TrayRemark, TrayRoll, play_of_roll
from companion.reading.laying import ToLay
from companion.reading.reader import Reader
from companion.request import is_request_of, request_name
from companion.rules.dice import dice_waited_for, is_roll_play
from companion.rules.engine import Json, Refusal
from companion.rules.play_rules import refusal_in, state_after
from companion.session import inbox, session_event
from companion.session.following import go_on
from companion.session.history import AMENDMENT, dice_told, taken_back
from companion.session.inbox import BY as REFEREE
from companion.session.inbox import OrderAnswer, RefereeOrder
from companion.session.leave import LockGate
from companion.session.match_clocks import Clockwork, Kept, SightPictures
from companion.session.remarks import holds_clocks, note_of
from companion.showing.by_itself import ITSELF
from companion.showing.scene import Duty
from companion.timers import Clocks
from companion.words import Text

TRAY = "tray"
"""Who entered a roll that the camera read in the tray."""
GONE = Text("this question is settled already: look at the screen again")


class MatchController:
    """Controls one match at one table. One thread owns it."""

    def __init__(
        self, name: MatchId, match: Match, reader: Reader | None, clocks: Clocks, kept: Kept | None = None
    ) -> None:
        self.name = name
        self.match = match
        self.question: TableQuestion | None = None
        self.puzzle: Puzzle | None = None
        self.desync: Desync | None = None
        self.so_far: SoFar | None = None
        """What the table is understood to mean, while it waits for what may follow."""
        self.proposal: inbox.Amendment | inbox.MissedPlay | None = None
        """An amendment that a person has to choose about."""
        self.call: str | None = None
        """The id under which the players call a referee of the hall; None: they call nobody."""
        self.coming: str | None = None
        """The name of the referee who answered the call."""
        self.notices: dict[str, Notice] = {}
        """The last word of each device."""
        self.program = ProgramSeats()
        self._reader = reader
        self._kept = kept or Kept()
        self.named = self._kept.named
        self.gate = LockGate(name, self._kept.locks)
        """Decides what players may do by themselves."""
        self._crops: dict[int, SightPictures] = {}
        self._asked_roll: inbox.AskedRoll | None = None
        self._tray = TrayDice()
        self._tray_told = ""
        """The key of what was told last about dice in the tray."""
        self._armed: session_event.TowerRequest | None = None
        self._armed_at: tuple[int, int] | None = None
        """After which play and roll the tower was asked last: between two of them nothing else is waited for."""
        self._viewed: tuple[int, Json] | None = None
        self._rolls = 0
        self._goes_on = False
        """Whether the last play lets others follow by themselves; what was taken back stays so."""
        self._told: list[session_event.SessionEvent] = []
        self._clockwork = Clockwork(name, clocks, self._kept.clocks, self._told.append)
        self._now_ms = 0

    @property
    def clocks(self) -> Clocks:
        """The clocks as screens show them now."""
        return self._clockwork.clocks

    def is_done(self, duty: Duty) -> bool:
        """Tell whether the camera has seen that a duty was done; no camera can tell of one without things."""
        reader = self._reader if duty.laid or duty.gone else None
        return reader is not None and reader.is_done(self.match.state, duty.laid, duty.gone)

    # --- going on with a match

    def recall(
        self,
        observations: Sequence[Observation],
        rolls: Sequence[Roll] = (),
        earlier: Sequence[Observation] = (),
    ) -> None:
        """Continue a match from the log.

        The cards of its last plays may still lie on the table, and a roll that answers its open question may have been
        kept before the power failed. `earlier` holds the observations of the plays before.
        """
        if self._reader is not None:
            self._reader.recall(observations, earlier)
        cited = {seen.id for seen in observations}
        for roll in rolls:
            answers = roll.request is not None and is_request_of(roll.request, self.name, self.match.seq)
            if answers and roll.state == "ok" and roll.id not in cited:
                why = Text("rolled before the restart, for this question")
                self._fell(inbox.RollReport(roll, counts=True, why=why))

    def play_for(self, cards: Collection[str], laid: Collection[str]) -> None:
        """Take note of the cards of seats that play from a screen: nobody lays `cards`, people lay `laid` after plays."""
        if self._reader is not None:
            self._reader.play_for(cards, laid, lambda play: self.program.makes(play, self.match.expects()))

    @property
    def to_lay(self) -> tuple[ToLay, ...]:
        """Return the cards that people lay now for a seat that plays from a screen."""
        return () if self._reader is None else self._reader.to_lay

    def follow(self, clocks: Clocks) -> None:
        """Show a match that another program runs, with the clocks of that program."""
        self._clockwork.clocks = clocks

    def close(self) -> None:
        """Stop playing here and let the log go. Raises `StorageError`."""
        if self._kept.close is not None:
            self._kept.close()

    # --- what comes in

    def take(self, item: inbox.Item, now_ms: int) -> list[session_event.SessionEvent]:
        """Take one item. Raises `StorageError` when its result could not be logged; the match has then not changed."""
        self._now_ms = now_ms
        passage = self.gate.let_through(item, self.match, self.question)
        self._told += passage.told
        for one in passage.items:
            self._take(one)
            self._go_on()
        self._read()
        return self._flush()

    def _take(self, item: inbox.MatchItem) -> None:
        match item:
            case inbox.SightingReport():
                self._see(item)
            case inbox.CameraStatus():
                self._camera(item)
            case inbox.RestReport():
                self._rests(item)
            case inbox.RollReport():
                self._fell(item)
            case inbox.PlayIntent():
                self._intent(item)
            case inbox.Amendment() | inbox.MissedPlay() | inbox.WayBack():
                self._amend(item)
            case inbox.AmendmentDecision():
                self._choose(item.choice)
            case inbox.QuestionAnswer():
                self._answered(item)
            case inbox.PastRequest() | inbox.HintRequest():
                self._told.append(item.asks)
            case inbox.TableApproval() | inbox.SoFarApproval():
                self._approve(item)
            case inbox.ClockOrder():
                self._order(item)
            case RefereeOrder():
                item.answer(self._obey(item))
            case inbox.RefereeCall(name):
                self.call, self.coming = name, None
            case inbox.DeviceNotice(notice, words, points_at, has_more):
                self.notices[notice.device] = notice
                self._told.append(session_event.NoticeEvent(notice, words, points_at, has_more))

    def tick(self, now_ms: int) -> list[session_event.SessionEvent]:
        """Let time pass until now."""
        self._now_ms = now_ms
        for clock in self._clockwork.tick(self.view(), now_ms):
            self._submit(TimeUp(clock), (), "clock")
        self._read()
        return self._flush()

    def _flush(self) -> list[session_event.SessionEvent]:
        self._clockwork.gone_back(self.view())
        self._arm()
        told = list(self._told)
        self._told.clear()
        return told

    # --- camera

    def _see(self, item: inbox.SightingReport) -> None:
        sighting = item.sighting
        if sighting.state is SightingState.END:
            self._crops.pop(sighting.thing, None)
        elif item.crop is not None:
            self._crops[sighting.thing] = SightPictures(item.crop, item.table)
        if sighting.what is What.DIE:
            self._tray.see(sighting)
        elif self._reader is not None:
            self._reader.see(sighting)

    def _camera(self, item: inbox.CameraStatus) -> None:
        self._tray.sees(self._now_ms, is_seeing=item.is_seeing)
        if self._reader is not None:
            self._reader.sees(self._now_ms, is_seeing=item.is_seeing)

    def _rests(self, item: inbox.RestReport) -> None:
        if self._reader is not None:
            self._reader.rests(self._now_ms, is_at_rest=item.is_at_rest, unrest=item.unrest, zones=item.zones)

    def _read(self) -> None:
        """Submit all plays that can be read from the table now."""
        self._read_tray()
        reader = self._reader
        answer = None if reader is None else reader.read(self.match.state, self._now_ms)
        while reader is not None and isinstance(answer, SureReading):
            self._play_reading(reader, answer)
            self._go_on()
            answer = reader.read(self.match.state, self._now_ms)
        self._show_so_far(None if reader is None else reader.so_far)
        if reader is not None:
            self._told.extend(session_event.RemarkEvent(words) for words in reader.remarks(self._now_ms))
        self._stand(answer)

    def _play_reading(self, reader: Reader, answer: SureReading) -> None:
        before = self._without_last(answer)
        self._submit_row((*answer.before, answer.play), answer.evidence, "camera")
        reader.heard(answer, before, self.match.state)

    def _show_so_far(self, so_far: SoFar | None) -> None:
        if (so_far and so_far.key) != (self.so_far and self.so_far.key):
            self.so_far = so_far
            self._told.append(session_event.SoFarEvent(so_far))

    def _believe_what_comes_before(self, play: SaidPlay) -> None:
        """Play what was understood so far, if a play that somebody makes fits only after it: he has gone on."""
        rules = self.match.rules
        if isinstance(play, UnreadablePlay) or play.kind not in rules.play_kinds:
            return
        if refusal_in(rules, self.match.state, (play,)) is None:
            return
        then = self._state_if_meant()
        if then is not None and refusal_in(rules, then, (play,)) is None:
            self._play_pending()

    def _state_if_meant(self) -> Any | None:
        """Return the state after what was understood so far; None if nothing was, or if it replaces another play."""
        pending = None if self._reader is None else self._reader.pending()
        if pending is None or pending.instead:
            return None
        return state_after(self.match.rules, self.match.state, (*pending.before, pending.play))

    def _play_pending(self) -> None:
        pending = None if self._reader is None else self._reader.pending()
        if self._reader is not None and pending is not None:
            self._play_reading(self._reader, pending)

    def _without_last(self, answer: SureReading) -> Any:
        """Take back the last plays that a new reading of the table replaces, and return the state."""
        if answer.instead:
            self._told.append(
                session_event.RemarkEvent(
                    Text("something was added on the table: the last play is read again")
                )
            )
            first = self.match.entries[-answer.instead]
            self._submit(Undo(first.seq), answer.evidence, "camera")
        return self.match.state

    def _stand(self, answer: Answer | None) -> None:
        """Report what is open now, if it has changed."""
        question = answer if isinstance(answer, TableQuestion) else None
        if self._asked_roll is not None:
            question = self._asked_roll.question
        puzzle = answer if isinstance(answer, Puzzle) else None
        desync = answer if isinstance(answer, Desync) else None
        if key_of(question) != key_of(self.question):
            self.question = question
            self._told.append(session_event.QuestionEvent(question))
            self._clockwork.pause("question", is_paused=question is not None)
        if key_of(puzzle) != key_of(self.puzzle):
            self.puzzle = puzzle
            self._told.append(session_event.PuzzleEvent(puzzle))
        if key_of(desync) != key_of(self.desync):
            self.desync = desync
            self._told.append(session_event.DifferenceEvent(desync))
            self._clockwork.pause("desync", is_paused=desync is not None)

    # --- tower

    def _fell(self, item: inbox.RollReport) -> None:
        self._rolls += 1
        if not item.roll.is_read:
            self._told.append(session_event.RemarkEvent(item.why))
            return
        play = play_of_roll(self.match.rules, self.match.state, item.roll)
        then = self._state_if_meant() if play is None else None
        if then is not None:
            play = play_of_roll(self.match.rules, then, item.roll)
            if play is not None:
                self._play_pending()
        if play is not None and (item.counts or isinstance(play, UnreadablePlay)):
            self._asked_roll = None
            self._submit(play, (item.roll,), "tower")
        elif play is not None:
            self._asked_roll = inbox.AskedRoll(
                TableQuestion(f"roll:{item.roll.id}", item.why, (play,), ()), (item.roll,)
            )
        else:
            unwanted = Text("the match does not wait for these dice: {dice}", dice=dice_told(item.roll))
            self._told.append(session_event.RemarkEvent(unwanted))

    # --- tray

    def _read_tray(self) -> None:
        """Take the dice in the tray: as a roll, as a question, or with a remark."""
        state = self._state_of_rolls() if self._tray.has_new else None
        answer = None
        if state is not None:
            wanted = dice_waited_for(self.match.rules, state)
            answer = self._tray.read((self.match.seq, wanted), wanted, self._now_ms)
        question = answer if isinstance(answer, TrayQuestion) else None
        asked = self._asked_roll
        if asked is not None and asked.seen and (question is None or question.key != asked.question.key):
            self._asked_roll = None
        match answer:
            case TrayRoll(roll, seen):
                self._count_tray(roll, seen)
            case TrayQuestion() if self._asked_roll is None:
                self._asked_roll = inbox.asked_about(self.match.rules, state, answer)
            case TrayRemark(key, says) if key != self._tray_told:
                self._tray_told = key
                self._told.append(session_event.RemarkEvent(says))
            case _:
                pass

    def _state_of_rolls(self) -> Any | None:
        """Return the state that waits for dice: that of the match, or the one after what was understood so far."""
        if self.match.is_over:
            return None
        if dice_waited_for(self.match.rules, self.match.state):
            return self.match.state
        return self._state_if_meant()

    def _count_tray(self, roll: Roll, seen: tuple[Sighting, ...]) -> None:
        if not dice_waited_for(self.match.rules, self.match.state):
            self._play_pending()
        self._tray.account_for(seen)
        play = play_of_roll(self.match.rules, self.match.state, roll)
        if play is not None:
            self._submit(play, (*seen, roll), TRAY)

    def _arm(self) -> None:
        """Ask the tower for the dice that the match waits for: under a new name for each question, and after each roll."""
        at = (self.match.seq, self._rolls)
        if at == self._armed_at:
            return
        self._armed_at = at
        dice = () if self.match.is_over else dice_waited_for(self.match.rules, self.match.state)
        arms = session_event.TowerRequest(
            request_name(self.name, self.match.seq, self._rolls) if dice else "", dice
        )
        if arms != self._armed:
            self._armed = arms
            self._told.append(arms)

    # --- hands

    def _intent(self, item: inbox.PlayIntent) -> None:
        if item.seq is not None and item.seq != self.match.seq:
            self._told.append(session_event.StaleTouch(self.name, self.match.seq))
            return
        self._believe_what_comes_before(item.play)
        play = taken_back(item.play, self.match.entries)
        said = item.said if play is item.play else None
        self._submit(play, (self._tap(play, item.source, said),), item.source, said)

    def _approve(self, item: inbox.TableApproval | inbox.SoFarApproval) -> None:
        """Take a person's word that the table is right, or that what was understood so far is meant."""
        if self._reader is None:
            return
        if isinstance(item, inbox.SoFarApproval):
            self._reader.mean(item.key)
        elif self.desync is not None and self.desync.key == item.key:
            self._reader.excuse(self.desync)

    def _amend(self, item: inbox.Amendment | inbox.MissedPlay | inbox.WayBack) -> None:
        """Amend an earlier play, or insert a missed one, at once if no later play becomes impossible; otherwise propose it."""
        if isinstance(item, inbox.WayBack):
            self._go_back(item)
            return
        if voided := self.match.impossible_after(item.correction):
            self.proposal = item
            self._told.append(session_event.ProposalEvent(item.seq, voided))
        else:
            self._carry_out(item.correction)

    def _go_back(self, item: inbox.WayBack) -> None:
        """Take a correction back by another one, or propose that; put back the plays that it, or the last undo, removed."""
        plays = self.match.way_back(item.seq, item.reason)
        if not plays:
            self._told.append(session_event.StaleTouch(self.name, self.match.seq))
        for play in takewhile(lambda _play: self.proposal is None, plays):
            if (amendment := inbox.amendment_of(play)) is None:
                self._carry_out(play)
            else:
                self._amend(amendment)

    def _choose(self, choice: inbox.AmendmentChoice) -> None:
        item, self.proposal = self.proposal, None
        if item is None:
            self._told.append(session_event.StaleTouch(self.name, self.match.seq))
            return
        self._told.append(session_event.ProposalEvent(item.seq, ()))
        if choice is not inbox.AmendmentChoice.KEEP:
            self._carry_out(replace(item.correction, again=choice is inbox.AmendmentChoice.AGAIN))

    def _carry_out(self, play: SaidPlay) -> None:
        self._submit(play, (self._tap(play, AMENDMENT),), AMENDMENT)

    def _answered(self, item: inbox.QuestionAnswer, word: Tap | None = None) -> None:
        """Take the answer to a question; `word` is that of a referee who is not at the table."""
        question = self.question
        if question is None or question.key != item.key:
            self._told.append(session_event.StaleTouch(self.name, self.match.seq))
            return
        if self._asked_roll is not None and self._asked_roll.question.key == item.key:
            asked, self._asked_roll = self._asked_roll, None
            evidence: tuple[Observation, ...] = (*asked.seen, asked.rolls[item.option or 0])
            self._tray.account_for(asked.seen)
            if item.option is not None and not dice_waited_for(self.match.rules, self.match.state):
                self._play_pending()
        else:
            evidence = tuple(lying.sighting for lying in question.says)
        if item.option is not None and 0 <= item.option < len(question.options):
            row = [taken_back(play, self.match.entries) for play in question.row(item.option)]
            self._submit_row(
                row, (*evidence, word or self._tap(row[-1], "answer")), "answer" if word is None else REFEREE
            )
        if self._reader is not None:
            self._reader.account_for(question.says)

    # --- a referee who is not at the table

    def _obey(self, order: RefereeOrder) -> OrderAnswer:
        """Carry an order out, or say why not."""
        if self._now_ms > order.until_ms:
            return self._answer(OrderOutcome.EXPIRED)
        if self.proposal is not None:
            says = Text("somebody at the table is deciding about a correction")
            return self._answer(OrderOutcome.BUSY, says)
        is_exact = order.verb in inbox.NEEDS_NO_NUMBER or order.expect is not None
        if order.expect not in (None, self.match.seq) or not is_exact:
            return self._answer(OrderOutcome.CONFLICT, Text("the match has gone on: look at it again"))
        try:
            return self._obeyed(order)
        except Malformed as problem:
            return self._answer(OrderOutcome.REFUSED, problem.message)

    def _obeyed(self, order: RefereeOrder) -> OrderAnswer:
        match order.verb:
            case OrderVerb.ANSWER:
                return self._answer_question(order)
            case OrderVerb.APPROVE:
                args = read(inbox.ApproveArgs, dict(order.args))
                if self.desync is None or self.desync.key != args.key:
                    return self._answer(OrderOutcome.CONFLICT, GONE)
                self._approve(inbox.TableApproval(args.key))
                return self._answer(OrderOutcome.DONE)
            case OrderVerb.COMING:
                if read(inbox.ComingArgs, dict(order.args)).call != self.call:
                    return self._answer(OrderOutcome.CONFLICT, Text("nobody calls any more"))
                self.coming = order.by
                return self._answer(OrderOutcome.DONE)
            case _:
                pass
        if order.verb is OrderVerb.CLOCK:
            told = len(self._told)
            self._order(read(inbox.ClockOrder, dict(order.args)), order)
            remarks = [one.says for one in self._told[told:] if isinstance(one, session_event.RemarkEvent)]
            return self._answer(OrderOutcome.REFUSED if remarks else OrderOutcome.DONE, *remarks[:1])
        play = inbox.ordered_play(self.match.play_kinds, order)
        if isinstance(play, Correct | Insert):
            return self._correct(order, play)
        self._submit(taken_back(play, self.match.entries), (self._word_of(order, play),), REFEREE)
        return self._ruled()

    def _correct(self, order: RefereeOrder, play: Correct | Insert) -> OrderAnswer:
        """Amend an earlier play, as the order says about later plays that are impossible then."""
        is_decided = order.verb is OrderVerb.CORRECT
        then = read(inbox.CorrectArgs, dict(order.args)).then if is_decided else None
        voided = self.match.impossible_after(play)
        if voided and then is None:
            numbers = ", ".join(str(one.seq) for one in voided)
            says = Text(
                "later plays would become impossible: {plays}; say whether they are dropped or entered again",
                plays=numbers,
            )
            return self._answer(OrderOutcome.CONFLICT, says)
        play = replace(play, again=then == "again")
        self._submit(play, (self._word_of(order, play),), REFEREE)
        return self._ruled()

    def _answer_question(self, order: RefereeOrder) -> OrderAnswer:
        args = read(inbox.AnswerArgs, dict(order.args))
        question = self.question
        if question is None or question.key != args.key:
            return self._answer(OrderOutcome.CONFLICT, GONE)
        if args.option is None or args.option >= len(question.options):
            self._answered(inbox.QuestionAnswer(args.key, None))
            return self._answer(OrderOutcome.DONE)
        before = len(self._told)
        word = self._word_of(order, question.options[args.option])
        self._answered(inbox.QuestionAnswer(args.key, args.option), word)
        return self._ruled() if len(self._told) > before else self._answer(OrderOutcome.REFUSED)

    def _word_of(self, order: RefereeOrder, play: SaidPlay) -> Tap:
        said = {"order": order.id, "by": order.by, "play": write_play(play)}
        return Tap(order.observation, self._now_ms, said, REFEREE)

    def _ruled(self) -> OrderAnswer:
        """Answer with what the last ruling, or the last remark, says."""
        match self._told[-1]:
            case session_event.RemarkEvent(says) | session_event.RulingEvent(refusal=Refusal(message=says)):
                return self._answer(OrderOutcome.REFUSED, says)
            case _:
                return self._answer(OrderOutcome.DONE)

    def _answer(self, outcome: OrderOutcome, says: Text | None = None) -> OrderAnswer:
        return OrderAnswer(outcome, self.match.seq, says)

    def _tap(self, play: SaidPlay, source: str, said: Any = None) -> Tap:
        name = ObservationId(f"{source}-{self.match.seq + 1}")
        return Tap(name, self._now_ms, write_play(play) if said is None else said, source)

    # --- the match

    def _submit(self, play: SaidPlay, evidence: Sequence[Observation], by: str, said: Any = None) -> None:
        is_roll = not isinstance(play, UnreadablePlay) and is_roll_play(self.match.rules, play.kind)
        outcome = self.match.submit(play, evidence, said)
        if outcome.ok:
            if is_roll and by != TRAY:
                self._tray.entered_by_hand(self._now_ms)
            for problem in self._kept.keep_pictures(self.name, evidence, self._crops):
                self._told.append(session_event.RemarkEvent(problem))
            is_aside = isinstance(play, Note | Undo | Correct | Insert | Override)
            self._clockwork.played(holds_clocks(play), is_aside=is_aside)
            self._goes_on = not is_aside or isinstance(play, Correct | Insert)
        self._told.append(session_event.ruling_of(self.match, outcome, play, by, evidence, self._now_ms))

    def _go_on(self) -> None:
        if self._goes_on:
            says = go_on(self.match, lambda play: self._submit(play, (self._tap(play, ITSELF),), ITSELF))
            self._told += () if says is None else (session_event.WentOn(says),)
        self._goes_on = False

    def _submit_row(self, row: Sequence[Play], evidence: Sequence[Observation], by: str) -> None:
        """Submit plays of which the last one explains the others: all of them, or none if one would be refused."""
        refusal = refusal_in(self.match.rules, self.match.state, row) if len(row) > 1 else None
        if refusal is not None:
            self._told.append(session_event.RemarkEvent(refusal.message))
            return
        for play in row:
            self._submit(play, evidence, by)

    def _order(self, item: inbox.ClockOrder, order: RefereeOrder | None = None) -> None:
        """Carry out an order to the clocks; a clock that was corrected stands in the history, as all corrections do."""
        corrected = self._clockwork.order(item, self.view())
        if corrected is not None:
            note = note_of(corrected)
            word = self._tap(note, REFEREE) if order is None else self._word_of(order, note)
            self._submit(note, (word,), REFEREE)

    def view(self) -> Json:
        """Return the match as anybody may see it, computed once for each play: its odds take longer than the rest of a tick."""
        if self._viewed is None or self._viewed[0] != self.match.seq:
            self._viewed = self.match.seq, self.match.view()
        return self._viewed[1]
