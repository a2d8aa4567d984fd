"""A list of menu lines, as many as fit (see `ui.presenters.lines`)."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.house_style import TextRole
from companion.words import Text, as_sentence, joined
from ui.presenters.even_rows import even_across
from ui.presenters.lines import MenuLine, MenuOption, Words, filled, packed
from ui.presenters.palette import STYLE
from ui.presenters.text_fit import MARGIN
from ui.widgets.card_face import FaceTouch, TouchSeats, best_across
from ui.widgets.even_grid import EvenGrid
from ui.widgets.large_answers import LARGE_ROLES, MOST_LARGE_LINES, answer_mm, large_roles, most_growth
from ui.widgets.pool import fill
from ui.widgets.says import letters_px, line_px, lines_px, needed_px
from ui.widgets.tile import PROSE_RATIO, TILE_RATIO, TileTouch
from ui.widgets.touch import HandedRow, Touch

__all__ = ["ChoiceLine", "EvenGrid", "LinesPanel"]
"""`EvenGrid` is named in the layout."""

LEAST_MM, LEAST_TALL_MM = 17, 31
"""The least height of a line with answers, on a screen that lies and on one that stands."""
NOTE_EDGE_MM = 3.0
"""What a line keeps free above and below its words, where these are large."""
LEAST_OF_WORDS_MM, OF_A_WORD_MM = 14.0, 8.0
"""The same where each answer is a word alone and nothing explains the line, and the part of it that grows with the letters.
"""
LEAST_OF_TWO_ROWS_MM = 29
"""The least height of a line with more answers than stand side by side."""
LEAST_TILE_MM, MOST_TILE_MM = 32, 60
"""The least and the most that a tile is high."""
LEAST_TILES, LEAST_TILES_TALL = 3, 2
"""How many tiles have room beside each other at the least, on a screen that lies or stands: fewer are not wider."""
EDGE_MM, BESIDE_MM, MARK_MM, GAPS_MM = 4.4, 9.5, 9, 5.5
"""What is above and below the words of a line without answers, what is beside them, the width of a mark, and
what is beside words that have answers.
"""
CITE_SHARE = 0.2
"""The most that its place in the rulebook takes of a sentence's line."""
WORDS_OF, WORDS_OF_MANY = {1: 1.6, 2: 0.8, 3: 0.6}, 0.4
"""How wide the words of a line are beside so many answers, and beside more, in widths of the answers."""
FEWER_WORDS = 0.5
"""How much of that width they keep where they are short, and an answer would be broken over two lines without the rest."""
LOOSE = 1.3
"""How many times as high as it needs a line without answers may be."""
WORDS_MM, WORDS_TALL_MM = 22, 18
"""The most that the words of a line are high, beside its answers and above them."""
LONG = 11
"""Letters of a name that beside its mark has no room in a fourth of a line."""
MOST_ACROSS, MOST_ACROSS_TALL, WITHOUT_WORDS = 4, 3, 2
"""Answers beside each other on a screen that lies or stands, and where a few answers alone fill a page
that lies.
"""


class ChoiceLine(HandedRow):
    """One menu line."""

    title = ObjectProperty("")
    says = ObjectProperty("")
    role = StringProperty("")
    icon = StringProperty("")
    team = ObjectProperty(None, allownone=True)
    standing = StringProperty("")
    has_standing = BooleanProperty(False)
    """A line of its page says how something stands: all of them keep the room for that sign."""
    has_words = BooleanProperty(True)
    has_options = BooleanProperty(True)
    count = NumericProperty(1)
    most_across = NumericProperty(MOST_ACROSS)
    has_faces = BooleanProperty(False)
    """Some answers are cards."""
    columns = NumericProperty(0)
    """How many answers stand beside each other; 0: as many as have room."""
    is_stacked = BooleanProperty(False)
    """The words stand above the answers."""
    words_share = NumericProperty(0)
    """How wide the words are, in widths of the answers beside them."""
    cite = ObjectProperty("")
    figure = ObjectProperty("")
    cite_px = NumericProperty(0)
    """How wide the places in the rulebook are, on all lines of the page."""
    title_role = StringProperty("row")
    """The size of the letters of the title."""
    note_role = StringProperty("note")
    """The size of the letters of what explains the title."""
    is_bare = BooleanProperty(False)
    """Its answers stand on the ground of the page."""
    is_poster = BooleanProperty(False)
    """Whether the words of this line are the main thing on the page: they are large, in the middle, below the mark."""
    edge_px = NumericProperty(0)
    """How much room is kept above and below them."""

    def __init__(self, **values: Any) -> None:
        self._seats: TouchSeats | None = None
        super().__init__(**values)

    def seats(self, make: Callable[[Touch], Touch]) -> TouchSeats:
        """Return the buttons of the answers."""
        if self._seats is None:
            self._seats = TouchSeats(self.ids.options, make)
        return self._seats


class LinesPanel(BoxLayout):
    """The panel of lines: call `show(lines)`; `on_choose` carries the line's key and the option's value."""

    page = NumericProperty(0)
    page_count = NumericProperty(1)
    lines_px = NumericProperty(0)
    """The height of all lines; 0: they take what there is."""
    says_page = ObjectProperty("")
    lines = ListProperty([])
    is_led = BooleanProperty(False)
    """The page around it has the buttons that turn pages."""
    has_pager = BooleanProperty(False)
    __events__ = ("on_choose",)

    def __init__(self, **values: Any) -> None:
        self._shown: list[tuple[Touch, MenuLine, MenuOption]] = []
        self._held = ""
        """The key of the line that stays in sight: the one touched last, or the last one of a page that was turned to."""
        super().__init__(**values)
        look = App.get_running_app().look
        look.bind(is_tall=self._lay, mm=self._lay, text_unit=self._lay, language=self._lay)
        self.bind(size=self._lay)

    def show(self, lines: Sequence[MenuLine], *, is_new: bool = False) -> None:
        """Show other lines; `is_new` begins at the first page."""
        if is_new:
            self.page, self._held = 0, ""
        self.lines = list(lines)
        self._lay()

    def turn(self, by: int = 1) -> None:
        """Show the page that is `by` pages further on, or further back if `by` is negative."""
        self._held = ""
        self.page = min(max(self.page + by, 0), self.page_count - 1)
        shown = self._lay()
        self._held = shown[-1].key if shown else ""

    @property
    def is_at_end(self) -> bool:
        """Whether no page follows."""
        return bool(self.page >= self.page_count - 1)

    def on_choose(self, key: str, value: object) -> None: ...

    def _lay(self, *_: object) -> Sequence[MenuLine]:
        """Show the lines of the present page, and return them."""
        look = App.get_running_app().look
        least = [self._least_px(line) + look.mm for line in self.lines]
        room = self.height + look.mm
        # Sentences are read on as in a book; questions are spread evenly.
        spread_over = packed if any(line.options for line in self.lines) else filled
        counts = spread_over(least, room)
        if len(counts) > 1:
            counts = spread_over(least, room - self._pager_px)
        ends = list(accumulate(counts))
        spread = [self.lines[end - count : end] for end, count in zip(ends, counts, strict=True)]
        held = [n for n, page in enumerate(spread) if any(line.key == self._held for line in page)]
        self.page_count = len(spread)
        self.has_pager = self.page_count > 1 and not self.is_led
        is_elsewhere = bool(self._held and held) and self.page not in held
        self.page = held[0] if is_elsewhere else min(self.page, len(spread) - 1)
        self.says_page = Text("page {n} of {count}", n=int(self.page) + 1, count=self.page_count)
        shown = spread[int(self.page)]
        self._shown.clear()
        for line, row in zip(shown, fill(self.ids.lines, ChoiceLine, len(shown)), strict=True):
            self._show_line(line, row)
        self._share_height(shown)
        return shown

    @property
    def _cite_px(self) -> float:
        """Return the width of the places in the rulebook: that of the longest one, if it is not too long for one line."""
        look = App.get_running_app().look
        longest = max(
            (
                line_px(look.say(line.cite), "text", letters_px(STYLE.type[TextRole.NOTE], look.text_unit))
                for line in self.lines
            ),
            default=0.0,
        )
        figure_px = letters_px(STYLE.type[TextRole.TITLE], look.text_unit)
        figures = (line_px(look.say(line.figure), "strong", figure_px) for line in self.lines)
        longest = max(longest, *figures, 0.0)
        return float(min(longest / MARGIN + look.gutter, self.width * CITE_SHARE))

    @property
    def _is_stacked(self) -> bool:
        """Whether the words of all lines stand above their answers."""
        return App.get_running_app().look.is_tall or any(line.is_above for line in self.lines)

    @property
    def _has_standing(self) -> bool:
        return any(line.standing.value for line in self.lines)

    @property
    def _pager_px(self) -> float:
        """The height of the row of buttons that turn pages, with the gap above it; 0 if the page around this panel has these
        buttons.
        """
        look = App.get_running_app().look
        return 0.0 if self.is_led else look.target + look.mm

    def _share_height(self, shown: Sequence[MenuLine]) -> None:
        """Give each line its height; a few lines with answers grow to fill the page, and their letters with them."""
        look = App.get_running_app().look
        gaps = look.mm * (len(shown) - 1)
        room = self.height - gaps - (self._pager_px if self.page_count > 1 else 0)
        has_answers = any(line.options for line in shown)
        if not has_answers:
            self._share_words(shown, room)
            return
        leading = [line for line in shown if not line.is_low]
        is_alone = len(leading) == 1
        # The words of a line that has the page for itself stand above its answers, as on a screen that stands.
        is_stacked = self._is_stacked or (
            is_alone and (self.page_count == 1 or len(leading[0].options) > MOST_ACROSS)
        )
        across = [self._across(line, is_stacked=is_stacked, is_alone=is_alone) for line in shown]
        most = [
            (self._tile_rows(line) * MOST_TILE_MM or _most_mm(line, most_across, is_tall=is_stacked))
            * look.mm
            * look.text_scale
            for line, most_across in zip(shown, across, strict=True)
        ]
        if not is_stacked:
            most = [top and max(top, self._least_px(line)) for line, top in zip(shown, most, strict=True)]
        # Faces of cards take what the others leave.
        room -= sum(self._least_px(line) for line, top in zip(shown, most, strict=True) if not top)
        low = sum(top for line, top in zip(shown, most, strict=True) if line.is_low)
        growth = (room - low) / max(1.0, sum(most) - low) if all(most) else 1.0
        if not is_alone or leading[0].options:
            growth = min(growth, *map(most_growth, leading))
        heights = [top if line.is_low else top * growth for line, top in zip(shown, most, strict=True)]
        if sum(most) >= room:
            heights = self._between(shown, most, room)
        rows = list(reversed(self.ids.lines.children))
        is_large = self._show_large(shown, heights, across, is_stacked=is_stacked)
        title_role = TextRole.TITLE if is_large and not is_stacked else TextRole.ROW
        # What explains the lines is as large as their titles where all of it has room, and beside large answers.
        is_row = (
            is_large and is_alone if is_stacked else self._have_room(shown, heights, title_role, TextRole.ROW)
        )
        note_role = TextRole.ROW if is_row else TextRole.NOTE
        for line, row, height, most_across in zip(shown, rows, heights, across, strict=True):
            row.most_across, row.is_stacked = most_across, is_stacked
            row.size_hint_y = None if height else 1
            row.height = height or row.height
            row.is_bare = line.is_low
            row.is_poster = is_alone and not line.options
            row.title_role = TextRole.TITLE if row.is_poster else title_role
            row.note_role = TextRole.ROW if row.is_poster else note_role
        self.lines_px = sum(heights) + gaps if all(most) else 0

    def _show_large(
        self, shown: Sequence[MenuLine], heights: Sequence[float], across: Sequence[int], *, is_stacked: bool
    ) -> bool:
        """Give the answers the largest letters in which all have room, and tell whether these are larger than usual."""
        asked = [
            (line, *self._cell_px(line, height, most_across, is_stacked=is_stacked))
            for line, height, most_across in zip(shown, heights, across, strict=True)
            if line.options and not line.is_low
        ]
        is_title = is_stacked or self._have_room(shown, heights, TextRole.TITLE, TextRole.ROW)
        roles = large_roles(asked, LARGE_ROLES if is_title else LARGE_ROLES[-1:])
        columns = {
            line.key: self._columns(line, most)
            for line, most in zip(shown, across, strict=True)
            if line.options
        }
        for touch, line, option in self._shown:
            is_high = touch.is_high = roles is not None and not line.is_low
            touch.type_role, touch.under_role = roles if is_high and roles else LARGE_ROLES[-1]
            # An icon beside the words gives way to them.
            share = 0.0 if is_stacked else self._words_share(line)
            has_icon = is_high or self._keeps_words(line, share, columns[line.key], _mark_px)
            touch.icon = option.icon if has_icon else ""
        return roles is not None and roles[0] is TextRole.TITLE

    def _columns(self, line: MenuLine, most_across: int) -> int:
        """Return in how many columns the answers of a line stand."""
        return line.across or even_across(len(line.options), most_across)

    def _cell_px(
        self, line: MenuLine, height: float, most_across: int, *, is_stacked: bool
    ) -> tuple[float, float]:
        """Return how wide and how high the room for the words of an answer is."""
        look = App.get_running_app().look
        columns = self._columns(line, most_across)
        rows = -(-len(line.options) // columns)
        room = height - look.mm * 1.6
        if is_stacked and (line.title or line.says):
            wide = self._words_wide_px(line, is_stacked=True)
            words = self._tall_px(line.title, line.says, wide, TextRole.ROW)
            room -= min(height * 0.6, look.mm * 5 + words) + look.mm * 1.5
        share = 0.0 if is_stacked else self._words_share(line)
        return self._answer_wide_px(share, columns), (room - look.mm * (rows - 1)) / rows

    def _have_room(
        self, shown: Sequence[MenuLine], heights: Sequence[float], role: TextRole, under_role: TextRole
    ) -> bool:
        """Tell whether the words of all lines have room beside their answers, in letters of these roles."""
        edge = App.get_running_app().look.mm * NOTE_EDGE_MM
        return all(
            lines_px(line.title, "strong", role, wide, MOST_LARGE_LINES)
            + lines_px(line.says, "text", under_role, wide)
            + edge
            <= height
            for line, height in zip(shown, heights, strict=True)
            for wide in (self._words_wide_px(line),)
        )

    def _between(self, shown: Sequence[MenuLine], most: Sequence[float], room: float) -> list[float]:
        """Return the heights of lines that have no room for the most: each has the least that it needs, and its share of the
        rest.
        """
        least = [min(self._least_px(line), top) for line, top in zip(shown, most, strict=True)]
        share = (room - sum(least)) / max(1.0, sum(most) - sum(least))
        return [one + share * (top - one) for one, top in zip(least, most, strict=True)]

    def _share_words(self, shown: Sequence[MenuLine], room: float) -> None:
        """Give each line without answers the height that its words need, or a little more."""
        least = [self._least_px(line) for line in shown]
        loose = min(LOOSE, room / max(1.0, sum(least)))
        for row, height in zip(reversed(self.ids.lines.children), least, strict=True):
            row.most_across, row.size_hint_y, row.height = MOST_ACROSS, None, height * loose
            row.is_stacked = App.get_running_app().look.is_tall
            row.note_role = self._words_role
        self.lines_px = sum(least) * loose + App.get_running_app().look.mm * (len(shown) - 1)

    def _least_px(self, line: MenuLine) -> float:
        """Return the least height of a line."""
        look = App.get_running_app().look
        scale = look.text_scale
        if not line.options:
            return look.mm * EDGE_MM * scale + self._words_px(line)
        if _has_tiles(line):
            return look.mm * LEAST_TILE_MM * scale * self._tile_rows(line)
        least_mm = LEAST_TALL_MM * scale if look.is_tall else self._least_mm(line, scale)
        if any(option.card for option in line.options):
            return look.mm * least_mm
        return max(look.mm * least_mm, self._needed_px(line, is_stacked=self._is_stacked))

    def _tiles_across(self, line: MenuLine) -> int:
        """Return how many tiles stand in one row of a line; 0 for a line without tiles."""
        if not _has_tiles(line):
            return 0
        is_tall = App.get_running_app().look.is_tall
        least = LEAST_TILES_TALL if is_tall else LEAST_TILES
        return max(least, best_across(len(line.options), self.width, self.height, _ratio_of(line)))

    def _tile_rows(self, line: MenuLine) -> int:
        """Return in how many rows the tiles of a line stand; 0 for a line without tiles."""
        across = self._tiles_across(line)
        return -(-len(line.options) // across) if across else 0

    def _least_mm(self, line: MenuLine, scale: float) -> float:
        if len(line.options) > self._across(line, is_stacked=False):
            return LEAST_OF_TWO_ROWS_MM * scale
        is_plain = not line.says and not any(option.under or option.card for option in line.options)
        if is_plain:
            return LEAST_OF_WORDS_MM + OF_A_WORD_MM * (scale - 1)
        return LEAST_MM * scale

    def _needed_px(self, line: MenuLine, *, is_stacked: bool) -> float:
        """Return how high a line with answers must be for its words and theirs to keep the size of their roles. `is_stacked`:
        its words stand above its answers.
        """
        look = App.get_running_app().look
        wide = self._words_wide_px(line, is_stacked=is_stacked)
        words = self._tall_px(line.title, line.says, wide) if line.title or line.says else 0.0
        across = min(len(line.options), self._across(line, is_stacked=is_stacked))
        rows = -(-len(line.options) // across)
        wide = self._answer_wide_px(0 if is_stacked else self._words_share(line), across)
        answers = max(
            self._tall_px(option.says, option.under, wide - _mark_px(option, wide)) for option in line.options
        )
        answers = rows * (max(answers + look.gutter * 1.25, look.target) + look.mm) - look.mm
        if is_stacked:
            # Above, between and below words and answers, as the layout has it.
            return words + answers + look.mm * 6.1
        return look.mm * 2.6 + max(words, answers)

    def _answer_wide_px(self, share: float, across: int) -> float:
        """Return how wide the words of an answer are; `share`: how wide the words beside all answers are, in their widths."""
        look = App.get_running_app().look
        answers = (self.width - look.mm * 3) / (share + 1) - look.mm * 1.5 * bool(share)
        return (answers - look.mm * (across - 1)) / across - look.gutter * 1.8

    def _across(self, line: MenuLine, *, is_stacked: bool, is_alone: bool = False) -> int:
        """Return how many answers stand beside each other at the most: so many that their longest words have room."""
        most = _most_across(line, is_alone=is_alone)
        if line.across or any(option.card is not None or option.tile is not None for option in line.options):
            return most
        share = 0.0 if is_stacked else self._words_share(line)
        less = range(min(most, len(line.options)), 1, -1)
        most = next((across for across in less if self._keeps_words(line, share, across, _side_px)), most)
        return even_across(len(line.options), most)

    def _keeps_words(
        self, line: MenuLine, share: float, across: int, beside_px: Callable[[MenuOption, float], float]
    ) -> bool:
        """Tell whether no word of an answer is longer than its button is wide, without what stands beside it."""
        look = App.get_running_app().look
        size_px = letters_px(STYLE.type[TextRole.ROW], look.text_unit)
        wide = self._answer_wide_px(share, across)
        return all(
            line_px(word, "strong", size_px) <= (wide - beside_px(option, wide)) * MARGIN
            for option in line.options
            for word in as_sentence(look.say(option.says)).split(" ")
        )

    def _words_share(self, line: MenuLine) -> float:
        """Return how wide the words of a line are, in widths of its answers. The answers of all lines with several begin at one
        edge.
        """
        if not line.title and not line.says:
            return 0.0
        if len(line.options) < 2:
            return WORDS_OF.get(len(line.options), WORDS_OF_MANY)
        few = [one for one in self.lines if (one.title or one.says) and 1 < len(one.options) <= MOST_ACROSS]
        if not few or any(option.card is not None for one in few for option in one.options):
            # Faces of cards need their width.
            return WORDS_OF_MANY
        share = WORDS_OF.get(max(len(one.options) for one in few), WORDS_OF_MANY)
        less = share * FEWER_WORDS
        if not self._are_unbroken(few, share) and self._are_unbroken(few, less):
            share = less
        columns = self._columns(line, _most_across(line, is_alone=False))
        return share if self._keeps_words(line, share, columns, _side_px) else WORDS_OF_MANY

    def _are_unbroken(self, lines: Sequence[MenuLine], share: float) -> bool:
        """Tell whether all words of these lines and of their answers take one line each, where words are so wide."""
        look = App.get_running_app().look

        def is_whole(words: Words, face: str, role: TextRole, wide: float) -> bool:
            size_px = letters_px(STYLE.type[role], look.text_unit)
            return line_px(as_sentence(look.say(words)), face, size_px) <= wide * MARGIN

        for line in lines:
            beside = self._beside_px(line, share)
            answer = self._answer_wide_px(share, len(line.options))
            if not is_whole(line.title, "strong", TextRole.ROW, beside):
                return False
            if not is_whole(line.says, "text", TextRole.NOTE, beside):
                return False
            for option in line.options:
                if not is_whole(option.says, "strong", TextRole.ROW, answer - _mark_px(option, answer)):
                    return False
        return True

    def _words_wide_px(self, line: MenuLine, *, is_stacked: bool = False) -> float:
        """Return how wide the words of a line are, beside its answers or above them."""
        if is_stacked:
            return self.width - App.get_running_app().look.mm * 3 - self._marks_px(line)
        return self._beside_px(line, self._words_share(line))

    def _beside_px(self, line: MenuLine, share: float) -> float:
        """Return how wide the words of a line are beside its answers, of which they have this share."""
        mm = App.get_running_app().look.mm
        return (self.width - mm * 3) * share / (share + 1) - mm * GAPS_MM - self._marks_px(line)

    def _marks_px(self, line: MenuLine) -> float:
        return float(App.get_running_app().look.mm * (MARK_MM + 1) * (bool(line.role) + self._has_standing))

    def _tall_px(
        self, says: Words, under: Words, width_px: float, under_role: TextRole = TextRole.NOTE
    ) -> float:
        look = App.get_running_app().look
        return sum(
            needed_px(as_sentence(look.say(words)), face, role, width_px, wraps=True)
            for words, face, role in ((says, "strong", TextRole.ROW), (under, "text", under_role))
            if words
        )

    @property
    def _words_role(self) -> TextRole:
        """The role of what explains lines without answers. Where nothing is asked, it is read like a book."""
        return TextRole.NOTE if any(one.options for one in self.lines) else TextRole.ROW

    def _words_px(self, line: MenuLine) -> float:
        """Return how high the words of a line without answers are."""
        look, role = App.get_running_app().look, self._words_role
        marks = bool(line.role) + self._has_standing
        across = self.width - look.mm * (BESIDE_MM + MARK_MM * marks)
        cite = self._cite_px if line.cite or line.figure else 0.0
        said = sum(
            needed_px(as_sentence(look.say(words)), face, role, across - cite, wraps=True)
            for words, face, role in ((line.title, "strong", TextRole.ROW), (line.says, "text", role))
            if words
        )
        if not line.cite:
            return said
        return max(said, needed_px(look.say(line.cite), "text", TextRole.NOTE, cite, wraps=True))

    def _show_line(self, line: MenuLine, row: ChoiceLine) -> None:
        row.title, row.says, row.role, row.icon = line.title, line.says, line.role, line.icon
        row.team = line.team
        row.standing, row.has_standing = line.standing.value, self._has_standing
        row.has_words = bool(line.title or line.says)
        row.has_options = bool(line.options)
        row.words_share, row.cite, row.cite_px = self._words_share(line), line.cite, self._cite_px
        row.figure = line.figure
        row.count = max(1, len(line.options))
        touches = row.seats(self._touch).fill([_kind_of(option) for option in line.options])
        row.has_faces = any(option.card is not None for option in line.options)
        row.columns = self._tiles_across(line) or (_most_across(line, is_alone=False) if line.across else 0)
        for option, touch in zip(line.options, touches, strict=True):
            touch.says, touch.under, touch.role = option.says, option.under, option.role
            # The answers of a page have letters of one size.
            touch.group = self
            touch.wraps, touch.is_off = True, option.is_off
            touch.kind = _look_of(option)
            if isinstance(touch, FaceTouch) and option.card is not None:
                touch.game, touch.face = option.card.game, option.card.face
                touch.badge = option.badge
                # Who does not see the face is told which of several cards of one name it is.
                touch.says = joined([Text("{card}", card=words) for words in (option.says, option.under)])
            if isinstance(touch, TileTouch):
                touch.show(option)
            self._shown.append((touch, line, option))

    def _touch(self, touch: Touch) -> Touch:
        touch.bind(on_choose=self._chosen)
        return touch

    def _chosen(self, touch: Touch) -> None:
        found = next(((line.key, option) for one, line, option in self._shown if one is touch), None)
        if found is not None:
            self._held = found[0]
            self.dispatch("on_choose", found[0], found[1].value)


def _side_px(option: MenuOption, wide: float) -> float:
    """Return how much the mark of its side takes of the width of an answer."""
    target = float(App.get_running_app().look.target)
    return max(target * 0.6, min(target * 1.2, wide * 0.2)) * bool(option.role)


def _mark_px(option: MenuOption, wide: float) -> float:
    """Return how much its mark or icon takes of the width of an answer."""
    return _side_px(option, wide) or float(App.get_running_app().look.target) * 0.6 * bool(option.icon)


def _look_of(option: MenuOption) -> str:
    if option.is_danger:
        return "danger"
    return "main" if option.is_main else "chosen" if option.is_chosen else "plain"


def _kind_of(option: MenuOption) -> type[Touch]:
    """Return the kind of button that shows an answer."""
    return TileTouch if option.tile is not None else FaceTouch if option.card is not None else Touch


def _has_tiles(line: MenuLine) -> bool:
    return any(option.tile is not None for option in line.options)


def _ratio_of(line: MenuLine) -> float:
    """Return the width of the tiles of a line, as a share of their height."""
    is_prose = any(option.tile is not None and option.tile.is_prose for option in line.options)
    return PROSE_RATIO if is_prose else TILE_RATIO


def _most_across(line: MenuLine, *, is_alone: bool) -> int:
    look = App.get_running_app().look
    is_tall = look.is_tall
    if line.across:
        return min(line.across, MOST_ACROSS_TALL) if is_tall else line.across
    if is_alone and not line.title and not line.says and len(line.options) <= MOST_ACROSS:
        return 1 if is_tall else WITHOUT_WORDS
    is_one_row = len(line.options) <= MOST_ACROSS
    has_long_names = any(option.role and len(look.say(option.says)) >= LONG for option in line.options)
    if is_tall and has_long_names:
        return MOST_ACROSS_TALL - 1
    return MOST_ACROSS_TALL if is_tall or (is_one_row and has_long_names) else MOST_ACROSS


def _most_mm(line: MenuLine, most_across: int, *, is_tall: bool) -> float:
    """Return how high a line is at most; 0 for faces of cards, which take what there is."""
    if any(option.card is not None for option in line.options):
        return 0.0
    if not line.options:
        return WORDS_MM
    rows = -(-len(line.options) // most_across)
    answers = rows * (answer_mm(line) + 1) + 1
    if not line.title and not line.says:
        return answers
    return answers + WORDS_TALL_MM if is_tall else max(answers, WORDS_MM)
