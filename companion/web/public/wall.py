"""What the screen of a hall shows in turn: pairings and standings as far as there are any, and the live tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.web.public.shown import ShownTable
from companion.words import Text

SLIDE_MS = 12_000
"""How long one slide stands: twelve lines are read in that time."""
MOST_ROWS = 12
MOST_TABLES = 8


@dataclass(frozen=True, slots=True)
class WallList:
    """A list for the wall, such as the standings; headings and rows by language."""

    title: Text
    headings: Mapping[str, Sequence[str]]
    rows: Mapping[str, Sequence[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class WallSlide:
    """What stands on the wall now: a list or some tables; the `part`-th of so many slides."""

    rows: WallList | None = None
    tables: tuple[ShownTable, ...] = ()
    part: int = 1
    of: int = 1


def wall_slide(lists: Sequence[WallList], tables: Sequence[ShownTable], now_ms: int) -> WallSlide:
    """Return the slide of a moment. Long lists take several slides."""
    slides = [WallSlide(part) for one in lists for part in _parts(one)]
    slides += [
        WallSlide(None, tuple(tables[first : first + MOST_TABLES]))
        for first in range(0, len(tables), MOST_TABLES)
    ]
    if not slides:
        return WallSlide()
    place = now_ms // SLIDE_MS % len(slides)
    return WallSlide(slides[place].rows, slides[place].tables, place + 1, len(slides))


def _parts(whole: WallList) -> list[WallList]:
    longest = max(map(len, whole.rows.values()), default=0)
    return [
        WallList(
            whole.title,
            whole.headings,
            {language: rows[first : first + MOST_ROWS] for language, rows in whole.rows.items()},
        )
        for first in range(0, longest, MOST_ROWS)
    ]
