"""Draws all screens in their main states; each scene is a match brought to its state by a demonstration's own plays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from kivy.core.window import Window

from companion.backend.interface import PlayRequest, TableDevices
from companion.clock import monotonic_ms
from companion.ids import ObservationId
from companion.match import Match
from companion.observation import Roll
from companion.rules.games import GAMES
from companion.session.following import go_on
from companion.session.inbox import Item, PlayIntent, RollReport
from companion.session.snapshot import Snapshot
from companion.settings import Settings, TextSize, Theme
from companion.storage.places import Places
from companion.storage.shipped_data import demonstrations
from companion.virtual.chance import chosen_play
from companion.words import Text
from tests.bench.portraits.camera_scenes import give_evidence, look_closely, look_on
from tests.bench.portraits.kiosk_scenes import KioskSitting, StillBackend
from tests.bench.portraits.poses import POSES
from tests.bench.portraits.sitter import Sitter
from ui.app import CompanionApp
from ui.look import Look
from ui.players.page import PlayersPage
from ui.presenters.hotkeys import Act
from ui.referee.page import RefereePage
from ui.widgets.evidence_view import EvidenceView

SEED = 4
MOST_PLAYS = 400
MOST_MATCHES = 12


@dataclass(frozen=True, slots=True)
class Sitting:
    """A state of a match to be drawn: its game, the condition that ends the way there, and an item for the match before
    the drawing.
    """

    name: str
    game: str
    is_so: Callable[[Snapshot], bool]
    is_menu: bool = False
    """The menu is open over the choice of plays."""
    page: str = PlayersPage.called
    said: Item | None = None
    """An item for the match before the picture."""
    at_end: str = ""
    """What is touched after the end."""
    then: Callable[[Sitter], None] | None = None
    """What is touched at last."""
    is_highlight: bool = False
    """The picture shows the highlight of the last play, as it is with reduced motion."""
    by: str = "tap"
    """Who enters the plays."""


def _lines(one: Snapshot) -> int:
    contest = one.scene.contest
    return 0 if contest is None else sum(len(scale.lines) for scale in contest.scales)


def _shows_reach(one: Snapshot) -> bool:
    """Return whether the ball may be passed to several pieces."""
    return one.seq > 3 and any(offer.kind == "pass" and len(offer.plays) > 1 for offer in one.offers)


def _reveals(one: Snapshot) -> bool:
    return any(offer.kind == "reveal" for offer in one.offers)


def _is_settled(one: Snapshot) -> bool:
    return one.scene.contest is not None and one.scene.contest.outcome is not None and _lines(one) > 0


def _is_between(one: Snapshot) -> bool:
    """Return whether an attack has won a duel, and its next one has not begun."""
    return _is_settled(one) and any(offer.kind in ("advance", "shoot") for offer in one.offers)


def _is_shot(one: Snapshot) -> bool:
    """Return whether a ball flies towards a goal, and its keeper is to roll."""
    return _lines(one) > 0 and any(offer.kind == "save_roll" for offer in one.offers)


def _is_rolled(one: Snapshot) -> bool:
    """Return whether the dice of one side have fallen, and those of the other have not."""
    contest = one.scene.contest
    scales = () if contest is None else contest.scales
    return len(scales) > 1 and len({scale.is_open for scale in scales}) > 1


def _is_cried(one: Snapshot) -> bool:
    return one.highlight is not None and one.highlight.word is not None


def _is_scored(one: Snapshot) -> bool:
    return one.highlight is not None and bool(one.highlight.scores)


def _hints(count: int) -> Callable[[Sitter], None]:
    """Return what asks for so many hints, each more precise than the one before."""

    def ask(sitter: Sitter) -> None:
        page = sitter.app.page
        assert isinstance(page, PlayersPage)
        for _ in range(count):
            page.hint()
            sitter.until(partial(_is_told, page, page.remark))
        sitter.settle()

    return ask


def _is_told(page: PlayersPage, before: object) -> bool:
    return bool(page.remark != before)


def _aside(sitter: Sitter) -> None:
    """Show what is possible, and not waited for."""
    page = sitter.app.page
    assert isinstance(page, PlayersPage)
    page._chooser.begin_aside()
    sitter.settle()


def _replace(sitter: Sitter) -> None:
    """Have the referee replace the last play."""
    page = sitter.app.page
    assert isinstance(page, RefereePage)
    page.act(Act.REPLACE)
    # The match answers in its own thread what the play was.
    sitter.until(lambda: page._conversation.prompt is not None)
    sitter.settle()


HINTS: Mapping[str, Callable[[Snapshot], bool]] = {
    "ofusaido": lambda one: any(offer.kind == "shoot" for offer in one.offers),
    "lignes": lambda one: one.seq > 24,
    "ouaf": lambda one: one.seq > 6 and any(offer.kind == "down" for offer in one.offers),
    "boufbowl": lambda one: one.seq > 24,
}
"""The games, and when somebody asks for a hint."""
UNASKED = RollReport(
    Roll(ObservationId("roll-portrait"), 0, ("4",), dice=("d6",), confidence=(99,)),
    counts=False,
    why=Text("nobody asked for this roll: does it count?"),
)

SITTINGS: tuple[Sitting, ...] = (
    Sitting("ofusaido-begin", "ofusaido", lambda one: not one.seq),
    Sitting("ofusaido-choose", "ofusaido", lambda one: one.seq > 0),
    Sitting(
        "ofusaido-shoot",
        "ofusaido",
        lambda one: any(offer.kind == "shoot" for offer in one.offers),
    ),
    Sitting("ofusaido-between", "ofusaido", _is_between),
    Sitting("ofusaido-duel", "ofusaido", lambda one: _reveals(one) and _lines(one) > 5),
    Sitting("ofusaido-settled", "ofusaido", _is_settled),
    Sitting("ofusaido-goal", "ofusaido", _is_scored, is_highlight=True),
    Sitting("over-ofusaido", "ofusaido", lambda one: one.is_over),
    Sitting("over-lignes", "lignes", lambda one: one.is_over),
    Sitting("over-ouaf", "ouaf", lambda one: one.is_over),
    Sitting("over-boufbowl", "boufbowl", lambda one: one.is_over),
    Sitting("over-turning-ofusaido", "ofusaido", lambda one: one.is_over, at_end="turn"),
    Sitting("over-turning-lignes", "lignes", lambda one: one.is_over, at_end="turn"),
    Sitting("over-turning-ouaf", "ouaf", lambda one: one.is_over, at_end="turn"),
    Sitting("over-turning-boufbowl", "boufbowl", lambda one: one.is_over, at_end="turn"),
    Sitting("lignes-goal", "lignes", _is_scored, is_highlight=True),
    Sitting("lignes-board", "lignes", lambda one: _shows_reach(one) and one.scene.contest is None),
    Sitting("lignes-choose", "lignes", lambda one: one.seq > 24),
    Sitting("lignes-contest", "lignes", lambda one: _lines(one) > 0),
    Sitting("lignes-shot", "lignes", _is_shot),
    Sitting("ouaf-later", "ouaf", lambda one: one.seq > 25 and bool(one.scene.placed)),
    Sitting("ouaf-served", "ouaf", _is_cried, is_highlight=True),
    Sitting("ouaf-begin", "ouaf", lambda one: one.seq == 0),
    Sitting("ouaf-order", "ouaf", lambda one: any(seat.has_placed for seat in one.scene.placed)),
    Sitting("ouaf-choose", "ouaf", lambda one: one.seq > 3),
    Sitting("ouaf-sum", "ouaf", lambda one: _lines(one) > 0),
    Sitting("boufbowl-board", "boufbowl", lambda one: one.seq > 20 and one.scene.contest is None),
    Sitting("boufbowl-choose", "boufbowl", lambda one: one.seq > 24),
    Sitting("boufbowl-contest", "boufbowl", lambda one: _lines(one) > 2),
    Sitting("boufbowl-dice", "boufbowl", _is_rolled),
    Sitting("boufbowl-try", "boufbowl", _is_scored, is_highlight=True),
    *(
        Sitting(f"hint-{game}-{n}", game, is_so, then=_hints(n))
        for game, is_so in HINTS.items()
        # Of Boufbowl's hint the second step is the last.
        for n in ((1, 2) if game == "boufbowl" else (1, 2, 3))
    ),
    Sitting("menu-ofusaido", "ofusaido", lambda one: _reveals(one) and _lines(one) > 5, is_menu=True),
    Sitting("menu-boufbowl", "boufbowl", lambda one: _lines(one) > 2, is_menu=True),
    Sitting("menu-ouaf", "ouaf", lambda one: any(seat.has_placed for seat in one.scene.placed), is_menu=True),
    Sitting("camera-ofusaido", "ofusaido", lambda one: one.seq > 0, then=look_on),
    Sitting("camera-boufbowl", "boufbowl", lambda one: one.seq > 24, then=look_on),
    Sitting("evidence", "ofusaido", _is_settled, page="referee", then=give_evidence, by="camera"),
    Sitting("evidence-large", "ofusaido", _is_settled, page="referee", then=look_closely, by="camera"),
    Sitting("aside-ofusaido", "ofusaido", lambda one: one.seq > 0, then=_aside),
    Sitting("aside-boufbowl", "boufbowl", lambda one: one.seq > 24, then=_aside),
    Sitting("question", "lignes", lambda one: not one.seq, said=UNASKED),
    Sitting("referee-ofusaido", "ofusaido", _is_settled, page="referee"),
    Sitting("referee-lignes", "lignes", lambda one: one.seq > 20, page="referee"),
    Sitting("referee-ouaf", "ouaf", lambda one: one.seq > 5, page="referee"),
    Sitting("referee-pick", "ofusaido", lambda one: one.seq > 3, page="referee"),
    Sitting("referee-replace", "lignes", lambda one: _lines(one) > 0, page="referee", then=_replace),
    Sitting("rules-ofusaido", "ofusaido", lambda one: _reveals(one) and _lines(one) > 5, page="rules"),
    Sitting("rules-boufbowl", "boufbowl", lambda one: one.seq > 20, page="rules"),
    Sitting("public-ofusaido", "ofusaido", lambda one: _reveals(one) and _lines(one) > 5, page="public"),
    Sitting("public-lignes", "lignes", lambda one: _is_scored(one) or one.is_over, page="public"),
    Sitting("public-goal", "lignes", _is_scored, page="public", is_highlight=True),
    Sitting("public-ouaf-sum", "ouaf", lambda one: one.seq > 6 and _lines(one) > 0, page="public"),
    Sitting("public-ouaf", "ouaf", lambda one: one.seq > 3, page="public"),
)


@dataclass(frozen=True, slots=True)
class Guise:
    """How a screen looks when it is drawn. The name of the picture contains what is unusual."""

    language: str
    size_px: tuple[int, int]
    theme: Theme = Theme.DARK
    text_size: TextSize = TextSize.NORMAL
    is_left_handed: bool = False

    @property
    def says(self) -> str:
        width, height = self.size_px
        unusual = [
            *([self.theme.value] if self.theme is not Theme.DARK else []),
            *([self.text_size.value] if self.text_size is not TextSize.NORMAL else []),
            *(["left"] if self.is_left_handed else []),
        ]
        return "-".join([f"{width}x{height}", self.language, *unusual])

    def put_on(self, sitter: Sitter) -> None:
        # The home page takes the settings anew from time to time.
        sitter.app.backend.change(self._set)
        look = sitter.app.look
        look.language, look.theme, look.text_size = self.language, self.theme.value, self.text_size.value
        look.is_left_handed = self.is_left_handed
        sitter.resize(self.size_px)
        sitter.settle()

    def _set(self, settings: Settings) -> Settings:
        return replace(
            settings,
            theme=self.theme,
            text_size=self.text_size,
            is_left_handed=self.is_left_handed,
        )


class Portraits:
    """Draws pictures into a folder. `faults` lists what is wrong with them (see `tests.bench.portraits.page_faults`)."""

    def __init__(self, where: Places, folder: Path) -> None:
        self._where = where
        self._folder = folder
        self._shows = StillBackend(where)
        self.count = 0
        self.faults: list[str] = []

    def draw(self, guises: Sequence[Guise], only: str) -> None:
        """Draw all screens: bring each to its state once, and draw it in every guise."""
        self._draw_usual(guises, only)
        kiosk = KioskSitting(self._shows, self._where, guises[0].language, guises[0].size_px)
        for name, sitter in kiosk.sittings(only):
            self._take(sitter, name, guises)

    def _draw_usual(self, guises: Sequence[Guise], only: str) -> None:
        if not any(
            name.startswith(only) for name in [one.name for one in POSES] + [one.name for one in SITTINGS]
        ):
            return
        first = guises[0]
        app = CompanionApp(self._shows, Look(language=first.language))
        with Sitter(app, first.size_px) as sitter:
            for pose in POSES:
                if pose.name.startswith(only):
                    first.put_on(sitter)
                    pose.strike(sitter)
                    self._take(sitter, pose.name, guises)
            for sitting in SITTINGS:
                if sitting.name.startswith(only):
                    first.put_on(sitter)
                    self._sit(sitter, sitting)
                    self._take(sitter, sitting.name, guises)

    def _sit(self, sitter: Sitter, sitting: Sitting) -> None:
        """Bring a match to its state; a match that never comes there is followed by another one.

        Raises `RuntimeError` when none of some matches comes there.
        """
        if not any(self._sit_down(sitter, sitting, SEED + n) for n in range(MOST_MATCHES)):
            raise RuntimeError(f"none of {MOST_MATCHES} matches came to {sitting.name}")

    def _sit_down(self, sitter: Sitter, sitting: Sitting, seed: int) -> bool:
        """Play a match until it is in its state; return whether it came there."""
        app = sitter.app
        for shown in [one for one in Window.children if isinstance(one, EvidenceView)]:
            shown.close()
        setup, cards = demonstrations(sitting.game)["demo-match"]
        gear = TableDevices()
        app.run_in_background(
            lambda: app.backend.begin(PlayRequest(setup, gear)),
            lambda match: app.watch(match, gear, "players"),
        )
        sitter.settle()
        app.plays_highlights, app.look.is_still = sitting.is_highlight, True
        held_ms = monotonic_ms()
        # A highlight stands as long as no time goes by.
        app.now_ms = (lambda: held_ms) if sitting.is_highlight else monotonic_ms
        if sitting.is_highlight:
            app.go(sitting.page)
        truth, chance = Match(GAMES[sitting.game], setup, cards), Random(seed)
        while not (is_there := sitting.is_so(_seen(sitter, truth.seq))) and truth.seq < MOST_PLAYS:
            play = chosen_play(truth, chance)
            if play is None:
                break
            truth.submit(play)
            go_on(truth, truth.submit)
            app.put(PlayIntent(play, source=sitting.by))
        if not is_there:
            return False
        page = app.page
        if isinstance(page, PlayersPage) and page.is_choosing is sitting.is_menu:
            page.choose()
        if sitting.said is not None:
            app.put(sitting.said)
            sitter.until(lambda: app.snapshot is not None and app.snapshot.asking is not None)
        if sitting.page != app.page.called:
            app.go(sitting.page)
        sitter.settle()
        if sitting.at_end and isinstance(page, PlayersPage):
            page.act_at_end(sitting.at_end)
            sitter.settle()
        if sitting.then is not None:
            sitting.then(sitter)
        return True

    def _take(self, sitter: Sitter, name: str, guises: Sequence[Guise]) -> None:
        for guise in guises:
            guise.put_on(sitter)
            pixels = sitter.picture(self._folder / f"{name}-{guise.says}.png")
            self.count += 1
            self.faults += [f"{name}-{guise.says}: {fault}" for fault in sitter.faults(pixels)]


def _seen(sitter: Sitter, seq: int) -> Snapshot:
    """Wait until the screen shows the match at play `seq`, and return the snapshot."""
    app = sitter.app
    sitter.until(lambda: app.snapshot is not None and app.snapshot.seq >= seq)
    assert app.snapshot is not None
    return app.snapshot
