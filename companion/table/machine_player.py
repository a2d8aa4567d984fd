"""The program as a player at a table: thinks in a thread of its own, and enters its plays as people enter theirs.

Whatever happens to the match (a play, an undo, a correction) gives it a new situation, and what it was thinking about the old one
is dropped. Its plays name the number of the match that they were meant for, so that a late one is refused.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic

from companion.errors import ScriptError
from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Notice
from companion.opponent.choosing import LEVELS
from companion.opponent.games import thinker_of, value_of
from companion.opponent.seat import (
    BY,
    SECONDS,
    MachineSeat,
    Situation,
    answers,
    opened_in,
    seal_in,
    seal_of,
    steps_of,
)
from companion.play import Note, Play, SaidPlay
from companion.session.inbox import DeviceNotice, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.session_event import DifferenceEvent, RulingEvent, SessionEvent, StaleTouch
from companion.storage.machine_seeds import seed_for
from companion.storage.places import Places
from companion.storage.shipped_data import value_data
from companion.table.match_device import TakeItems
from companion.table.recorded_match import noted, open_store, seat_name
from companion.threads import Stumble, TendedThread
from companion.words import Text, joined

USUAL_LEVEL = 3
MOST_REFUSED = 3
"""So many of its plays may be refused in one situation before people are asked."""
LOOK_S = 0.05
WAIT_S = 0.2


@dataclass(frozen=True, slots=True)
class Seating:
    """A seat that the program shall play, and how strongly."""

    seat: str
    level: int = USUAL_LEVEL


def seating(words: str) -> Seating:
    """Read a seat and a level, such as `away:3`. Raises `ScriptError`."""
    seat, _, level = words.partition(":")
    if not seat or (level and (not level.isdecimal() or int(level) not in LEVELS)):
        raise ScriptError(
            Text(
                "an opponent is given with its level, from {least} to {most}, such as away:3, not as {got}",
                least=min(LEVELS),
                most=max(LEVELS),
                got=words[:40],
            )
        )
    return Seating(seat, int(level) if level else USUAL_LEVEL)


def notes_of(where: Places, match: MatchId) -> list[Note]:
    """Return the notes in the log of a match. Raises `StorageError`."""
    with open_store(where) as store:
        return noted(store, match)


class MachinePlayer:
    """Plays some seats of one match; a device of its table."""

    def __init__(
        self,
        seatings: Sequence[Seating],
        seeds: Path,
        notes_of: Callable[[MatchId], Iterable[SaidPlay]] = lambda _match: (),
        seconds: float = SECONDS,
    ) -> None:
        """`notes_of`: what was noted in the log of a match that goes on; a match keeps its plays alone."""
        self._seatings = seatings
        self._notes_of = notes_of
        self._seeds = seeds
        self._seconds = seconds
        self._machines: tuple[MachineSeat, ...] = ()
        self._controller: MatchController | None = None
        self._looks: SimpleQueue[Situation] = SimpleQueue()
        self._newest: Situation | None = None
        self._refused: list[SaidPlay] = []
        self._sealed: dict[str, str] = {}
        self._opened: set[str] = set()
        """The seats whose seals, and whose seeds, stand in the log."""
        self._differs = False
        self._told = 0
        self._stopping = threading.Event()
        self._thread = TendedThread(
            "machine", Text("the player"), self._play_on, self._stumbled, self._stopping
        )

    # --- the device

    def begin(self, controller: MatchController, take: TakeItems) -> None:
        """Take the seats. Raises `CompanionError` if one cannot be played."""
        self._controller, self._take = controller, take
        match = controller.match
        self._thinker = thinker_of(match.rules.game)
        for note in self._notes_of(controller.name):
            self._noted(note)
        self._machines = tuple(self._seated(controller.name, match, one) for one in self._seatings)
        self._value, problem = value_of(self._thinker, value_data(match.rules.game))
        self._greet(problem, match)
        controller.leave_out(self._virtual_cards(match))
        self._look()
        self._thread.start()

    def _seated(self, name: MatchId, match: Match, wanted: Seating) -> MachineSeat:
        seats = match.rules.seats(match.state)
        if wanted.seat not in seats:
            raise ScriptError(
                Text(
                    "there is no seat {seat}; possible: {known}",
                    seat=wanted.seat[:40],
                    known=", ".join(seats),
                )
            )
        seed = seed_for(self._seeds, name, wanted.seat)
        if self._sealed.get(wanted.seat, seal_of(seed)) != seal_of(seed):
            raise ScriptError(
                Text(
                    "the cards of {seat} were sealed on another machine, or by another folder of data: the program"
                    " cannot go on playing them here",
                    seat=wanted.seat,
                )
            )
        return MachineSeat(wanted.seat, wanted.level, seed)

    def _greet(self, problem: Text | None, match: Match) -> None:
        for machine in self._machines:
            name = seat_name(match.setup, machine.seat)
            self._say(
                Text(
                    "{seat} is played by Companion, level {level} of {most}; nothing has to be laid for cards that it"
                    " holds. The dice are thrown by you",
                    seat=name,
                    level=machine.level,
                    most=max(LEVELS),
                )
            )
            unused = self._thinker.unused(match.state, machine.seat)
            if unused:
                self._say(
                    Text(
                        "Companion never uses the texts of these cards, which only people can carry out: {cards}",
                        cards=joined([Text("{card}", card=card) for card in unused]),
                    )
                )
        if problem is not None:
            self._say(Text("Companion plays by simple rules of thumb: {problem}", problem=problem))

    def _virtual_cards(self, match: Match) -> frozenset[str]:
        """Return the cards that nobody lays, because a machine seat holds them."""
        own = {machine.seat for machine in self._machines}
        return frozenset(self._thinker.own_cards(match.state, own)) if own else frozenset()

    def _noted(self, play: SaidPlay) -> None:
        if (seal := seal_in(play)) is not None:
            self._sealed.setdefault(seal.seat, seal.seal)
        if (opened := opened_in(play)) is not None:
            self._opened.add(opened[0])

    def hear(self, told: SessionEvent) -> None:
        match told:
            case RulingEvent(refusal=None, play=play):
                self._refused.clear()
                self._noted(play)
                self._look()
            case RulingEvent(by=by, play=play) if by == BY:
                self._refused.append(play)
                self._look()
                if len(self._refused) == MOST_REFUSED:
                    self._say(
                        Text(
                            "Companion's plays are refused here: make this play for it, or undo the last one"
                        )
                    )
            case RulingEvent() | StaleTouch():
                self._look()
            case DifferenceEvent(desync):
                self._differs = desync is not None
            case _:
                pass

    def end(self) -> None:
        self._stopping.set()
        self._thread.join(self._seconds)

    # --- thinking

    def _look(self) -> None:
        """Take the match as it is now; what is heard before the player has begun is looked at when it begins."""
        if self._controller is None:
            return
        match = self._controller.match
        self._newest = Situation(match.opening.state, steps_of(match.entries), match.seq)
        self._looks.put(self._newest)

    def _play_on(self) -> None:
        while not self._stopping.is_set():
            try:
                situation = self._looks.get(timeout=WAIT_S)
            except Empty:
                continue
            if situation is self._newest:
                self._answer(situation)

    def _answer(self, situation: Situation) -> None:
        is_over = self._thinker.rules.is_over(situation.state)
        for machine in self._machines:
            if machine.seat not in self._sealed:
                self._enter(machine.sealed, situation)
                return
            if is_over and machine.seat not in self._opened:
                self._enter(machine.opened, situation)
                return
        if not is_over and len(self._refused) < MOST_REFUSED:
            self._choose(situation)

    def _choose(self, situation: Situation) -> None:
        for machine in self._machines:
            try:
                found = answers(
                    self._thinker,
                    self._value,
                    machine,
                    situation,
                    partial(self._now_s, situation),
                    self._seconds,
                )
                play = next((one.play for one in found if one.play not in self._refused), None)
            except ValueError:
                self._say(
                    Text(
                        "the cards of {seat} cannot be as the match has them since that correction: take it back, or play"
                        " this seat yourselves",
                        seat=machine.seat,
                    )
                )
                return
            if play is not None:
                self._wait_for_the_table(situation)
                self._enter(play, situation)
                return

    def _now_s(self, situation: Situation) -> float:
        """Return the time; a situation that has passed has no time left."""
        is_current = situation is self._newest and not self._stopping.is_set()
        return monotonic() if is_current else float("inf")

    def _wait_for_the_table(self, situation: Situation) -> None:
        """Wait while people still put right what lies otherwise than the match has it, such as its last play."""
        while self._differs and situation is self._newest and not self._stopping.wait(LOOK_S):
            pass

    def _enter(self, play: Play, situation: Situation) -> None:
        if situation is self._newest and not self._stopping.is_set():
            self._take(lambda _now_ms: (PlayIntent(play, situation.seq, BY),))

    def _say(self, words: Text) -> None:
        self._told += 1
        name = ObservationId(f"{BY}-said-{self._told}")
        self._take(lambda now_ms: (DeviceNotice(Notice(name, now_ms, BY, "says"), words),))

    def _stumbled(self, stumble: Stumble) -> None:
        self._say(stumble.says)
