"""The program as a player at a table: thinks in a thread of its own, and enters its plays as people enter theirs.

Whatever happens to the match (a play, an undo, a correction) gives it a new situation, and what it was thinking about the
old one is dropped. Its plays name the number of the match that they were meant for, so that a late one is refused.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, thread_time

from companion.errors import CompanionError, NoSuchMatch, ScriptError
from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Notice
from companion.opponent.choosing import LEVELS, Thinker, is_asked, thinking_clock
from companion.opponent.games import thinker_of, value_of
from companion.opponent.sealed_card import begun_seq, card_seals, sealed_card, since_dealt
from companion.opponent.seat import (
    BY,
    SECONDS,
    USUAL_LEVEL,
    MachineSeat,
    ProgramSeats,
    Seal,
    Seating,
    Situation,
    answers,
    opened_in,
    seal_in,
    seal_of,
    steps_of,
)
from companion.play import Note, Play, SaidPlay, kind_said
from companion.reading.identity import names_of
from companion.rules.dice import dice_of_game
from companion.rules.engine import Refusal
from companion.session.inbox import DeviceNotice, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.session_event import DifferenceEvent, RulingEvent, SessionEvent, StaleTouch
from companion.storage.machine_seeds import seed_for
from companion.storage.places import Places
from companion.storage.shipped_data import value_data
from companion.table.even_levels import EvenLevels
from companion.table.match_device import TakeItems
from companion.table.recorded_match import noted, open_store, seat_name
from companion.threads import Stumble, TendedThread
from companion.words import Text, joined

MOST_REFUSED = 3
"""So many of its plays may be refused in one situation before people are asked."""
SEALED_SECONDS = 0.8
"""It thinks no longer about a card that is turned with the others': it is sealed before people have laid theirs."""
LEAST_SECONDS, MOST_SECONDS = 0.3, 5.0
"""So much of the processor it has for a play, on a busy machine too, but people wait no longer: with less, it has seen
hardly any play of a large board, and ended its phase with all its points.
"""
LOOK_S = 0.05
WAIT_S = 0.2


EVEN, LAID = "even", "laid"


def seating(words: str) -> Seating:
    """Read a seat, a level and who lays its cards, such as `away:3`, `away:even` or `away:3:laid`. Raises `ScriptError`."""
    seat, *rest = words.split(":")
    is_laid = rest[-1:] == [LAID]
    level, *further = [*rest[: len(rest) - is_laid], ""]
    is_even = level == EVEN
    is_level = level in ("", EVEN) or (level.isdecimal() and int(level) in LEVELS)
    if not seat or not is_level or any(further):
        raise ScriptError(
            Text(
                "an opponent is given with its level, from {least} to {most}, such as away:3, not as {got}",
                least=min(LEVELS),
                most=max(LEVELS),
                got=words[:40],
            )
        )
    return Seating(seat, int(level) if level.isdecimal() else USUAL_LEVEL, is_even, is_laid)


def notes_of(where: Places, match: MatchId) -> dict[int, Note]:
    """Return the notes in the log of a match by their numbers; a match that is not kept has none. Raises `StorageError`."""
    try:
        with open_store(where) as store:
            return noted(store, match)
    except NoSuchMatch:
        return {}


def seated_in(where: Places, match: MatchId) -> tuple[Seating, ...]:
    """Return the seats that the program played in a recorded match. Raises `StorageError`."""
    seals = (seal_in(note) for note in notes_of(where, match).values())
    return tuple({seal.seat: seal.seating for seal in seals if seal is not None}.values())


def greeting(seating: Seating, match: Match) -> Text:
    """Say that the program plays a seat, and what people do for it."""
    level = Text("level {level}", level=seating.level)
    if seating.is_even:
        level = Text("{level}, which follows the results of its matches", level=level)
    seat = seat_name(match.setup, seating.seat)
    if not match.rules.card_kinds:
        says = Text("Companion plays {seat} ({level}). Move its pieces as it says", seat=seat, level=level)
    elif seating.is_laid:
        says = Text("Companion plays {seat} ({level}). Lay its cards as it says", seat=seat, level=level)
    else:
        says = Text(
            "Companion plays {seat} ({level}). Lay none of the cards that it holds",
            seat=seat,
            level=level,
        )
    if not dice_of_game(match.rules):
        return says
    return Text("{says}. You roll the dice", says=says)


def unused_told(thinker: Thinker, match: Match, seat: str) -> Text | None:
    """Return which cards of a seat the program never uses, because only people can carry out their texts; None if there is
    none.
    """
    unused = thinker.unused(match.state, seat)
    if not unused:
        return None
    names = names_of(match.cards)
    return Text(
        "Companion ignores the texts of {cards}",
        cards=joined([Text("{card}", card=names.get(card, card)) for card in unused]),
    )


class MachinePlayer:
    """Plays some seats of one match; a device of its table."""

    def __init__(
        self,
        seatings: Sequence[Seating],
        seeds: Path,
        notes_of: Callable[[MatchId], Mapping[int, Note]] = lambda _match: {},
        seconds: float = SECONDS,
        levels: EvenLevels | None = None,
    ) -> None:
        """`notes_of`: what was noted in the log of a match that goes on; a match keeps its plays alone. The seats that were
        sealed there are played again, whether they are named or not. `levels`: those of even matches.
        """
        self._seatings = seatings
        self._notes_of = notes_of
        self._seeds = seeds
        self._seconds = seconds
        self._machines: tuple[MachineSeat, ...] = ()
        self._controller: MatchController | None = None
        self._looks: SimpleQueue[Situation] = SimpleQueue()
        self._newest: Situation | None = None
        self._refused: list[SaidPlay] = []
        self._levels = levels
        self._sealed: dict[str, Seal] = {}
        self._notes: Mapping[int, Note] = {}
        self._turned: set[tuple[str, int]] = set()
        """The seats, and the numbers of the sealed cards that they have played."""
        self._opened: set[str] = set()
        """The seats whose seals, and whose seeds, stand in the log."""
        self._differs = False
        self._told = 0
        self._stopping = threading.Event()
        self._thread = TendedThread(
            "machine", Text("the player"), self._play_on, self._stumbled, self._stopping
        )

    # --- the device

    @property
    def seats(self) -> frozenset[str]:
        """The seats that the program plays."""
        return frozenset(machine.seat for machine in self._machines)

    def begin(self, controller: MatchController, take: TakeItems) -> None:
        """Take the seats. Raises `CompanionError` if one cannot be played."""
        match, self._take = controller.match, take
        for seq, note in self._notes_of(controller.name).items():
            self._noted(seq, note)
        self._machines = tuple(self._all_seated(controller.name, match))
        if not self._machines:
            return
        self._controller = controller
        self._thinker = thinker_of(match.rules.game)
        self._value, problem = value_of(self._thinker, value_data(match.rules.game))
        self._greet(problem, match)
        controller.play_for(self._own_cards(match, is_laid=False), laid=self._own_cards(match, is_laid=True))
        self._hold_seats(is_playing=True)
        self._look()
        self._thread.start()

    def _all_seated(self, name: MatchId, match: Match) -> Iterator[MachineSeat]:
        """Yield the seats that were asked for, and those that the program played in this match before."""
        yield from (self._seated(name, match, wanted) for wanted in self._seatings)
        asked = {wanted.seat for wanted in self._seatings}
        for seal in self._sealed.values():
            if seal.seat not in asked and seal.seat not in self._opened:
                try:
                    yield self._seated(name, match, seal.seating)
                except CompanionError as problem:
                    self._say(problem.message)

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
        seed, sealed = seed_for(self._seeds, name, wanted.seat), self._sealed.get(wanted.seat)
        if sealed is not None:
            if sealed.seal != seal_of(seed):
                raise ScriptError(
                    Text(
                        "the cards of {seat} were sealed on another machine, or by another folder of data: the program"
                        " cannot go on playing them here",
                        seat=wanted.seat,
                    )
                )
        elif self._levels is not None:
            wanted = self._levels.seated(match.rules.game, wanted)
        return MachineSeat(wanted, seed)

    def _greet(self, problem: Text | None, match: Match) -> None:
        for machine in self._machines:
            self._say(greeting(machine.seating, match))
            unused = unused_told(self._thinker, match, machine.seat)
            if unused is not None:
                self._say(unused)
        if problem is not None:
            self._say(Text("Companion plays by simple rules of thumb: {problem}", problem=problem))

    def _own_cards(self, match: Match, *, is_laid: bool) -> frozenset[str]:
        """Return the cards that people lay for the program, or that nobody lays."""
        own = {machine.seat for machine in self._machines if machine.seating.is_laid is is_laid}
        return frozenset(self._thinker.own_cards(match.state, own)) if own else frozenset()

    def _hold_seats(self, *, is_playing: bool) -> None:
        """Have screens offer people no plays of these seats; or offer them, while people have to play for the program."""
        if self._controller is not None:
            seats = self.seats if is_playing else frozenset()
            kinds = self._thinker.chosen_kinds | self._thinker.pile_kinds
            self._controller.program = ProgramSeats(seats, kinds)

    def _noted(self, seq: int, play: SaidPlay) -> None:
        if isinstance(play, Note):
            self._notes = {**self._notes, seq: play}
        if (seal := seal_in(play)) is not None:
            self._sealed.setdefault(seal.seat, seal)
        if (opened := opened_in(play)) is not None:
            self._opened.add(opened[0])

    def _entered(self, play: SaidPlay) -> None:
        """Take note of a play that counts; one of the program's own may open a seal."""
        if (opened := opened_in(play)) is not None:
            self._ended(opened[0])
        if kind_said(play) in self._thinker.sealed_kinds:
            for seat in self.seats & set(getattr(play, "cards", ())):
                self._turned.update((seat, seal.number) for seal in card_seals(self._notes, seat))

    def _ended(self, seat: str) -> None:
        """Have the level of an even match follow its result."""
        machine = next((one for one in self._machines if one.seat == seat), None)
        if self._controller is None or self._levels is None or machine is None or not machine.seating.is_even:
            return
        rules, state = self._thinker.rules, self._controller.match.state
        won = self._thinker.winners(state)
        if won:
            share = (seat in won) / len(won)
            try:
                self._levels.note(rules.game, share=share, seats=len(rules.seats(state)))
            except CompanionError as problem:
                self._say(problem.message)

    def hear(self, told: SessionEvent) -> None:
        match told:
            case RulingEvent(refusal=None, seq=seq, by=by, play=play):
                self._refused.clear()
                self._hold_seats(is_playing=True)
                self._noted(seq, play)
                if by == BY:
                    self._entered(play)
                self._look()
            case RulingEvent(by=by, play=play) if by == BY:
                self._refused.append(play)
                self._look()
                if len(self._refused) == MOST_REFUSED:
                    self._give_up()
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
                play = self._play_of(machine, situation)
            except ValueError:
                self._hold_seats(is_playing=False)
                self._say(
                    Text(
                        "since that correction, the cards of {seat} are no longer those of the match: take "
                        "the correction back, or play this seat yourselves",
                        seat=machine.seat,
                    )
                )
                return
            if play is not None:
                self._wait_for_the_table(situation)
                self._enter(play, situation)
                return
        if not self._thinker.sealed_kinds and any(
            is_asked(self._thinker, situation.state, seat) for seat in self.seats
        ):
            self._give_up()

    def _give_up(self) -> None:
        """Have people make the next play of the program."""
        self._hold_seats(is_playing=False)
        self._say(Text("Companion finds no play here: make this play for it, or undo the last one"))

    def _play_of(self, machine: MachineSeat, situation: Situation) -> Play | None:
        """Return what a seat enters now: its play, or the seal of a card that is turned with the others'; None: nothing."""
        sealed = self._sealed_card(machine, situation)
        if sealed is not None:
            if not self._is_a_person_asked(situation.state):
                return sealed
            return self._face_down(machine.seat, situation.state)
        is_sealed = bool(self._thinker.sealed_kinds)
        seconds = min(self._seconds, SEALED_SECONDS) if is_sealed else self._seconds
        most_s = seconds if is_sealed else MOST_SECONDS
        clock = thinking_clock(monotonic, thread_time, min(seconds, LEAST_SECONDS), most_s)
        found = answers(
            self._thinker, self._value, machine, situation, partial(self._now_s, situation, clock), seconds
        )
        play = next((one.play for one in found if one.play not in self._refused), None)
        if play is None or play.kind not in self._thinker.sealed_kinds or self._refused:
            return play
        return sealed_card(machine.seat, machine.seed, len(card_seals(self._notes, machine.seat)) + 1, play)

    def _sealed_card(self, machine: MachineSeat, situation: Situation) -> Play | None:
        """Return the card that a seat has sealed for the cards that are turned next. After an undo it chooses anew,
        unless other cards still lie open.
        """
        thinker, kinds = self._thinker, self._thinker.sealed_kinds
        if not kinds or self._refused or not is_asked(thinker, situation.state, machine.seat):
            return None
        begun = begun_seq(situation.steps, thinker.chance_kinds)
        seals = [one for one in card_seals(self._notes, machine.seat) if one.seq > begun]
        lie_open = any(step.play.kind in kinds for step in since_dealt(situation.steps, thinker.chance_kinds))
        if not seals or (not lie_open and (machine.seat, seals[-1].number) in self._turned):
            return None
        plays = (
            play
            for kind in kinds
            for play in thinker.rules.options(situation.state, machine.seat, kind)
            if seals[-1].fits(machine.seed, play)
        )
        return next(plays, None)

    def _face_down(self, seat: str, state: object) -> Play | None:
        """Return the play that tells that a seat's card lies face down; None if that was told."""
        if self._thinker.face_down is None:
            return None
        play = self._thinker.face_down(seat)
        return None if isinstance(self._thinker.rules.judge(state, play), Refusal) else play

    def _is_a_person_asked(self, state: object) -> bool:
        """Tell whether somebody else has still to lay a card."""
        rules = self._thinker.rules
        return any(
            waited.seat not in self.seats and not self._thinker.sealed_kinds.isdisjoint(waited.plays)
            for waited in rules.expects(state)
        )

    def _now_s(self, situation: Situation, clock: Callable[[], float]) -> float:
        """Return the time; a situation that has passed has no time left."""
        is_current = situation is self._newest and not self._stopping.is_set()
        return clock() if is_current else float("inf")

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
        self._hold_seats(is_playing=False)
        self._say(stumble.says)
