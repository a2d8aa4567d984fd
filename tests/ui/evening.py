"""A backend for tests of the kiosk: matches that play themselves a play a frame, without camera, table and threads."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from companion.backend.interface import AttractClip, Evidence, GuidedMatch, Invitation
from companion.backend.listed_match import MatchList
from companion.backend.local import LocalBackend
from companion.backend.screen_pictures import CameraPicture
from companion.backend.shown_match import decided_in
from companion.errors import CompanionError
from companion.ids import MatchId, SeatName
from companion.match import Match
from companion.play import Concede, Play
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.session.inbox import Item, PlayIntent
from companion.session.match_controller import MatchController
from companion.session.session_event import SessionEvent
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder, choosables
from companion.showing.games import SCENE_BUILDERS
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.wiring import bare_controller
from companion.virtual.chance import chosen_play

APART = 5
"""Plays from one invitation to the next."""
SHADES = tuple(bytes([shade]) * (64 * 36 * 3) for shade in (60, 90, 120))


class QuickMatch:
    """One play each time that it is looked at; after `most` plays somebody gives up. `is_guided`: it stops at every fifth
    play, and who watches chooses.
    """

    def __init__(self, game: str, mode: str, seed: int, most: int, *, is_guided: bool = False) -> None:
        self._setup, cards = demonstrations(game)[mode]
        self.name = MatchId(f"quick-{seed}")
        self._controller: MatchController = bare_controller(self.name, Match(GAMES[game], self._setup, cards))
        self._viewer = SnapshotBuilder(self._controller, mat_of(game), lambda: 0)
        self._chance = Random(seed)
        self._most = most
        self._is_guided = is_guided
        self._invitation: Invitation | None = None
        self._said: Play | None = None
        self.chosen: list[int | None] = []
        """What was answered to invitations."""
        self._told: list[SessionEvent] = []
        self._newest: Snapshot | None = None
        self._pictures = [CameraPicture(shade, 64, 36) for shade in SHADES]
        self.is_stopped = False
        self.is_stalled = False
        self.problem: Exception | None = None

    @property
    def setup(self) -> Json:
        return self._setup

    def newest(self) -> Snapshot | None:
        if self.problem is not None:
            problem, self.problem = self.problem, None
            raise problem
        if not self.is_stalled:
            self._play()
        self._newest = self._viewer.look() or self._newest
        return self._newest

    def _play(self) -> None:
        match = self._controller.match
        if match.is_over:
            return
        play = chosen_play(match, self._chance)
        if self._is_guided and match.seq % APART == APART - 1 and self._said is None:
            self._invitation = self._invitation or self._invited(match)
            if self._invitation is not None:
                return
        play, self._said = self._said or play, None
        if len(match.entries) >= self._most:
            play = Concede(SeatName(match.rules.seats(match.state)[0]))
        if play is None:
            return
        for told in self._controller.take(PlayIntent(play, source="hand"), 0):
            self._viewer.hear(told)
            self._told.append(told)

    def _invited(self, match: Match) -> Invitation | None:
        for one in match.expects():
            for kind in one.plays:
                plays = choosables(
                    match.rules, SCENE_BUILDERS[match.rules.game], match.state, one.seat, kind
                )[:4]
                if one.seat is not None and len(plays) > 1:
                    decides = decided_in(match)
                    return Invitation(match.seq, one.seat, plays, (), None, decides, is_hidden=kind == "work")
        return None

    def invitation(self) -> Invitation | None:
        return self._invitation

    def choose(self, number: int, choice: int | None) -> None:
        assert self._invitation is not None
        assert self._invitation.number == number
        self.chosen.append(choice)
        self._said = self._invitation.choices[choice or 0].play
        self._invitation = None

    def news(self) -> Sequence[SessionEvent]:
        told, self._told = self._told, []
        return told

    def picture(self) -> CameraPicture | None:
        return self._pictures[self._controller.match.seq % len(self._pictures)]

    def put(self, item: Item) -> None: ...

    def evidence(self, seq: int) -> Sequence[Evidence]:
        del seq
        return ()

    def stop(self) -> None:
        self.is_stopped = True


class QuickBackend(LocalBackend):
    """All matches that were opened are in `opened`; what is kept lies in `folder`."""

    def __init__(self, folder: Path, most: int = 8) -> None:
        super().__init__(Places(folder))
        self._most = most
        self.opened: list[QuickMatch] = []
        self.shown: list[tuple[str, str, int]] = []
        self.cut: list[tuple[str, int]] = []
        """The games and seeds of the loops."""
        self.fault: CompanionError | None = None
        """Why the next loop cannot be cut."""

    def matches(self, most: int) -> MatchList:
        return MatchList((), 0)

    def guide(self, game: str, mode: str, seed: int, speed: float, language: str) -> GuidedMatch:
        return self._opened(QuickMatch(game, mode, seed, self._most, is_guided=True), (game, mode, seed))

    def attract_clip(self, game: str, seed: int) -> AttractClip | None:
        self.cut.append((game, seed))
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        return super().attract_clip(game, seed)

    def _opened(self, match: QuickMatch, shown: tuple[str, str, int]) -> QuickMatch:
        self.opened.append(match)
        self.shown.append(shown)
        return match
