"""The page of recorded matches, newest first, with a filter by game and a search: a match is replayed, resumed or removed."""

from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.backend.listed_match import ListedMatch, MatchList
from companion.ids import MatchId
from companion.words import Text
from ui.ended.page import EndedPage
from ui.home.page import HomePage
from ui.look import rgba
from ui.matches.matches_lines import (
    MatchAct,
    MatchRow,
    Wanted,
    asked,
    games_of,
    none_says,
    nothing_recorded,
    removed_says,
    rows,
    unplayed_says,
)
from ui.page import SteppedPage
from ui.presenters.lines import BEGIN, Words
from ui.presenters.palette import palette_of
from ui.replay.page import ReplayPage
from ui.widgets.mark import SideMark
from ui.widgets.pool import fill
from ui.widgets.touch import HandedRow, Touch

# --- matches panel
# The list: a row of buttons that narrow it, the matches of one page, and the buttons that turn pages.


class MatchLine(HandedRow):
    """A match of the list."""

    title = ObjectProperty("")
    says = ObjectProperty("")
    panel = ListProperty([0, 0, 0, 1])
    ground = ListProperty([0, 0, 0, 1])
    """The colours of its game: of the row, and of the buttons on it."""
    count = NumericProperty(1)

    __events__ = ("on_act",)

    def on_act(self, act: MatchAct) -> None: ...

    def show(self, row: MatchRow) -> None:
        theme = "light" if App.get_running_app().look.theme == "light" else "dark"
        self.title, self.says, self.count = row.title, row.says, len(row.acts)
        signs = [person.sign for person in row.match.people.values()]
        for mark, sign in zip(fill(self.ids.signs, SideMark, len(signs)), signs, strict=True):
            mark.role = sign
        palette = palette_of(theme, row.match.game)
        self.panel, self.ground = rgba(palette.raised), rgba(palette.ground)
        # What removes a match stands apart from what shows it.
        *acts, (_, self.ids.put_away.says) = row.acts
        self._acts = [act for act, _ in acts]
        touches = fill(self.ids.acts, self._new_touch, len(acts))
        for touch, (_, says) in zip(touches, acts, strict=True):
            touch.says, touch.own_fill = says, self.ground

    def _new_touch(self) -> Touch:
        touch = Touch(type_role="note")
        touch.bind(on_choose=self._touched)
        return touch

    def _touched(self, touch: Touch) -> None:
        self.dispatch("on_act", self._acts[list(reversed(self.ids.acts.children)).index(touch)])


class MatchesPanel(BoxLayout):
    """The list. `on_act` carries a match and what is to be done with it, `on_game` a game."""

    page = NumericProperty(0)
    page_count = NumericProperty(1)
    says_page = ObjectProperty("")
    none_says = ObjectProperty("")
    is_searching = BooleanProperty(False)
    """The list is narrowed by words."""
    is_empty = BooleanProperty(True)
    """Nothing is recorded that could be looked for."""

    __events__ = ("on_act", "on_game", "on_search")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._rows: Sequence[MatchRow] = ()
        self._shown: list[ListedMatch] = []
        self.ids.rows.bind(height=lambda *_: self._lay())
        App.get_running_app().look.bind(theme=lambda *_: self._lay(), is_tall=lambda *_: self._lay())

    def on_act(self, match: ListedMatch, act: MatchAct) -> None: ...

    def on_game(self, game: str) -> None: ...

    def on_search(self) -> None: ...

    def show(self, found: Sequence[MatchRow], games: Sequence[tuple[str, Words]], wanted: Wanted) -> None:
        """Show these matches, and the games to which they can be narrowed."""
        self._rows, self._games = found, [game for game, _ in games]
        self.is_searching = bool(wanted.words)
        self.is_empty = not found and wanted == Wanted()
        for touch, (game, says) in zip(fill(self.ids.games, self._new_game, len(games)), games, strict=True):
            touch.says, touch.kind = says, "chosen" if game == wanted.game else "plain"
        self.none_says = "" if found else none_says(wanted)
        self._lay()

    def turn(self, by: int) -> None:
        """Show another page of the list."""
        self.page += by
        self._lay()

    def _lay(self) -> None:
        look = App.get_running_app().look
        # On a screen that stands, what can be done stands below the words.
        each = look.target * look.text_scale * (2 if look.is_tall else 1) + look.gutter * 1.5
        gap = look.gutter / 2
        most = max(1, int((self.ids.rows.height + gap) / (each + gap)))
        # What a page of rows leaves is for their words.
        each = max(each, (self.ids.rows.height + gap) / most - gap)
        self.page_count = max(1, -(-len(self._rows) // most))
        self.page = min(max(0, self.page), self.page_count - 1)
        self.says_page = Text("page {n} of {count}", n=int(self.page) + 1, count=int(self.page_count))
        shown = self._rows[int(self.page) * most : (int(self.page) + 1) * most]
        self._shown = [row.match for row in shown]
        for line, row in zip(fill(self.ids.list, self._new_line, len(shown)), shown, strict=True):
            line.height = each
            line.show(row)

    def _new_line(self) -> MatchLine:
        line = MatchLine()
        line.bind(on_act=self._acted)
        return line

    def _acted(self, line: MatchLine, act: MatchAct) -> None:
        n = list(reversed(self.ids.list.children)).index(line)
        self.dispatch("on_act", self._shown[n], act)

    def _new_game(self) -> Touch:
        touch = Touch(type_role="note", group=self)
        touch.padding = [App.get_running_app().look.gutter / 4] * 2
        touch.bind(on_choose=self._narrowed)
        return touch

    def _narrowed(self, touch: Touch) -> None:
        n = list(reversed(self.ids.games.children)).index(touch)
        self.dispatch("on_game", self._games[n])


# --- page

AT_ONCE = 12
"""So many matches are read at a time: the first ones are shown while the others are read."""
LONGEST_SEARCH = 40


class MatchesPage(SteppedPage):
    """The page."""

    called: ClassVar[str] = "matches"

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._list = MatchList((), 0)
        self._wanted = Wanted()
        self._asked: ListedMatch | None = None
        self._removed: ListedMatch | None = None
        self._matches = MatchesPanel()
        self._matches.bind(on_act=lambda _, match, act: self._do(match, act))
        self._matches.bind(on_search=lambda _: self._begin_search())
        self._matches.bind(on_game=lambda _, game: self._want(Wanted(game, self._wanted.words)))
        self.app.look.bind(language=lambda *_: self._show())

    def enter(self) -> None:
        self.close()
        self.frame.problem, self._asked, self._removed = "", None, None
        if self.app.before not in (ReplayPage.called, EndedPage.called):
            self._wanted = Wanted()
        self._show(is_new=True)
        self._look(AT_ONCE)

    def _look(self, most: int) -> None:
        self.app.run_in_background(
            lambda: self.app.backend.matches(most), lambda found: self._take(found, most)
        )

    def _take(self, found: MatchList, most: int) -> None:
        if self.app.page is not self:
            return
        self._list = found
        self._show()
        if most < found.total:
            self._look(most + AT_ONCE)

    # --- what is shown

    def _show(self, *, is_new: bool = False) -> None:
        today = date.today()  # noqa: DTZ011 - the players' own day
        if self._asked is not None:
            self.put(Text("Hide this match?"), Text("Back"), "", self.panel)
            self.frame.note = ""
            self.panel.show(asked(self._asked, today), is_new=is_new)
            return
        is_empty = not self._list.matches and self._removed is None
        go = "" if self._removed is None else Text("Undo")
        self.put(Text("all matches"), Text("Home"), go, self.panel if is_empty else self._matches)
        known, total = len(self._list.matches), self._list.total
        if known < total:
            self.frame.step = Text("{n} of {total} are read", n=known, total=total)
        elif total:
            self.frame.step = Text("{n} matches", n=total) if total > 1 else Text("one match")
        self.frame.is_note_quiet = self._removed is None
        self.frame.note = (
            unplayed_says(self._list.unplayed) if self._removed is None else removed_says(self._removed)
        )
        found = self._list.matches
        if is_empty:
            self.panel.show(nothing_recorded(), is_new=is_new)
            return
        if is_new:
            self._matches.page = 0
        self._matches.show(rows(found, self._wanted, today), games_of(found), self._wanted)

    # --- what is touched

    def back(self) -> None:
        if self._asked is not None:
            self._ask(None)
        else:
            self.app.go("home")

    def go(self) -> None:
        if self._removed is not None:
            self._change(self._removed.match, None, is_put_away=False)

    def _begin_search(self) -> None:
        if self._wanted.words:
            self._want(Wanted(self._wanted.game))
        else:
            asks = Text("whose match? A name, a game or a month")
            self.type(asks, "", self._search, longest=LONGEST_SEARCH, may_be_empty=True)

    def _search(self, words: str) -> None:
        self._want(Wanted(self._wanted.game, words.strip()))

    def _want(self, wanted: Wanted) -> None:
        self._wanted, self._removed = wanted, None
        self._show(is_new=True)

    def _ask(self, match: ListedMatch | None) -> None:
        self._asked, self._removed = match, None
        self._show(is_new=True)

    def chosen(self, key: str, value: Any) -> None:
        if self._asked is not None:
            self._do(self._asked, value)
        elif key == BEGIN:
            self.app.go(HomePage.called)

    def _do(self, match: ListedMatch, act: MatchAct) -> None:
        match act:
            case MatchAct.RESULT:
                ended = self.app.page_called(EndedPage.called)
                assert isinstance(ended, EndedPage)
                ended.begin(match.match, match.game, self.called)
                self.app.go(EndedPage.called)
            case MatchAct.LOOK:
                page = self.app.page_called(ReplayPage.called)
                assert isinstance(page, ReplayPage)
                page.begin(match.match, match.game, self.called)
                self.app.go(ReplayPage.called)
            case MatchAct.GO_ON:
                home = self.app.page_called(HomePage.called)
                assert isinstance(home, HomePage)
                self.app.go(HomePage.called)
                home.resume(match)
            case MatchAct.ASK:
                self._ask(match)
            case MatchAct.KEEP:
                self._ask(None)
            case MatchAct.PUT_AWAY:
                self._change(match.match, match, is_put_away=True)

    def _change(self, match: MatchId, removed_one: ListedMatch | None, *, is_put_away: bool) -> None:
        """Put a match away, or take it out again, and read the list anew."""
        backend = self.app.backend
        change = backend.put_away if is_put_away else backend.take_out

        def then(_: None) -> None:
            self._asked, self._removed = None, removed_one
            self._look(max(AT_ONCE, len(self._list.matches)))

        self.app.run_in_background(lambda: change(match), then)
