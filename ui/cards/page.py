"""The page of the owner's cards: search, entry question by question, reading by camera, deletion and restoration."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.backend.card_entry import CardEntry, FieldFault
from companion.backend.card_readers import CardScanner
from companion.backend.interface import (
    CAMERA,
    CardKind,
    CardName,
    FoundDevice,
    TableDevices,
)
from companion.rules.catalogue import as_printed
from companion.rules.engine import Json
from companion.rules.games import games_with_cards
from companion.showing.scene import CardSide
from companion.storage.drafts import Draft
from companion.words import Text, in_a_row
from ui.cards.card_lines import (
    Again,
    Anew,
    CardWish,
    Enough,
    OfGame,
    OfKind,
    Picked,
    Shelved,
    Toggled,
    Typing,
    answer_lines,
    asked,
    game_titles,
    kind_line,
    not_taken,
    waits_for,
    whole_lines,
)
from ui.cards.entry_panel import EntryPanel, LivingFace
from ui.cards.teaching import (
    LOOKS_A_SECOND,
    OTHER_CAMERA,
    REFERENCE,
    LessonPage,
    TeachWish,
    camera_choice,
    camera_lines,
)
from ui.presenters.lines import SEARCH_LINE, MenuLine, MenuOption, PageRequest, PageWish
from ui.widgets.card_face import CardFace
from ui.widgets.keyboard import Keyboard
from ui.widgets.lines import LinesPanel
from ui.widgets.step_frame import only
from vision.phone import PHONE

KEYS_WIDE = 11.5
"""The width of the keyboard beside a face, in keys of a finger's width."""
INTAKE = "card intake"
"""The page on which many cards are photographed."""
ALL_RIGHT = Text("is all of this right?")
GAP_PX = 12
"""Between the card and what can be done with it."""


class CardsPage(LessonPage):
    """The page shows a list, one card, a card that is being entered, or the camera's picture."""

    called: ClassVar[str] = "cards"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._whole = CardFace(is_mini=False)
        self._deeds = LinesPanel()
        self._deeds.bind(on_choose=lambda _, key, value: self.chosen(key, value))
        self._beside = BoxLayout(spacing=GAP_PX)
        for widget in (self._whole, self._deeds):
            self._beside.add_widget(widget)
        self.face = LivingFace()
        self.face.bind(on_field=lambda _, field: self._open(field))
        self.app.look.bind(target=self._widen_keys)
        self._entering = EntryPanel()
        self._entering.bind(
            on_step=lambda _, steps: self._step(steps),
            on_other_kind=lambda _: self._ask_kind(),
            on_discard=lambda _: self._discard(),
        )
        self._fields = LinesPanel()
        self._fields.bind(on_choose=lambda _, key, value: self.chosen(key, value))
        self._entering.put(self.face, self._fields)
        self._typing = BoxLayout()
        self._shelved = Shelved(games_with_cards()[0])
        self._card: CardName | None = None
        self._kinds: Sequence[CardKind] = ()
        self._ref = ""
        self._is_kind_found = False
        """The reference told the kind: nobody was asked for it."""
        self.entry: CardEntry | None = None
        self._faults: Sequence[FieldFault] | None = None
        self._deleted: Json | None = None
        self._after: Callable[[str], None] | None = None
        """What follows when the card that is entered is saved."""
        self._scanner: CardScanner | None = None
        self._with_camera: Callable[[str, TableDevices], None] | None = None
        """What is done with the camera."""
        self._is_choosing = False
        """It is asked which camera is used."""
        self._is_awaited = False
        """The page shows that the phone has not joined yet."""

    # --- in and out

    def enter(self) -> None:
        self.close()
        self.frame.problem = ""
        self._look_up()

    def leave(self) -> None:
        self._stop_reading()
        self.app.run_in_background(self.app.backend.dismiss_phone, lambda _: None)
        self.keys, self.entry, self._card, self._kinds, self._after = None, None, None, (), None
        self._is_choosing = False

    def back(self) -> None:
        """Go from a card to the list, where its draft stays, and from the list to the home page."""
        self.frame.problem = ""
        if self.entry is not None:
            self._to_list()
        elif self._is_at_list:
            self.app.go("home")
        else:
            self._to_list()

    def go(self) -> None:
        """Save the complete card, or delete the card that is shown."""
        self.frame.problem = ""
        if self.entry is not None and self._faults == ():
            entry = self.entry
            self._run_in_background(lambda: self._card_editor.save(entry), lambda _: self._saved(entry.ref))
        elif self._card is not None:
            self._delete(self._card)

    def _saved(self, ref: str) -> None:
        after, self._after = self._after, None
        self._to_list(Text("the card is saved"))
        if after is not None:
            after(ref)

    def enter_for(self, game: str, ref: str, after: Callable[[str], None]) -> None:
        """Begin to enter a card for another page, which is told its reference when it is saved."""
        self._shelved, self._after = Shelved(game), after
        self.enter_card(as_printed(ref.strip()))

    @property
    def _card_editor(self) -> Any:
        return self.app.backend.card_editor

    @property
    def is_reading(self) -> bool:
        """Whether a camera looks at cards."""
        return self._scanner is not None or self.teacher is not None

    @property
    def _is_at_list(self) -> bool:
        return not (self.is_reading or self._is_choosing or self._card is not None or self._kinds)

    def _run_in_background(self, job: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self.app.run_in_background(job, then)

    # --- the list

    def _to_list(self, note: Text | str = "") -> None:
        self.app.faces.forget(self._shelved.game)
        self._stop_reading()
        self._is_choosing = False
        self.entry, self._card, self._kinds, self._faults = None, None, (), None
        self._look_up()
        self.frame.note = note

    def _look_up(self) -> None:
        game = self._shelved.game
        self._run_in_background(
            lambda: (tuple(self._card_editor.own(game)), tuple(self._card_editor.drafts(game))), self._take
        )

    def _take(self, found: tuple[tuple[CardName, ...], tuple[Draft, ...]]) -> None:
        cards, drafts = found
        self._shelved = replace(self._shelved, cards=cards, drafts=drafts, can_undo=self._deleted is not None)
        if self._is_at_list and self.entry is None:
            self._show_list()

    def _show_list(self) -> None:
        self.put(Text("your cards"), Text("Home"), "", self.panel)
        self.panel.show(self._shelved.lines(game_titles()))

    def chosen(self, key: str, value: Any) -> None:
        del key
        self.frame.problem, self.frame.note = "", ""
        if self.take_size(value):
            return
        match value:
            case OfGame(game):
                self._shelved = Shelved(game)
                self._deleted = None
                self._look_up()
            case CardWish():
                self._wish(value)
            case TeachWish():
                self.name_card(value)
            case PageRequest(wish=PageWish.ADDRESS):
                self.type_address("", self._use_camera)
            case PageRequest():
                self.ask_camera()
            case str() if value == OTHER_CAMERA:
                self.ask_camera()
            case str() if self._is_choosing:
                self._use_camera(value)
            case CardName():
                self._card = value
                self._show_card(value)
            case Draft():
                self._begin(value.kind, value.ref)
            case Anew(card):
                self._begin(card.kind, card.ref)
            case OfKind(kind):
                self._begin(kind, self._ref)
            case _:
                self._answer(value)

    def _wish(self, wish: CardWish) -> None:
        match wish:
            case CardWish.ENTER:
                self.type(REFERENCE, "", self.enter_card, is_reference=True)
            case CardWish.SEARCH:
                self.type(
                    Text("search in names and references"),
                    self._shelved.search,
                    self._search,
                    may_be_empty=True,
                )
            case CardWish.MORE:
                page = (self._shelved.page + 1) % self._shelved.page_count
                self._shelved = replace(self._shelved, page=page)
                self._show_list()
            case CardWish.READ:
                self._find_camera(self._scan_with)
            case CardWish.TEACH:
                self._find_camera(self.teach_with)
            case CardWish.PHOTOGRAPH:
                self._find_camera(lambda game, used: self._intake_page().photograph(game, used))
            case CardWish.REVIEW:
                self._intake_page().review(self._shelved.game)
            case CardWish.UNDO:
                card, game = self._deleted, self._shelved.game
                self._deleted = None
                self._run_in_background(
                    lambda: self._card_editor.restore(game, card),
                    lambda _: self._to_list(Text("the card is restored")),
                )

    def _intake_page(self) -> Any:
        """Go to the page of cards that are photographed."""
        self.app.go(INTAKE)
        return self.app.page_called(INTAKE)

    def _search(self, words: str) -> None:
        self._shelved = replace(self._shelved, search=words, page=0)
        self._show_list()

    # --- a card that is looked at

    def _show_card(self, card: CardName) -> None:
        line = MenuLine(
            "card", card.name, Text("{ref}", ref=card.ref), (MenuOption(Anew(card), Text("change it")),)
        )
        self._whole.game, self._whole.face = self._shelved.game, CardSide(card.ref)
        self._whole.says = card.name
        self._deeds.show((line,), is_new=True)
        self.put(card.name, Text("Back"), Text("delete it"), self._beside)

    def _delete(self, card: CardName) -> None:
        game = self._shelved.game

        def gone(deleted: Json) -> None:
            self._deleted = deleted
            self._to_list(
                Text("{ref} is deleted; you can restore it until you leave this page", ref=card.ref)
            )

        self._run_in_background(lambda: self._card_editor.remove(game, card.ref), gone)

    # --- read by the camera

    def _find_camera(self, then: Callable[[str, TableDevices], None]) -> None:
        """Go on with the camera that was used last, or the first one."""
        self._with_camera = then

        def found(devices: tuple[TableDevices, Sequence[FoundDevice]]) -> None:
            gear, cameras = devices
            gear = self.gear if self.gear.camera else gear
            # Without a camera a phone is one: the page shows the code that it scans.
            self._begin_with(gear if gear.camera else TableDevices(cameras[0].name if cameras else PHONE))

        self._run_in_background(lambda: (self.app.backend.last_gear(), self.app.backend.find(CAMERA)), found)

    def _begin_with(self, used: TableDevices) -> None:
        self.gear, then, game = used, self._with_camera, self._shelved.game
        assert then is not None
        if used.camera == PHONE:
            self._run_in_background(self.app.backend.await_phone, lambda _: then(game, used))
        else:
            then(game, used)

    def ask_camera(self) -> None:
        """Ask which camera is used for what was begun with one."""
        self._stop_reading()
        self._is_choosing = True
        self._run_in_background(lambda: self.app.backend.find(CAMERA), self._ask_found)

    def _ask_found(self, cameras: Sequence[FoundDevice]) -> None:
        if not self._is_choosing:
            return
        offer = next(one for one in self.app.backend.devices() if one.name == CAMERA)
        self.put(offer.asks, Text("Back"), "", self.panel)
        self.panel.show((camera_choice(offer, cameras, self.gear), SEARCH_LINE), is_new=True)

    def _use_camera(self, name: str) -> None:
        self._is_choosing = False
        self._begin_with(TableDevices(name))

    def _scan_with(self, game: str, used: TableDevices) -> None:
        self._run_in_background(lambda: self.app.backend.scan(game, used), self._reads)

    def _reads(self, scanner: CardScanner) -> None:
        self._scanner = scanner
        self.put(Text("scan a card"), Text("Back"), "", self.teaching)
        self._show_scan()
        self.looking = Clock.schedule_interval(self._look, 1 / LOOKS_A_SECOND)

    def _show_scan(self) -> None:
        self._is_awaited = self.is_phone_awaited
        says = Text("show the card to the camera: its code or its tag")
        self.teaching.show_lines(camera_lines(says, "", is_phone_awaited=self._is_awaited))

    def _look(self, _: float) -> None:
        if self._scanner is None:
            return
        self.teaching.look(self._scanner.picture())
        if self.is_phone_awaited != self._is_awaited:
            self._show_scan()
        self.frame.problem = "" if self._is_awaited else self._scanner.trouble() or ""
        read = self._scanner.newest()
        if read:
            self._stop_reading()
            self.enter_card(read[0].refs[0])

    def _stop_reading(self) -> None:
        if self.looking is not None:
            self.looking.cancel()
            self.looking = None
        camera, self._scanner, self.teacher = self._scanner or self.teacher, None, None
        if camera is not None:
            self._run_in_background(camera.stop, lambda _: None)

    # --- a card that is entered

    def enter_card(self, ref: str) -> None:
        """Begin to enter a card; ask for its kind only if neither the card nor its reference tells it."""
        self._ref, game, editor = ref, self._shelved.game, self._card_editor
        self._run_in_background(
            lambda: (editor.kinds(game), editor.kind_of(game, as_printed(ref))), self._take_kinds
        )

    def _take_kinds(self, found: tuple[Sequence[CardKind], str | None]) -> None:
        kinds, kind = found
        known = {draft.ref.upper() for draft in self._shelved.drafts} | {
            card.ref.upper() for card in self._shelved.cards
        }
        self._kinds = kinds
        self._is_kind_found = False
        if self._ref.upper() in known or len(kinds) == 1:
            self._begin(kinds[0].kind, self._ref)
        elif kind in {one.kind for one in kinds}:
            self._is_kind_found = True
            self._begin(str(kind), self._ref)
        else:
            self._ask_kind()

    def _ask_kind(self) -> None:
        if self.entry is not None:
            draft = self.entry.draft
            self._run_in_background(lambda: self._card_editor.drop(draft), lambda _: None)
        self.entry, self._is_kind_found = None, False
        self.put(Text("what kind of card is {ref}?", ref=self._ref), Text("Back"), "", self.panel)
        self.panel.show((kind_line(self._shelved.game, self._kinds),), is_new=True)

    def _begin(self, kind: str, ref: str) -> None:
        game = self._shelved.game

        def refused(problem: Any) -> None:
            self._to_list()
            self.frame.problem = problem.message

        self.app.run_in_background(lambda: self._card_editor.begin(game, kind, ref), self._become, refused)

    def _discard(self) -> None:
        """Discard the draft of the card that is entered."""
        if self.entry is not None:
            draft = self.entry.draft
            self._run_in_background(lambda: self._card_editor.drop(draft), lambda _: self._to_list())

    def _become(self, entry: CardEntry) -> None:
        """Change to another state of the entry, which is saved before the next question."""
        self.entry, self._faults = entry, None
        self._run_in_background(lambda: self._card_editor.keep(entry.draft), lambda _: None)
        if entry.is_complete:
            self._run_in_background(
                lambda: tuple(self._card_editor.faults(entry)), lambda faults: self._judged(entry, faults)
            )
        self._show_entry(entry)

    def _judged(self, entry: CardEntry, faults: Sequence[FieldFault]) -> None:
        if self.entry is None or self.entry.card != entry.card:
            return
        self._faults = faults
        self._show_entry(self.entry)

    def _open(self, field: str) -> None:
        """Open a field that was touched; all answers stay."""
        if self.entry is not None:
            self.close()
            self.entry = self.entry.open(field)
            self._show_entry(self.entry)

    def _step(self, steps: int) -> None:
        beside = None if self.entry is None else self.entry.beside(steps)
        if beside is not None:
            self.entry = beside
            self._show_entry(beside)

    def _show_entry(self, entry: CardEntry) -> None:
        question, faults = entry.question, self._faults or ()
        self._entering.has_before = entry.beside(-1) is not None
        self._entering.has_kinds = self._is_kind_found
        self._entering.has_after = entry.beside(1) is not None
        self._entering.is_whole = question is None
        self.put(
            asked(question) if question is not None else Text("a value is wrong") if faults else ALL_RIGHT,
            Text("Back"),
            Text("save the card"),
            self._entering,
        )
        self.frame.is_waiting = self._faults != ()
        # On the whole card, each fault stands in a line of its own.
        self.frame.problem = faults[0].says if faults and question is not None else ""
        which = Text("{ref}, {kind}", ref=entry.ref, kind=entry.form.title)
        waits = waits_for(entry, faults)
        self.frame.note = in_a_row([which, waits]) if isinstance(waits, Text) else which
        self._entering.put(self.face, self._fields)
        self.face.at = "" if question is None else question.path
        self.face.wrong = tuple(fault.field for fault in faults)
        self.face.show(entry)
        shown = whole_lines(entry, faults) if question is None else answer_lines(entry)
        self._fields.show(shown, is_new=True)

    def _answer(self, value: Any) -> None:
        entry = self.entry
        if entry is None:
            return
        match value:
            case Picked(answer):
                self._become(entry.answer(answer))
            case Toggled(one):
                self.entry = entry.toggle(one)
                self._fields.show(answer_lines(self.entry))
            case Again(path):
                self._open(path)
            case Enough():
                self._become(entry.answer(list(entry.row)))
            case Typing() if entry.question is not None:
                self._type_field(entry.question.says, entry.typed)

    def _type_field(self, asks: Text, words: str) -> None:
        """Show the keyboard beside the card's face. The face changes with each letter that is typed."""
        is_number = self.entry is not None and self.entry.is_number_asked
        self.type(asks, words, self._typed, may_be_empty=True, is_number=is_number)
        keys = self.keys
        assert isinstance(keys, Keyboard)
        keys.bind(words=lambda _, words: self._follow(words))
        look = self.app.look
        self._typing.orientation = "vertical" if look.is_tall else "horizontal"
        self._typing.padding = (0, look.margin, 0, 0) if look.is_tall else (look.margin,) * 4
        only(self.ids.whole, self._typing)
        self._typing.clear_widgets()
        if self.face.parent is not None:
            self.face.parent.remove_widget(self.face)
        keys.size_hint = (1, 1.1) if look.is_tall else (None, 1)
        self._widen_keys()
        self._typing.add_widget(self.face)
        self._typing.add_widget(keys)

    def _widen_keys(self, *_: object) -> None:
        """Give the keys the width of fingers, on a window of this size."""
        if self.keys is not None:
            self.keys.width = self.app.look.target * KEYS_WIDE

    def _follow(self, words: str) -> None:
        """Show on the face what is typed so far, if it may be an answer."""
        if self.entry is None:
            return
        try:
            self.face.show(self.entry.answer(self.entry.read(words)))
        except ValueError:
            self.face.show(self.entry)

    def close(self) -> None:
        super().close()
        self._typing.clear_widgets()
        if self.entry is not None:
            self._entering.put(self.face, self._fields)

    def _typed(self, words: str) -> None:
        entry = self.entry
        assert entry is not None and entry.question is not None
        try:
            answer = entry.read(words)
        except ValueError:
            # Nothing is lost: it is typed on where it was left.
            self._type_field(not_taken(entry.question, words), words)
            return
        self._become(entry.answer(answer))
