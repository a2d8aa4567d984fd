"""The set-up page: game, mode, house rules, teams, squads, clocks, camera and tower; then come the checks and the match."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from kivy.uix.widget import Widget

from companion.backend.card_readers import CardScanner
from companion.backend.interface import (
    CAMERA,
    CardName,
    CheckResult,
    FoundDevice,
    GameOffer,
    LiveMatch,
    QuickStart,
    TableDevices,
)
from companion.people import LONGEST_NAME as LONGEST_OF_PERSON
from companion.people import KnownPerson, OwnTeam, is_same_name
from companion.words import Text, Wording, in_a_row
from ui.page import SteppedPage
from ui.people.person_form import PersonForm, newcomer
from ui.presenters.lines import MenuLine, PageRequest, PageWish
from ui.setup.camera_panels import PhoneChoice, ScanPanel
from ui.setup.match_setup import LONGEST_NAME, MatchSetup, SetupStage
from ui.setup.picking import AllAsUsual, PairPicking, Picking, TableTyping, begun_list, begun_picking
from ui.setup.ready_lines import ready_lines, sound_note, way_on
from ui.setup.setup_lines import lines, page_count, people_pages
from ui.setup.squads import Squad
from vision.phone import PHONE

CHANCE = random.SystemRandom()


class SetupPage(SteppedPage):
    """The page. Call `begin(game)` before it is shown."""

    called: ClassVar[str] = "setup"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.setup: MatchSetup | None = None
        self._scan = ScanPanel()
        self._scan.bind(on_squad=lambda _: self._show_scan())
        self._phone = PhoneChoice()
        self._phone.bind(on_choose=lambda _, key, value: self.chosen(key, value))
        self._has_code = False
        self._of = ""
        """The seat whose squad is chosen, or the name of the setting whose list is."""
        self._picking: Picking | None = None
        self._typing: TableTyping | None = None
        self._pair: PairPicking | None = None
        self._person: PersonForm | None = None
        self._checked: Sequence[CheckResult] | None = None
        self._is_scanning = False
        self._is_beginning = False
        self.panel.bind(page=self._lead_on, says_page=self._lead_on)

    # --- in and out

    @property
    def face_game(self) -> str:
        return "" if self.setup is None else self.setup.game.name

    def begin(self, game: GameOffer, gear: TableDevices, like: QuickStart | None = None) -> None:
        """Begin the set-up of a game, with those in the seats who would play `like`, the match that begins at once."""
        may_name = self.app.may_change_settings
        begun = replace(MatchSetup.of(game, gear), may_name=may_name)
        self.setup = begun if like is None else begun.seated_as(like.request)
        self._picking, self._typing, self._pair, self._person = None, None, None, None
        self._is_scanning, self._is_beginning = False, False
        self.close()
        self._search()
        self._look_cards_up(game.name)
        if may_name:
            self.app.run_in_background(self.app.backend.people_desk.people, self._know_people)
        self.app.run_in_background(self.app.backend.people_desk.teams, self._know_teams)
        self._show(is_new=True)

    def leave(self) -> None:
        self._end_scan()
        self._show_code(is_wanted=False)
        self.app.run_in_background(self.app.backend.dismiss_phone, lambda _: None)

    def trouble(self, words: Text) -> None:
        self._is_beginning = False
        self.frame.is_waiting = False
        super().trouble(words)

    def key(self, name: str, modifiers: tuple[str, ...]) -> bool:
        if self.keys is None and name in ("enter", "numpadenter"):
            self.go()
            return True
        return super().key(name, modifiers)

    # --- touched

    def back(self) -> None:
        """Go one step back; from the first step, to the home page."""
        assert self.setup is not None
        if self._is_scanning:
            self._end_scan()
        elif self._picking is not None:
            self._picking = self._picking.back()
        elif self._typing is not None:
            self._typing = None
        elif self._pair is not None:
            self._pair = None
        elif self._person is not None:
            self._person = None
        else:
            before = self.setup.back()
            if before is None:
                self.app.go("home")
                return
            self.setup = before
        self._show(is_new=True)

    def go(self) -> None:
        """Go one step on; from the last step, begin the match."""
        assert self.setup is not None
        if self._is_scanning:
            self._keep_squad(self._scan.squad)
        elif self._picking is not None:
            self._pick_on(self._picking)
        elif self._typing is not None:
            self.setup, self._typing = self.setup.agree(self._typing.rule.name, self._typing.typed), None
        elif self._pair is not None:
            return
        elif self._person is not None:
            self._remember(self._person)
            return
        elif self.setup.stage == SetupStage.READY:
            self._begin_match()
            return
        elif self._has_next_page:
            self.panel.turn()
            return
        elif self.setup.hinders is not None:
            return
        else:
            self.setup = self.setup.on()
        self._show(is_new=True)

    def chosen(self, key: str, value: Any) -> None:
        assert self.setup is not None
        self.frame.problem = ""
        if isinstance(value, PageRequest):
            self.wish(value)
            return
        if self._picking is not None:
            self._picking = self._picking.pick(value)
        elif self._typing is not None and isinstance(value, AllAsUsual):
            self._typing = self._typing.as_usual()
        elif self._pair is not None:
            self._turn_over(self._pair.pick(value))
        elif self._person is not None:
            self._person = self._person.choose(key, value)
        elif self.setup.stage == SetupStage.READY:
            self._check()
        else:
            self.setup = self.setup.choose(key, value)
        self._show()

    def wish(self, asked: PageRequest) -> None:
        """Do what needs more than a touch, and give the result to the set-up."""
        assert self.setup is not None
        setup, of = self.setup, asked.of
        match asked.wish:
            case PageWish.NAME:
                self._type_name(of)
            case PageWish.NUMBER:
                self._type_setting(of)
            case PageWish.TABLE:
                self._open_table(of)
            case PageWish.TABLE_NUMBER:
                self._type_table_number(of)
            case PageWish.PERSON:
                asks = Text("the name of this player")
                self.type(asks, "", lambda words: self._begin_person(words, of), longest=LONGEST_OF_PERSON)
            case PageWish.MORE:
                setting = setup.setting(of)
                self._become(setup.turn(of, people_pages(setup) if setting is None else page_count(setting)))
            case PageWish.ADDRESS:
                self.type_address(
                    setup.gear.camera, lambda words: self._become(self._agreed.choose(CAMERA, words))
                )
            case PageWish.SEARCH:
                self._search()
            case PageWish.SCAN:
                self._with_cards(of, self._begin_scan)
            case PageWish.BY_HAND:
                self._with_cards(of, self._begin_picking)
            case PageWish.TURN_OVER:
                self._with_cards("", self._begin_pair)
            case PageWish.CHANCE:
                self._draw_by_chance()
            case PageWish.STEP:
                self.setup = setup.visit(of)
                self._show(is_new=True)
            case PageWish.FILTER if self._picking is not None:
                asks = Text("search in names and references")
                self.type(asks, self._picking.words, self._narrow, may_be_empty=True)
            case _:
                pass

    def _type_name(self, seat: str) -> None:
        """Have the name of a team typed."""
        name = self.app.look.say(self._agreed.name_of(seat))
        others = {self.app.look.say(self._agreed.name_of(one)) for one in self._agreed.teams if one != seat}

        def refused(words: str) -> Text | None:
            is_taken = any(is_same_name(words, other) for other in others)
            return Text("the other team has this name already") if is_taken else None

        self.type(
            Text("the team's name"),
            name,
            lambda words: self._become(self._agreed.named(seat, words)),
            longest=LONGEST_NAME,
            refuses=refused,
        )

    def _type_setting(self, name: str) -> None:
        """Have the number of one setting of the mode typed."""
        setting = next(one for one in self._agreed.mode.settings if one.name == name)
        self._type_number(
            setting.title, (1, setting.most or 0), lambda n: self._become(self._agreed.set_to(name, n))
        )

    def _open_table(self, name: str) -> None:
        """Show the table of numbers that a house rule is made of."""
        rule = next(one for one in self._agreed.game.house_rules if one.name == name)
        assert rule.table is not None
        self._typing = TableTyping(rule, rule.table, self._agreed.agreed_of(rule))
        self._show(is_new=True)

    def _type_table_number(self, name: str) -> None:
        """Have one number of the table that is shown typed."""
        typing = self._typing
        assert typing is not None
        self._type_number(
            typing.asks_for(name), (0, typing.table.most), lambda n: self._fill(typing.with_number(name, n))
        )

    @property
    def _agreed(self) -> MatchSetup:
        """Return the set-up as it is after typing; devices may have been found meanwhile."""
        assert self.setup is not None
        return self.setup

    def _become(self, setup: MatchSetup) -> None:
        self.setup = setup
        self._show()

    def _fill(self, typing: TableTyping) -> None:
        self._typing = typing
        self._show()

    def _type_number(self, asks: Any, bounds: tuple[int, int], then: Callable[[int], None]) -> None:
        """Show the keyboard for a number between two bounds, both included."""
        least, most = bounds

        def refused(words: str) -> Text | None:
            if words.isdecimal() and least <= int(words) <= most:
                return None
            return Text("type a number from {least} to {most}", least=least, most=most)

        self.type(asks, "", lambda words: then(int(words)), longest=3, is_number=True, refuses=refused)

    def _narrow(self, words: str) -> None:
        if self._picking is not None:
            self._picking = self._picking.narrowed(words)
            self._show()

    # --- people

    def _know_people(self, people: Sequence[KnownPerson]) -> None:
        if self.setup is not None:
            self._become(self.setup.known_by(people))

    def _know_teams(self, teams: Sequence[OwnTeam]) -> None:
        if self.setup is not None:
            self._become(replace(self.setup, own_teams=tuple(teams)))

    def _begin_person(self, name: str, seat: str) -> None:
        """Take a name: of somebody who is remembered already, or of somebody new, whose mark is asked then."""
        setup = self._agreed
        person = newcomer(name, setup.known)
        found = [one for one in setup.known if is_same_name(one.name, person.name)]
        if found:
            self._become(setup.seated(seat, found[0].id))
            return
        self._person = PersonForm(person, seat)
        self._show(is_new=True)

    def _remember(self, form: PersonForm) -> None:
        def kept(people: Sequence[KnownPerson]) -> None:
            self._person = None
            self.setup = self._agreed.known_by(people).seated(form.seat, people[0].id)
            self._show(is_new=True)

        self.app.run_in_background(lambda: self.app.backend.people_desk.remember(form.person), kept)

    # --- devices

    def _search(self) -> None:
        for offer in self._agreed.game.devices:
            self.app.run_in_background(
                partial(self.app.backend.find, offer.name), partial(self._found, offer.name)
            )

    def _found(self, kind: str, found: Sequence[FoundDevice]) -> None:
        if self.setup is not None:
            self.setup = self.setup.seen(kind, found)
            self._show()

    # --- squads

    def _look_cards_up(self, game: str, then: Callable[[], None] | None = None) -> None:
        def known(cards: Sequence[CardName]) -> None:
            if self.setup is not None and self.setup.game.name == game:
                self.setup = self.setup.with_cards({card.ref: card for card in cards})
                (then or self._show)()

        self.app.run_in_background(lambda: self.app.backend.cards(game), known)

    def _with_cards(self, of: str, then: Callable[[], None]) -> None:
        """Do what needs the cards of the game; look them up if that failed when the set-up began."""
        assert self.setup is not None
        self._of = of
        if self.setup.cards:
            then()
        else:
            self._look_cards_up(self.setup.game.name, then)

    def _squad(self) -> Squad:
        """Return the squad or the list that is chosen, as far as it was chosen by hand before."""
        setup = self._agreed
        setting = setup.setting(self._of)
        if setting is not None:
            is_own = isinstance(setup.chosen.get(setting.name), list)
            squad = setup.listed(setting)
            return squad if is_own else squad.emptied(squad.needs[0])
        squad = setup.squad(self._of)
        return squad if self._of in setup.squads else replace(squad, picked={}, order=())

    def _begin_picking(self) -> None:
        setup = self._agreed
        setting, squad = setup.setting(self._of), self._squad()
        begun = begun_picking(squad) if setting is None else begun_list(squad, self._of)
        seat = next(
            (one for one in setup.teams if one == self._of or (setting and one in setting.path)), None
        )
        whose = None if seat is None else setup.told_name(seat)
        self._picking = replace(begun, language=self.app.look.language, whose=whose)
        self._show(is_new=True)

    def _begin_pair(self) -> None:
        """Ask for the cards of a pair."""
        self._pair = PairPicking(self._agreed)
        self._show(is_new=True)

    def _turn_over(self, pair: PairPicking) -> None:
        """Take a card of the draw; with both, the pair is compared."""
        self._pair = pair
        if pair.is_whole:
            self._pair = None
            self.setup = replace(self._agreed, drawing=pair.setup.drawing).turned_over(pair.picked)

    def _draw_by_chance(self) -> None:
        """Have the program turn the cards over, and toss the coin if it comes to that."""

        def draw() -> None:
            begun = self._agreed.undrawn()
            shuffled = {
                seat: CHANCE.sample(begun.drawable(seat), len(begun.drawable(seat))) for seat in begun.teams
            }
            self._become(self._agreed.drawn_by_chance(shuffled, CHANCE.choice(list(begun.teams))))

        self._with_cards("", draw)

    def _pick_on(self, picking: Picking) -> None:
        """Go to the next part of the squad; from a complete squad, back to the set-up."""
        if picking.next is None:
            self._keep_squad(picking.squad)
        else:
            self._picking = picking.pick(picking.next)

    def _begin_scan(self) -> None:
        assert self.setup is not None
        gear, name = self.setup.gear, self.setup.game.name
        if not gear.camera:
            first = next(iter(self.setup.around.get(CAMERA, ())), None)
            gear = gear.choose(CAMERA, PHONE if first is None else first.name)
            self.setup = self.setup.with_gear(gear)
        if gear.camera == PHONE:
            # One phone serves for both squads, and for the match.
            self.app.run_in_background(self.app.backend.await_phone, lambda _: self._scan_with(name, gear))
        else:
            self._scan_with(name, gear)

    def _scan_with(self, name: str, gear: TableDevices) -> None:
        self.app.run_in_background(lambda: self.app.backend.scan(name, gear), self._scanning)

    def _scanning(self, scanner: CardScanner) -> None:
        self._is_scanning = True
        self._scan.begin(scanner, self._squad() if self._picking is None else self._picking.squad)
        self._show(is_new=True)

    def _show_scan(self) -> None:
        squad = self._scan.squad
        if self._is_scanning and squad is not None:
            is_list = self._agreed.setting(self._of) is not None
            whole = squad.is_whole and not is_list
            self.frame.go_says = Text("the squad is complete") if whole else Text("keep this list")
            self.frame.is_waiting = not squad.is_whole

    def _end_scan(self) -> None:
        self._is_scanning = False
        scanner = self._scan.end()
        if scanner is not None:
            self.app.run_in_background(scanner.stop, lambda _: None)

    def _keep_squad(self, squad: Squad | None) -> None:
        assert self.setup is not None
        if squad is None or not squad.is_whole:
            return
        self._end_scan()
        self._picking = None
        setting = self.setup.setting(self._of)
        if setting is not None and setting.cards is not None:
            self.setup = self.setup.set_to(self._of, list(squad.picked[setting.cards.need.field]))
        else:
            self.setup = self.setup.with_squad(self._of, squad.as_fields())

    # --- before it begins

    def _check(self) -> None:
        assert self.setup is not None
        self._checked = None
        request = self.setup.request
        self.app.run_in_background(lambda: self.app.backend.check(request), self._told_checks)

    def _told_checks(self, checked: Sequence[CheckResult]) -> None:
        self._checked = checked
        self._show()

    def _begin_match(self) -> None:
        assert self.setup is not None
        if self._is_beginning:
            return
        self._is_beginning = True
        self.frame.is_waiting = True
        request = self.setup.request
        self.app.run_in_background(
            lambda: self.app.backend.begin(request), lambda match: self._watch(match, request.gear)
        )

    def _watch(self, match: LiveMatch, gear: TableDevices) -> None:
        self._is_beginning = False
        self.app.watch(match, gear, self.app.match_page)

    # --- shown

    def _show(self, *, is_new: bool = False) -> None:
        setup = self.setup
        if setup is None:
            return
        if is_new:
            self.frame.problem = ""
            if setup.stage == SetupStage.READY:
                self._check()
        self.panel.is_led = self._is_read_on
        step = [] if setup.says_step is None else [setup.says_step]
        if self._picking is not None:
            step += self._picking.told_part
        self.frame.title, self.frame.step = self._title(setup), in_a_row(step) if step else ""
        self.frame.note, self.frame.is_waiting, self.frame.is_plain = setup.note, False, False
        self.frame.go_says = way_on(setup, self._checked)
        if self._is_scanning:
            self._show_scan()
        elif self._picking is not None:
            self._show_picking(self._picking)
        elif self._typing is not None:
            self.frame.go_says = Text("Done")
            self.panel.show(self._typing.lines, is_new=is_new)
        elif self._pair is not None:
            self.frame.go_says, self.frame.note = "", ""
            self.panel.show(self._pair.lines, is_new=is_new)
        elif self._person is not None:
            self.frame.go_says = Text("save {name}", name=self._person.person.name)
            self.frame.note = ""
            self.panel.show(self._person.lines, is_new=is_new)
        else:
            self._show_stage(setup, is_new=is_new)
        self.frame.put(self._middle())
        self._lead_on()

    @property
    def _is_read_on(self) -> bool:
        """Whether the button that goes on turns the pages first, so that nobody passes over one."""
        is_beside = self._picking or self._typing or self._pair or self._person or self._is_scanning
        return self.setup is not None and self.setup.stage != SetupStage.READY and not is_beside

    @property
    def _has_next_page(self) -> bool:
        return self._is_read_on and self._middle() is self.panel and not self.panel.is_at_end

    def _lead_on(self, *_: object) -> None:
        """Lead on to the next page, and from the last one to the next step."""
        frame, setup = self.frame, self.setup
        has_pages = self._is_read_on and self._middle() is self.panel and self.panel.page_count > 1
        frame.says_page, frame.is_first = self.panel.says_page if has_pages else "", self.panel.page == 0
        if setup is not None and self._has_next_page:
            frame.go_says, frame.is_waiting = Text("next"), False
        elif setup is not None and self._is_read_on and self._middle() is self.panel:
            frame.go_says, frame.is_waiting = way_on(setup, None), setup.hinders is not None

    def _show_stage(self, setup: MatchSetup, *, is_new: bool) -> None:
        hinders = setup.hinders
        self.frame.is_waiting = hinders is not None
        self.frame.note = hinders or setup.note
        if setup.stage == SetupStage.READY:
            self.frame.note = sound_note(self._checked)
        shown = self._check_lines() if setup.stage == SetupStage.READY else lines(setup)
        self._show_code(is_wanted=setup.stage == CAMERA and setup.gear.camera == PHONE)
        if self._has_code:
            self._phone.show(shown, is_new=is_new)
        else:
            self.panel.show(shown, is_new=is_new)

    def _show_code(self, *, is_wanted: bool) -> None:
        """Show the code that a phone scans, from when a phone is chosen as the camera."""
        if is_wanted == self._has_code:
            return
        self._has_code = is_wanted
        if is_wanted:
            self._phone.begin(self.app.backend)
            self.app.run_in_background(self.app.backend.await_phone, lambda _: None)
        else:
            self._phone.end()

    def _show_picking(self, picking: Picking) -> None:
        self.frame.go_says, self.frame.note = picking.goes_on, picking.says or picking.lacks
        self.frame.is_waiting, self.frame.is_plain = picking.is_waiting, picking.lacks_cards
        self.panel.show(picking.lines, is_new=picking.is_new)

    def _middle(self) -> Widget:
        if self._is_scanning:
            return self._scan
        return self._phone if self._has_code and self._picking is None else self.panel

    def _title(self, setup: MatchSetup) -> Any:
        if self._is_scanning:
            setting = setup.setting(self._of)
            if setting is not None:
                return setting.title
            return Text("the squad of {team}", team=_words(setup.name_of(self._of)))
        if self._typing is not None:
            return self._typing.asks
        if self._pair is not None:
            return self._pair.asks
        if self._person is not None:
            return self._person.asks
        return self._picking.asks if self._picking is not None else setup.asks

    def _check_lines(self) -> tuple[MenuLine, ...]:
        if self._checked is None:
            return (MenuLine("wait", Text("everything is being checked…")),)
        return ready_lines(self._agreed, self._checked)


def _words(words: Text | Wording | str) -> Text | Wording:
    return Wording.plain(words) if isinstance(words, str) else words
