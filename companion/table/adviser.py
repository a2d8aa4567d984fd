"""Gives hints at a table, in three steps: each time it is asked, it says a little more about the choice that is waited for."""

import threading
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic, thread_time

from companion.ids import ObservationId
from companion.observation import Notice
from companion.opponent.choosing import HintStep, Thinker, choose, is_asked, knowledge_of, thinking_clock
from companion.opponent.games import thinker_of, value_of
from companion.opponent.hint import hint_steps
from companion.session.inbox import DeviceNotice
from companion.session.match_controller import MatchController
from companion.session.session_event import HintAsked, SessionEvent
from companion.showing.worth import sentence
from companion.storage.shipped_data import value_data
from companion.table.match_device import TakeItems
from companion.threads import Stumble, TendedThread
from companion.words import Text

DEVICE = "hint"
SECONDS = 1.0
"""How long it thinks, in time of the processor: what is told of a choice that was hardly looked at would be wrong."""
MOST_SECONDS = 5.0
"""How long a person waits for a hint at most, on a machine that is busy with other things."""
WAIT_S = 0.2
NOTHING = Text("hint: there is nothing to choose now")
NO_SECRET = Text("no hint while others choose")


class Adviser:
    """Gives hints in one match, as a device of its table. `machines` are the seats that the program plays."""

    def __init__(self, machines: Callable[[], Collection[str]], seconds: float = SECONDS) -> None:
        self._machines = machines
        self._seconds = seconds
        self._controller: MatchController | None = None
        self._asked: SimpleQueue[object] = SimpleQueue()
        self._state: object = None
        self._given = 0
        self._steps: tuple[HintStep, ...] = ()
        self._told = 0
        self._stopping = threading.Event()
        self._thread: TendedThread | None = None

    # --- the device

    def begin(self, controller: MatchController, take: TakeItems) -> None:
        self._controller, self._take = controller, take

    def hear(self, told: SessionEvent) -> None:
        if not isinstance(told, HintAsked) or self._controller is None:
            return
        self._asked.put(self._controller.match.state)
        if self._thread is None:
            self._thread = TendedThread(
                "hints", Text("the hints"), self._serve, self._stumbled, self._stopping
            )
            self._thread.start()

    def end(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(self._seconds)

    # --- in its thread

    def _serve(self) -> None:
        while not self._stopping.is_set():
            try:
                state = self._asked.get(timeout=WAIT_S)
            except Empty:
                continue
            if state is not self._state:
                # A note in the log, such as a referee's word, changes nothing of the choice.
                self._state, self._given = state, 0
                self._steps = self._thought(state)
            is_told = self._given == len(self._steps) and bool(self._steps[-1].points_at)
            self._given = min(self._given + 1, len(self._steps))
            step = self._steps[self._given - 1]
            if is_told:
                step = replace(step, says=Text("{hint} (no further hint)", hint=step.says))
            self._say(step, has_more=self._given < len(self._steps))

    def _thought(self, state: object) -> tuple[HintStep, ...]:
        """Return the steps of the hint: for one person who has to choose now, or for several, who all hear them."""
        assert self._controller is not None
        rules = self._controller.match.rules
        thinker = thinker_of(rules.game)
        seats = self._choosing(thinker, state)
        if not seats:
            return (HintStep(NOTHING),)
        if len(seats) > 1:
            return thinker.aloud(state) or (HintStep(NO_SECRET),)
        held = thinker.may_hold(state, seats[0])
        value, _ = value_of(thinker, value_data(rules.game))
        knowledge = knowledge_of(thinker, state, seats[0], held)
        clock = thinking_clock(monotonic, thread_time, self._seconds, MOST_SECONDS)
        ranking = choose(thinker, value, knowledge, self._seconds, clock)
        if not ranking:
            return (HintStep(NOTHING),)
        return hint_steps(ranking, partial(sentence, rules, state), rules.play_names, frozenset(held))

    def _choosing(self, thinker: Thinker, state: object) -> list[str]:
        """Return the seats of people who choose now. In a game of sealed cards, who has laid one face down has chosen."""
        machines, face_down = self._machines(), thinker.face_down
        asked = {
            one.seat: one.plays
            for one in thinker.rules.expects(state)
            if one.seat is not None and one.seat not in machines and is_asked(thinker, state, one.seat)
        }
        return [s for s, kinds in asked.items() if face_down and face_down(s).kind in kinds] or [*asked]

    def _say(self, step: HintStep, *, has_more: bool = False) -> None:
        self._told += 1
        name = ObservationId(f"{DEVICE}-said-{self._told}")
        self._take(
            lambda now_ms: (
                DeviceNotice(Notice(name, now_ms, DEVICE, "says"), step.says, step.points_at, has_more),
            )
        )

    def _stumbled(self, stumble: Stumble) -> None:
        self._say(HintStep(stumble.says))
