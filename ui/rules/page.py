"""The rules page: opened from home it shows all games, and opened from a match the rules of the current phase."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.backend.interface import GameOffer, HouseRuleOffer
from companion.rules.readings import RulesInWords
from companion.words import Text
from ui.page import SteppedPage
from ui.presenters.lines import ShownCard, Words
from ui.rules.rules_lines import (
    AgreedRule,
    ChaptersWanted,
    HouseRulesWanted,
    ReadingsWanted,
    RulesOfGame,
    ShownRules,
    Wish,
)
from ui.widgets.card_face import FACE_RATIO, CardFace
from ui.widgets.lines import LinesPanel

HOME = "home"
EXAMPLES = 0.26
"""The share of the page that cards take which stand beside the rules."""


class RulesSheet(BoxLayout):
    """The lines of the rules, and beside them examples of the cards that they are about: call `show(cards)`."""

    def __init__(self, lines: LinesPanel, **values: Any) -> None:
        super().__init__(**values)
        self._look = App.get_running_app().look
        self._examples = BoxLayout(orientation="vertical", size_hint_x=None)
        self._cards: Sequence[ShownCard] = ()
        self.add_widget(lines)
        self.add_widget(self._examples)
        self.bind(size=self._place)

    def show(self, cards: Sequence[ShownCard]) -> None:
        self._cards = cards
        self._place()

    def _place(self, *_: object) -> None:
        """Give the cards their room; a page that stands has none for them."""
        shown = () if self._look.is_tall else self._cards
        wide = self.width * EXAMPLES if shown else 0
        self.spacing = self._look.gutter if shown else 0
        self._examples.width, self._examples.spacing = wide, self._look.gutter
        self._examples.clear_widgets()
        most = self.height / max(1, len(shown)) - self._look.gutter
        for card in shown:
            face = CardFace(type_role="note", size_hint_y=None, height=min(wide / FACE_RATIO, most))
            face.game, face.face = card.game, card.face
            self._examples.add_widget(face)
        self._examples.add_widget(Widget())


class RulesPage(SteppedPage):
    """The page on which the rules of a game are read."""

    called: ClassVar[str] = "rules"
    is_of_match: ClassVar[bool] = True

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.shown: ShownRules | None = None
        self._from = HOME
        self._games: dict[str, GameOffer] = {}
        self.app.look.bind(is_tall=lambda *_: self._show(), mm=lambda *_: self._show())
        self.sheet = RulesSheet(self.panel)
        self.panel.is_led = True
        self.panel.bind(page=self._lead_on, says_page=self._lead_on)

    def enter(self) -> None:
        self.close()
        self.frame.problem = ""
        self._from, self.shown = self.app.before, None
        self.put(Text("the rules"), self._back_says, "", self.sheet)
        self.sheet.show(())
        self.panel.show((), is_new=True)
        self.app.run_in_background(self.app.backend.games, self._take_games)

    def _take_games(self, games: Sequence[GameOffer]) -> None:
        self._games = {game.name: game for game in games}
        match = self.app.snapshot
        if match is None:
            self._open(next(iter(self._games)))
        else:
            self._open(match.game, match.phase)

    def _open(self, game: str, phase: str = "") -> None:
        def take(words: RulesInWords) -> None:
            titles = {name: offer.title for name, offer in self._games.items()}
            chapters = tuple(chapter.id for chapter in words.of_phase(phase))
            wish = ChaptersWanted(chapters, of_phase=True) if chapters else None
            self.shown = ShownRules(game, titles, words, phase, wish, self._agreed(game))
            self._show(is_new=True)

        self.app.run_in_background(lambda: self.app.backend.rules(game), take)

    def _agreed(self, game: str) -> tuple[AgreedRule, ...]:
        """Return the house rules of the match that is played, each with what its table agreed on."""
        match = self.app.snapshot
        house = None if match is None or match.game != game else match.setup.get("house", {})
        if not isinstance(house, Mapping):
            return ()
        return tuple(
            AgreedRule(rule.name, rule.title, rule.says, _agreed_says(rule, house))
            for rule in self._games[game].house_rules
        )

    @property
    def _back_says(self) -> Text:
        return Text("Home") if self._from == HOME else Text("back to the match")

    # --- what is shown

    def _show(self, *, is_new: bool = False) -> None:
        if self.shown is None:
            return
        shown = self.shown
        is_chapter = shown.wish is not None and not self._is_phase
        is_first = self._is_phase or not is_chapter
        self.put(shown.title, self._back_says if is_first else Text("all chapters"), "", self.sheet)
        self.frame.note, self.frame.is_note_quiet = shown.note, True
        self.sheet.show(shown.examples)
        self.panel.show(shown.lines(), is_new=is_new)
        self._lead_on()

    def _lead_on(self, *_: object) -> None:
        """Lead on to the next page, and from the last one to what comes after the chapter: nobody passes over a page."""
        if self.shown is None:
            return
        panel, frame = self.panel, self.frame
        has_pages = panel.page_count > 1
        frame.says_page, frame.is_first = panel.says_page if has_pages else "", panel.page == 0
        frame.go_says = self.shown.next_says if panel.is_at_end else Text("next page")

    @property
    def _is_phase(self) -> bool:
        """Tell whether the phase at hand is shown, which is the first thing that is read in a match."""
        wish = None if self.shown is None else self.shown.wish
        return isinstance(wish, ChaptersWanted) and wish.of_phase

    def _turn_to(self, wish: Wish | None) -> None:
        if self.shown is not None:
            self.shown = replace(self.shown, wish=wish)
            self._show(is_new=True)

    # --- what is touched

    def chosen(self, key: str, value: Any) -> None:
        del key
        match value:
            case RulesOfGame(game):
                self._open_overview(game)
            case ChaptersWanted() | ReadingsWanted() | HouseRulesWanted():
                self._turn_to(value)
            case _:
                pass

    def _open_overview(self, game: str) -> None:
        match = self.app.snapshot
        is_played = match is not None and match.game == game

        def take(words: RulesInWords) -> None:
            if self.shown is not None:
                phase = match.phase if match is not None and is_played else ""
                self.shown = replace(
                    self.shown, game=game, words=words, phase=phase, wish=None, agreed=self._agreed(game)
                )
                self._show(is_new=True)

        self.app.run_in_background(lambda: self.app.backend.rules(game), take)

    def go(self) -> None:
        """Read on: the next page; after the phase at hand the house rules of the match, after a chapter the next one."""
        if not self.panel.is_at_end:
            self.panel.turn()
        elif self.shown is not None and self.shown.next_wish is not None:
            self._turn_to(self.shown.next_wish)

    def back(self) -> None:
        """Go back to the list of chapters, from readings to theirs; from the list or the rules of a phase, to the page that
        opened the rules.
        """
        if self.shown is None or self.shown.wish is None or self._is_phase:
            self.app.go(self._from)
        elif isinstance(self.shown.wish, ReadingsWanted) and self.shown.wish.chapter is not None:
            self._turn_to(ReadingsWanted())
        else:
            self._turn_to(None)


def _agreed_says(rule: HouseRuleOffer, house: Mapping[str, Any]) -> Words:
    """Return what a table agreed on, or what is usual; a number or a table that was typed is told as it is."""
    value = house.get(rule.name, rule.choices[0].value)
    found = next((choice.says for choice in rule.choices if choice.value == value), None)
    return found or Text("{value}", value=str(value))
