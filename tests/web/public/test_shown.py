"""What the public pages show, and when: delays, trails, tables that say nothing, slides of the wall."""

import pytest

from companion.errors import ScriptError
from companion.web.public.shown import PageKind, PublicPlan, ShownTable, StepMark, Trail, read_delays
from companion.web.public.tables import SLIDE_MS, PublicTable, PublicTables, WallList, wall_slide
from companion.words import Text
from tests.web.public.views import ruling, view


class Time:
    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


def table_of(tables: PublicTables) -> PublicTable:
    table = tables.table("7")
    assert table is not None
    return table


def seq_on(tables: PublicTables, page: PageKind) -> int | None:
    shown = table_of(tables).pages[page].newest.value.view
    return None if shown is None else shown.seq


def test_a_clock_in_the_list_is_as_late_as_it_is_when_another_table_changes() -> None:
    time = Time()
    tables = PublicTables(PublicPlan(0), time)
    tables.show("7", view(1))
    time.ms += 4_000
    tables.show("8", view(1))
    tables.tick()
    listed = tables.lists[PageKind.WALL].newest.value
    assert [one.view and one.view.clocks[0].left_ms for one in listed] == [61_000, 65_000]


def test_a_page_shows_a_play_as_late_as_it_should() -> None:
    time = Time()
    tables = PublicTables(PublicPlan(0, {PageKind.OVERLAY: 30}), time)
    tables.show("7", view(1))
    assert seq_on(tables, PageKind.SPECTATOR) == 1
    assert seq_on(tables, PageKind.OVERLAY) is None
    time.ms += 29_000
    tables.show("7", view(2))
    tables.tick()
    assert seq_on(tables, PageKind.OVERLAY) is None
    time.ms += 1_000
    tables.tick()
    assert (seq_on(tables, PageKind.OVERLAY), seq_on(tables, PageKind.SPECTATOR)) == (1, 2)
    time.ms += 29_000
    tables.tick()
    assert seq_on(tables, PageKind.OVERLAY) == 2


def test_no_page_of_a_delayed_hall_knows_more_than_it_shows() -> None:
    time = Time()
    tables = PublicTables(PublicPlan(0, dict.fromkeys(PageKind, 10)), time)
    tables.show("7", view(1, score=1))
    tables.tick()
    shown = [state.newest.value for state in table_of(tables).pages.values()]
    assert shown == [ShownTable("7")] * len(PageKind)
    assert [one.view for page in tables.lists.values() for one in page.newest.value] == [None, None]


def test_time_that_anybody_can_count_is_no_news_until_a_heartbeat_has_passed() -> None:
    time = Time()
    table = PublicTable("7", PublicPlan(0), time)
    assert table.show(view(1))
    first = view(2)
    assert table.show(first)
    assert not table.show(view(2))
    time.ms += 5_000
    assert table.show(view(2))


def test_a_table_that_says_nothing_is_shown_as_old_and_not_drawn_every_second() -> None:
    time = Time()
    tables = PublicTables(PublicPlan(0), time)
    tables.show("7", view(1), silent_ms=10_900)
    tables.tick()
    state = table_of(tables).pages[PageKind.SPECTATOR]
    assert state.newest.value.silent_s == 0
    drawn = []
    same = state.newest.value.view
    for silent_ms in (11_000, 15_000, 19_999, 20_000):
        tables.show("7", same, silent_ms)
        tables.tick()
        drawn.append((state.newest.value.silent_s, state.newest.number))
    assert [silent for silent, _ in drawn] == [10, 10, 10, 20]
    assert drawn[0][1] == drawn[2][1] < drawn[3][1]


def test_a_table_whose_right_was_taken_away_is_shown_no_more() -> None:
    tables = PublicTables(PublicPlan(0), Time())
    for number in ("10", "7", "9"):
        tables.show(number, view())
    assert tables.numbers == ["7", "9", "10"]
    tables.keep_only({"9": None})
    tables.tick()
    assert [one.number for one in tables.lists[PageKind.WALL].newest.value] == ["9"]


def test_a_trail_marks_scores_and_rulings() -> None:
    trail, before = Trail(), None
    for seen in (view(1), view(2), view(3, 1), ruling(4, 1), view(5, 0)):
        trail, before = trail.then(before, seen), seen
    assert [(step.seq, step.mark) for step in trail.steps] == [
        (1, None), (2, None), (3, StepMark.SCORE), (4, StepMark.RULING), (5, None),
    ]  # fmt: skip
    place = trail.at(3)
    assert place is not None and trail.steps[place].view.sides[0].score == 1
    assert trail.at(9) is None


def test_a_state_that_is_told_again_is_one_step_and_keeps_its_mark() -> None:
    trail = Trail().then(None, view(1)).then(view(1), view(2, 1)).then(view(2, 1), view(2, 1))
    assert [(step.seq, step.mark) for step in trail.steps] == [(1, None), (2, StepMark.SCORE)]


def test_a_new_match_begins_a_new_trail() -> None:
    trail = Trail().then(None, view(5, 2)).then(view(5, 2), view(0, match="next"))
    assert [(step.seq, step.mark) for step in trail.steps] == [(0, None)]


@pytest.mark.parametrize(
    ("given", "delays"),
    [
        ([], {}),
        (["30"], dict.fromkeys(PageKind, 30)),
        (["30", "overlay=0"], {**dict.fromkeys(PageKind, 30), PageKind.OVERLAY: 0}),
    ],
)
def test_delays_are_read(given: list[str], delays: dict[PageKind, int]) -> None:
    assert read_delays(given) == delays


@pytest.mark.parametrize("given", ["soon", "overlay=", "3601", "office=3", "overlay=-1"])
def test_a_delay_that_cannot_be_is_refused(given: str) -> None:
    with pytest.raises(ScriptError):
        read_delays([given])


def test_the_wall_shows_lists_and_tables_in_turn_and_long_ones_in_parts() -> None:
    rows = [(str(n),) for n in range(13)]
    standings = WallList(Text("standings"), {"en": ("rank",)}, {"en": rows})
    tables = [ShownTable(str(n)) for n in range(9)]
    slides = [wall_slide([standings], tables, turn * SLIDE_MS) for turn in range(5)]
    assert [len(one.rows.rows["en"]) if one.rows else -len(one.tables) for one in slides] == [
        12,
        1,
        -8,
        -1,
        12,
    ]
    assert [(one.part, one.of) for one in slides[:2]] == [(1, 4), (2, 4)]
    empty = wall_slide([], [], 0)
    assert empty.rows is None and not empty.tables


def test_a_match_that_goes_on_can_be_stepped_through_from_its_first_play() -> None:
    tables = PublicTables(PublicPlan(0))
    tables.show("7", view(3, score=1))
    tables.show("7", view(4, score=1))
    tables.recall("7", [view(0), view(1), view(2, score=1), view(3, score=1), view(2, match="other")])
    trail = table_of(tables).pages[PageKind.TABLE].newest.value.trail
    assert [(step.seq, step.mark) for step in trail.steps] == [
        (0, None), (1, None), (2, StepMark.SCORE), (3, None), (4, None),
    ]  # fmt: skip
    tables.recall("gone", [view(0)])
    assert tables.table("gone") is None
