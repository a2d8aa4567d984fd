"""Set-up: game, mode, house rules, teams, squads, clocks, camera and tower; then a look at everything, and the match begins."""

from collections.abc import Sequence
from typing import Any, ClassVar

from kivy.uix.widget import Widget

from companion.words import Text, Wording
from ui.house import CardTold, Checked, Found, Game, Gear, LiveMatch, Scanner
from ui.presenters.lines import Line, Standing
from ui.presenters.picking import Picking
from ui.presenters.setup import LONGEST_NAME, Around, Asked, SetUp, Stage, Wish
from ui.presenters.squads import Squad, squad_of
from ui.screens.page import Page
from ui.widgets.frame import StepFrame, only
from ui.widgets.keyboard import Keyboard
from ui.widgets.lines import LinesPanel
from ui.widgets.scanning import ScanPanel

LONGEST_ADDRESS = 200
WORST_FIRST = ("poor", "fair", "good", "")


class SetupPage(Page):
    """`begin(game)` is called before it is shown."""

    called: ClassVar[str] = "setup"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.setup: SetUp | None = None
        self._frame = StepFrame()
        self._frame.bind(on_back=lambda _: self.back(), on_go=lambda _: self.on())
        self._lines = LinesPanel()
        self._lines.bind(on_choose=lambda _, key, value: self._chosen(key, value))
        self._scan = ScanPanel()
        self._scan.bind(on_squad=lambda _: self._show_scan())
        self._keyboard: Keyboard | None = None
        self._seat = ""
        self._picking: Picking | None = None
        self._cards: dict[str, CardTold] = {}
        self._checked: Sequence[Checked] | None = None
        self._is_scanning = False
        self._is_beginning = False

    # --- in and out

    def begin(self, game: Game, gear: Gear) -> None:
        """Set up a match of this game."""
        self.setup = SetUp.of(game, gear)
        self._picking, self._is_scanning, self._is_beginning = None, False, False
        self._cards = {}
        self._close_keyboard()
        self._search()
        self._show(is_new=True)

    def leave(self) -> None:
        self._end_scan()

    def trouble(self, words: Text) -> None:
        self._is_beginning = False
        self._frame.is_waiting = False
        self._frame.problem = words

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        if self._keyboard is not None:
            return self._keyboard.key(name, modifiers)
        match name:
            case "escape":
                self.back()
            case "enter" | "numpadenter":
                self.on()
            case _:
                return False
        return True

    # --- touched

    def back(self) -> None:
        """One step back; from the first, home."""
        assert self.setup is not None
        if self._is_scanning:
            self._end_scan()
        elif self._picking is not None:
            self._picking = self._picking.back()
        else:
            before = self.setup.back()
            if before is None:
                self.app.go("home")
                return
            self.setup = before
        self._show(is_new=True)

    def on(self) -> None:
        """One step on; from the last, the match begins."""
        assert self.setup is not None
        if self._is_scanning:
            self._keep_squad(self._scan.squad)
        elif self._picking is not None:
            self._keep_squad(self._picking.squad)
        elif self.setup.stage is Stage.READY:
            self._begin_match()
            return
        elif self.setup.hinders is not None:
            return
        else:
            self.setup = self.setup.on()
        self._show(is_new=True)

    def _chosen(self, key: str, value: Any) -> None:
        assert self.setup is not None
        self._frame.problem = ""
        if isinstance(value, Asked):
            self._want(value)
            return
        if self._picking is not None:
            self._picking = self._picking.pick(value)
        elif self.setup.stage is Stage.READY:
            self._check()
        else:
            self.setup = self.setup.choose(key, value)
        self._show()

    def _want(self, asked: Asked) -> None:
        assert self.setup is not None
        match asked.wish:
            case Wish.NAME:
                name = self.app.look.say(self.setup.name_of(asked.seat))
                self._type(Text("the team's name"), name, asked)
            case Wish.ADDRESS:
                words = self.setup.gear.camera if "://" in self.setup.gear.camera else "http://"
                self._type(Text("the stream's address"), words, asked)
            case Wish.SEARCH:
                self._search()
            case Wish.SCAN:
                self._seat = asked.seat
                self._with_cards(self._begin_scan)
            case Wish.BY_HAND:
                self._seat = asked.seat
                self._with_cards(self._begin_picking)

    # --- typing

    def _type(self, asks: Text, words: str, asked: Asked) -> None:
        is_address = asked.wish is Wish.ADDRESS
        longest = LONGEST_ADDRESS if is_address else LONGEST_NAME
        self._keyboard = Keyboard(asks=asks, words=words, longest=longest, is_address=is_address)
        self._keyboard.bind(on_done=lambda _, words: self._typed(asked, words))
        self._keyboard.bind(on_close=lambda _: self._close_keyboard())
        only(self.ids.whole, self._keyboard)

    def _typed(self, asked: Asked, words: str) -> None:
        assert self.setup is not None
        if asked.wish is Wish.NAME:
            self.setup = self.setup.named(asked.seat, words)
        else:
            self.setup = self.setup.choose("camera", words)
        self._close_keyboard()
        self._show()

    def _close_keyboard(self) -> None:
        self._keyboard = None
        only(self.ids.whole, self._frame)

    # --- devices

    def _search(self) -> None:
        self.app.errand(self.app.house.cameras, self._found_cameras)
        self.app.errand(self.app.house.towers, self._found_towers)

    def _found_cameras(self, found: Sequence[Found]) -> None:
        self._found(Around(tuple(found), self._around.towers))

    def _found_towers(self, found: Sequence[Found]) -> None:
        self._found(Around(self._around.cameras, tuple(found)))

    @property
    def _around(self) -> Around:
        return Around() if self.setup is None else self.setup.around

    def _found(self, around: Around) -> None:
        if self.setup is not None:
            self.setup = self.setup.seen(around)
            self._show()

    # --- squads

    def _with_cards(self, then: Any) -> None:
        assert self.setup is not None
        if self._cards:
            then()
            return
        name = self.setup.game.name

        def known(cards: Sequence[CardTold]) -> None:
            self._cards = {card.ref: card for card in cards}
            then()

        self.app.errand(lambda: self.app.house.cards(name), known)

    def _squad(self) -> Squad:
        assert self.setup is not None
        return squad_of(self.setup.mode.needs, self._cards, self.setup.squads.get(self._seat))

    def _begin_picking(self) -> None:
        self._picking = Picking(self._squad())
        self._show(is_new=True)

    def _begin_scan(self) -> None:
        assert self.setup is not None
        gear, name = self.setup.gear, self.setup.game.name
        if not gear.camera:
            first = next(iter(self.setup.around.cameras), None)
            if first is None:
                self._frame.problem = Text("no camera is plugged in: choose by hand, or plug one in")
                return
            gear = Gear(first.name, "", gear.tower)
            self.setup = self.setup.with_gear(gear)
        self.app.errand(lambda: self.app.house.scan(name, gear), self._scanning)

    def _scanning(self, scanner: Scanner) -> None:
        self._is_scanning = True
        self._scan.begin(scanner, self._squad())
        self._show(is_new=True)

    def _show_scan(self) -> None:
        squad = self._scan.squad
        if self._is_scanning and squad is not None:
            self._frame.go_says = Text("the squad is whole") if squad.is_whole else Text("that is all")
            self._frame.is_waiting = not squad.is_whole

    def _end_scan(self) -> None:
        self._is_scanning = False
        scanner = self._scan.end()
        if scanner is not None:
            self.app.errand(scanner.stop, lambda _: None)

    def _keep_squad(self, squad: Squad | None) -> None:
        assert self.setup is not None
        if squad is None or not squad.is_whole:
            return
        self._end_scan()
        self._picking = None
        self.setup = self.setup.with_squad(self._seat, squad.as_fields())

    # --- before it begins

    def _check(self) -> None:
        assert self.setup is not None
        self._checked = None
        request = self.setup.request
        self.app.errand(lambda: self.app.house.check(request), self._told_checks)

    def _told_checks(self, checked: Sequence[Checked]) -> None:
        self._checked = checked
        self._show()

    def _begin_match(self) -> None:
        assert self.setup is not None
        if self._is_beginning:
            return
        self._is_beginning = True
        self._frame.is_waiting = True
        request = self.setup.request
        self.app.errand(lambda: self.app.house.begin(request), lambda match: self._watch(match, request.gear))

    def _watch(self, match: LiveMatch, gear: Gear) -> None:
        self._is_beginning = False
        self.app.watch(match, gear, self.app.match_page)

    # --- shown

    def _show(self, *, is_new: bool = False) -> None:
        setup = self.setup
        if setup is None:
            return
        if is_new:
            self._frame.problem = ""
            if setup.stage is Stage.READY:
                self._check()
        self._frame.title, self._frame.step = self._title(setup), setup.says_step
        self._frame.note = ""
        self._frame.is_waiting = False
        self._frame.go_says = Text("begin the match") if setup.stage is Stage.READY else Text("next")
        if self._is_scanning:
            self._show_scan()
        elif self._picking is not None:
            self._show_picking(self._picking)
        else:
            self._show_stage(setup, is_new=is_new)
        self._frame.put(self._middle())

    def _show_stage(self, setup: SetUp, *, is_new: bool) -> None:
        hinders = setup.hinders
        self._frame.is_waiting = hinders is not None
        self._frame.note = hinders or ""
        lines = self._check_lines() if setup.stage is Stage.READY else setup.lines
        self._lines.show(lines, is_new=is_new)

    def _show_picking(self, picking: Picking) -> None:
        self._frame.go_says = Text("the squad is whole") if picking.squad.is_whole else Text("that is all")
        self._frame.is_waiting = not picking.squad.is_whole
        self._frame.note = picking.says
        self._lines.show(picking.lines, is_new=picking.is_new)

    def _middle(self) -> Widget:
        return self._scan if self._is_scanning else self._lines

    def _title(self, setup: SetUp) -> Any:
        if self._is_scanning:
            return Text("the squad of {team}", team=_words(setup.name_of(self._seat)))
        return self._picking.asks if self._picking is not None else setup.asks

    def _check_lines(self) -> tuple[Line, ...]:
        if self._checked is None:
            return (Line("wait", Text("everything is being looked at…")),)
        return tuple(
            Line(
                str(n),
                Text("{what}: {says}", what=one.what, says=one.says),
                one.todo or "",
                standing=Standing(one.standing),
            )
            for n, one in enumerate(sorted(self._checked, key=lambda one: WORST_FIRST.index(one.standing)))
        )


def _words(words: Text | Wording | str) -> Text | Wording:
    return Wording.plain(words) if isinstance(words, str) else words
