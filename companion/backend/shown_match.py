"""Shows a match that virtual players act out, for demonstrations and kiosk: a camera reads it as a real one. A kiosk keeps
none of them.
"""

import gc
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from companion.backend.interface import (
    AttractClip,
    Evidence,
    Invitation,
)
from companion.backend.offers import demonstration
from companion.backend.pictures import PictureMaker
from companion.backend.screen_pictures import CameraPicture
from companion.clock import monotonic_ms, wall_ms
from companion.errors import CompanionError
from companion.event import Event
from companion.ids import MatchId
from companion.match import Match
from companion.play import Play
from companion.rules.description import PLAIN_MODE
from companion.rules.engine import Json, Refusal
from companion.rules.games import GAMES
from companion.session.inbox import Item
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.session.session_event import RemarkEvent, SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import CardSide, Highlight, Scale, Scene, Way, as_settled, with_ways
from companion.showing.ways import Choosable
from companion.showing.worth import sentence, worth
from companion.storage.clocks import clocks_of
from companion.storage.evidence import EvidenceStore
from companion.storage.shipped_data import mat_of, summary_of
from companion.table.acted_match import Score
from companion.table.recorded_match import identities_of
from companion.table.show import Scenery, Show, ShowCompany
from companion.table.wiring import bare_controller
from companion.threads import Stumble, TendedThread, taken
from companion.timers import Clocks
from companion.virtual.acting.actor import Actor
from companion.virtual.chance import random_plays
from companion.words import Text, Wording
from ui.start import trim_memory
from vision.virtual.flat_drawings import forget_grounds
from vision.virtual.light import Sensor
from vision.virtual.scene_picture import forget_drawings
from vision.worker import Preview

# --- reels
# Cuts the loop of a kiosk out of a match: the contest that was settled last, and the goal, try or order after it.
#
# Virtual players play the match by its rules alone, without table and camera: that takes some tenths of a second.

MOST_MATCHES = 12
"""A match without a score is followed by another one, so many times."""
MOST_FACES = 4
"""More would lie over each other."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A play with the positions before and after it, and the events of the play before it."""

    play: Play
    before: Any
    led_here: tuple[Event, ...]
    after: Any
    events: tuple[Event, ...]
    highlight: Highlight


def cut_attract_clip(game: str, seed: int) -> AttractClip | None:
    """Return the loop of a game; None if nobody scores in any of some matches, which another seed changes."""
    chance = Random(seed)
    for _ in range(MOST_MATCHES):
        contest, goal = _cuts(game, chance)
        if goal is not None:
            settled = _settled(game, goal if goal.highlight.is_reveal or contest is None else contest)
            faces = _faces(settled)
            if settled.board is not None and not faces:
                # After a goal the board is set up anew: the dice fall beside it as it was before.
                settled = _at_a_glance(_scene(game, goal.before, goal.led_here))
            return AttractClip(game, goal.play, faces, settled, _settled(game, goal), goal.highlight)
    return None


def _cuts(game: str, chance: Random) -> tuple[_Cut | None, _Cut | None]:
    """Play a match until the first score, or its end in a game without scores; return the last contest and the score."""
    setup, cards = demonstration(game, PLAIN_MODE)
    match, builder = Match(GAMES[game], setup, cards), SCENE_BUILDERS[game]
    contest: _Cut | None = None
    cried: _Cut | None = None
    before, led_here = match.state, match.opening.events
    for play in random_plays(match, chance):
        match.submit(play)
        events = match.entries[-1].events
        highlight = builder.highlight(match.state, events)
        if highlight is not None:
            cut = _Cut(play, before, led_here, match.state, events, highlight)
            if highlight.scores:
                return contest, cut
            contest = cut if highlight.is_reveal else contest
            cried = cried or (cut if highlight.word is not None and highlight.seat is None else None)
        before, led_here = match.state, events
    return contest, cried


def _settled(game: str, cut: _Cut) -> Scene:
    """Return what is shown after a play, with the ways that led there."""
    before = _scene(game, cut.before, cut.led_here)
    after = _scene(game, cut.after, cut.events)
    return _at_a_glance(as_settled(before, with_ways(before, after, cut.events)))


def _at_a_glance(scene: Scene) -> Scene:
    """Return a scene without the reasons in its sums, which nobody reads in passing."""
    contest = scene.contest
    if contest is None:
        return scene
    scales = tuple(
        replace(scale, lines=tuple(line for line in scale.lines if not line.is_reason))
        for scale in contest.scales
    )
    return replace(scene, contest=replace(contest, scales=scales))


def _scene(game: str, state: Any, events: Sequence[Event]) -> Scene:
    return SCENE_BUILDERS[game].scene(GAMES[game], state, events, mat_of(game))


def _faces(scene: Scene) -> tuple[CardSide, ...]:
    """Return the faces of the cards of a contest, those of the side that won first."""
    if scene.contest is None:
        return ()
    scales = sorted(scene.contest.scales, key=lambda scale: not scale.has_won)
    refs = dict.fromkeys(ref for scale in scales for ref in _cards_of(scale))
    return tuple(face for ref in refs if (face := scene.face("", ref)) is not None)[:MOST_FACES]


def _cards_of(scale: Scale) -> tuple[str, ...]:
    """Return the cards of a side; where it has none of its own, those that were turned over."""
    return scale.cards or tuple(card.front.ref for card in scale.laid if card.front is not None)


# --- visitor
# Invites the visitor of a shown match to choose some plays for one seat.

FIRST_MS = 3_000
"""A visitor who has just come first watches for this long."""
APART_MS = 8_000
"""The least time between two choices that a visitor is asked for: he sees plays happen between them."""
OTHERS_MS = 8_000
"""After so long without a choice of his own, the visitor chooses for the other side too."""
SETTLED_MS, LEAST_SETTLED_MS = 6_000, 2_000
"""For so long the table rests after a contest was settled, so that its sums and its result are read; and at least."""
WAITS_MS = 9_500
"""Who plays waits no longer for his next choice, if there is one: the rest is shorter where plays before it took long."""


class Visitor:
    """A visitor who plays for one seat. Who has chosen once is asked about every play from then on, and so plays the match,
    until he lets a question pass.

    `invitation` and `choose` are for the screens' thread, the rest for the acting thread.
    """

    def __init__(
        self, seat: str, others: Sequence[str] = (), own_ms: Callable[[], int] | None = None
    ) -> None:
        """`others` are the seats for which the visitor chooses too when his own has had no choice for a while. `own_ms`
        tells his time, which goes on while a busy machine draws the table late; None: it is the table's.
        """
        self._seat, self._others, self._own_ms = seat, tuple(others), own_ms
        self._began_ms: int | None = None
        self.invitation: Invitation | None = None
        self._said: SimpleQueue[tuple[int, int | None]] = SimpleQueue()
        self._settled = (-1, 0)
        """The position about which there is nothing to ask any more, and for how many seats this was found."""
        self._next_ms = FIRST_MS
        self._answered_ms = 0
        self._number = 0
        self._shown_seq = 0
        self._rests_until_ms = 0
        self._plays = False
        """Whether he has answered the last question."""

    def choose(self, number: int, choice: int | None) -> None:
        """Answer an invitation; None: the virtual player chooses. A late answer does nothing."""
        self._said.put((number, choice))

    def is_awaited(self, match: Match, actor: Actor, now_ms: int) -> bool:
        """Tell whether the match waits for the visitor (see `companion.table.acted_match.Guest`)."""
        if self._own_ms is not None:
            now_ms = self._own_ms()
        if self._began_ms is None:
            self._began_ms = now_ms
        now_ms -= self._began_ms
        if self._is_read(match, now_ms):
            return True
        if self.invitation is None:
            self.invitation = self._invited(match, actor, now_ms)
        if self.invitation is None:
            return False
        is_settled, choice = self._heard(self.invitation)
        if not is_settled:
            return True
        if choice is not None:
            actor.be_told(self.invitation.choices[choice].play)
        self.invitation, self._settled = None, (match.seq, 1 + len(self._others))
        self._answered_ms, self._plays = now_ms, choice is not None
        self._next_ms = now_ms + (0 if self._plays else APART_MS)
        return False

    def _is_read(self, match: Match, now_ms: int) -> bool:
        """Tell whether the result of a contest is still being read."""
        entries = match.entries
        if entries and entries[-1].seq != self._shown_seq:
            self._shown_seq = entries[-1].seq
            before = entries[-2].after if len(entries) > 1 else match.opening.state
            shower = SCENE_BUILDERS[match.rules.game]
            if shower.settled(before, entries[-1].events) is not None:
                left_ms = self._answered_ms + WAITS_MS - now_ms if self._plays else SETTLED_MS
                self._rests_until_ms = now_ms + max(LEAST_SETTLED_MS, min(SETTLED_MS, left_ms))
        return now_ms < self._rests_until_ms

    def _invited(self, match: Match, actor: Actor, now_ms: int) -> Invitation | None:
        """Return a new invitation if there is a choice and the last one was long enough ago; None otherwise."""
        is_late = now_ms - self._answered_ms >= OTHERS_MS
        seats = (self._seat, *(self._others if is_late else ()))
        seq, count = self._settled
        if (seq == match.seq and count >= len(seats)) or now_ms < self._next_ms:
            return None
        self._settled = (match.seq, len(seats))
        found = ((seat, actor.choices(seat)) for seat in seats)
        seat, choices = next(((seat, plays) for seat, plays in found if len(plays) > 1), ("", ()))
        if not choices:
            return None
        self._number += 1
        hides = SCENE_BUILDERS[match.rules.game].hides
        scene = _scene(match.rules.game, match.state, ())
        # What is read of the table may be some plays behind, and wait for somebody else.
        asks = next((one.says for one in scene.waited if one.seat == seat), None)
        judged = [(play, _events_of(match, play)) for play in choices]
        told = tuple(_told(match, play, seat, events) for play, events in judged)
        ways = tuple(_ways(match, scene, events) for _, events in judged)
        is_hidden = choices[0].kind in hides
        return Invitation(self._number, seat, told, ways, asks, decided_in(match), is_hidden=is_hidden)

    def _heard(self, invitation: Invitation) -> tuple[bool, int | None]:
        """Return whether the invitation was answered, and the choice."""
        for number, choice in taken(self._said):
            if number == invitation.number and (choice is None or 0 <= choice < len(invitation.choices)):
                return True, choice
        return False, None


def _events_of(match: Match, play: Play) -> Sequence[Event]:
    """Return what would follow from a play; nothing if it is refused."""
    ruling = match.rules.judge(match.state, play)
    return () if isinstance(ruling, Refusal) else ruling.events


def _told(match: Match, play: Play, seat: str, events: Sequence[Event]) -> Choosable:
    rules = match.rules
    plain = SCENE_BUILDERS[rules.game].for_visitor(play, events)
    if plain is not None:
        return plain
    says = sentence(rules, match.state, play)
    return Choosable(play, says, worth(rules, match.state, play, seat, mat_of(rules.game)))


def decided_in(match: Match) -> Wording | None:
    """Return what a choice in the present phase is about, as the summary of the rules says it."""
    phase = match.rules.view(match.state).get("phase")
    return next(
        (one.decides for one in summary_of(match.rules.game) if phase in one.phases and one.decides), None
    )


def _ways(match: Match, before: Scene, events: Sequence[Event]) -> tuple[Way, ...]:
    """Return the ways that pieces and ball would go by these events; `before` is what is shown before them."""
    rules, state = match.rules, match.state
    for event in events:
        state = rules.evolve(state, event)
    board = with_ways(before, _scene(rules.game, state, events), events).board if events else None
    return () if board is None else board.last


def make_ready(match: Match) -> None:
    """Make the plays that stand ready, so that no visitor waits until all players are placed."""
    shower = SCENE_BUILDERS[match.rules.game]
    while ready := shower.ready(match.rules, match.state):
        match.submit(ready[0][1])


# --- shown match

MOST_BYTES = 20_000_000
"""The greatest size of all pictures of plays together, in bytes. They are dropped with the match."""
LONGEST_S = 60.0
"""How long a match that is just being laid out may take to stop, on a machine with much else to do."""
REST_S = 0.1
"""After its end the match looks so often for what people have entered."""
IN_COLOUR = Sensor(jpeg=None)
"""People look at these pictures, which elsewhere are only read."""


@dataclass(frozen=True, slots=True)
class ShowKeeping:
    """The match controller of a shown match, the file for its rolls, and the folder for the pictures of its plays. `trouble`
    says why the match is not kept, if it should be.
    """

    controller: MatchController
    rolls: Path
    pictures: Path
    trouble: Text | None = None


class ShownMatch:
    """Acts a match out in its own thread (see `companion.backend.interface.GuidedMatch`).

    The thread owns the match controller, the virtual table and the hands. `is_guided`: it stops before some plays of the
    first seat, so that the visitor can choose. `kept` begins the log of the match, in the thread; without it nothing is kept.
    """

    def __init__(
        self,
        game: str,
        mode: str,
        scenery: Scenery,
        *,
        is_guided: bool = False,
        kept: Callable[[Match, ExitStack], ShowKeeping] | None = None,
    ) -> None:
        self._setup, cards = demonstration(game, mode)
        rules = GAMES[game]
        self._truth, self._match = Match(rules, self._setup, cards), Match(rules, self._setup, cards)
        if is_guided:
            make_ready(self._truth)
            make_ready(self._match)
        self.name = MatchId(f"show-{scenery.seed}")
        own, *others = rules.seats(self._truth.state)
        # Cards of others that lie face down are not chosen by him.
        is_open = not SCENE_BUILDERS[game].hides
        own_ms = monotonic_ms if scenery.speed else None
        self._visitor = Visitor(own, others if is_open else (), own_ms) if is_guided else None
        self._scenery = replace(scenery, sensor=IN_COLOUR, thinks=True)
        self._inbox: SimpleQueue[Item] = SimpleQueue()
        self._told: SimpleQueue[SessionEvent] = SimpleQueue()
        self._snapshot: Snapshot | None = None
        self._picture: CameraPicture | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="companion-show-")
        self._kept, self._pictures = kept or self._unkept, Path(self._folder.name)
        self.score = (Score(), True)
        """The comparison of what was read with what was acted so far, and whether both still agree."""
        self._stopping = threading.Event()
        self._thread = TendedThread(
            "show", Text("the demonstration"), self._run, self._stumbled, self._stopping
        )

    def start(self) -> None:
        self._thread.start()

    # --- what screens ask

    @property
    def setup(self) -> Json:
        return self._setup

    @property
    def is_running(self) -> bool:
        return self._thread.is_running

    def newest(self) -> Snapshot | None:
        return self._snapshot

    def news(self) -> Sequence[SessionEvent]:
        return list(taken(self._told))

    def picture(self) -> CameraPicture | None:
        return self._picture

    def put(self, item: Item) -> None:
        self._inbox.put(item)

    def invitation(self) -> Invitation | None:
        return None if self._visitor is None else self._visitor.invitation

    def choose(self, number: int, choice: int | None) -> None:
        if self._visitor is not None:
            self._visitor.choose(number, choice)

    def evidence(self, seq: int) -> Sequence[Evidence]:
        snapshot = self._snapshot
        line = next((one for one in snapshot.history if one.seq == seq), None) if snapshot else None
        if line is None:
            return ()
        store = EvidenceStore(self._pictures)
        return tuple(
            Evidence(
                seen,
                Text("{id}", id=seen),
                None if (path := store.find(self.name, seen)) is None else path.read_bytes(),
            )
            for seen in line.evidence
        )

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(LONGEST_S)
        self._folder.cleanup()
        forget_drawings()
        # Table, camera and hands know each other, and would wait for a collection far off. Where the collector is kept from
        # running, the app runs it itself.
        if gc.isenabled():
            gc.collect()
        trim_memory()

    # --- the thread

    def _run(self) -> None:
        try:
            self._act()
        except CompanionError as problem:
            self._told.put(RemarkEvent(problem.message, is_trouble=True))

    def _stumbled(self, stumble: Stumble) -> None:
        """End the match after an error; the screen begins another, with other cards."""
        self._stopping.set()
        says = Text(
            "the demonstration stopped because of an error in the program: {what}",
            what=repr(stumble.problem)[:200],
        )
        self._told.put(RemarkEvent(says, is_trouble=True))

    def _unkept(self, match: Match, _: ExitStack) -> ShowKeeping:
        folder = self._pictures
        kept = Kept(None, EvidenceStore(folder, MOST_BYTES))
        controller = bare_controller(self.name, match, Clocks(clocks_of(self._setup, {})), kept)
        return ShowKeeping(controller, folder / "rolls.db", folder)

    def _act(self) -> None:
        with ExitStack() as open_things:
            keeping = self._kept(self._match, open_things)
            self.name, self._pictures = keeping.controller.name, keeping.pictures
            if keeping.trouble is not None:
                self._told.put(RemarkEvent(keeping.trouble, is_trouble=True))
            self._show(keeping)

    def _show(self, keeping: ShowKeeping) -> None:
        viewer = SnapshotBuilder(keeping.controller, mat_of(self._match.rules.game), wall_ms)
        maker = PictureMaker(identities_of(self._match, {}))
        # Drawing the table takes seconds, in which the page shows the match as it begins.
        self._snapshot = viewer.look()

        def hear(told: SessionEvent) -> None:
            viewer.hear(told)
            self._told.put(told)

        beside = ShowCompany(self._visitor)
        with Show(self._truth, keeping.controller, self._scenery, hear, keeping.rolls, beside) as show:
            for frame in show.frames():
                self.score = (show.acted.score, show.acted.broken is None)
                if self._picture is None:
                    forget_grounds()
                if self._stopping.is_set():
                    return
                self._take(show, viewer)
                self._picture = maker.picture(Preview(frame, show.pipeline.things), self._picture)
            # Nobody plays any more; what people enter is taken, such as an undo of the last play.
            while not self._stopping.wait(REST_S):
                self._take(show, viewer)

    def _take(self, show: Show, viewer: SnapshotBuilder) -> None:
        """Take what people have entered, and note what is to be shown."""
        show.take(taken(self._inbox))
        self._snapshot = viewer.look() or self._snapshot
