"""What people complain about in other programs with which referees work from tablets, and how it must not happen here."""

import asyncio
import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.access import HallRole
from companion.hall.store.changes import OrderFate
from companion.session.inbox import Amendment
from companion.session.snapshot_builder import look_back
from companion.showing.games import SCENE_BUILDERS
from companion.storage.shipped_data import mat_of
from companion.table.hall.orders import OpenMatch
from companion.table.hall.teller import view_of
from companion.web.public.shown import PublicPlan
from companion.web.public.site import PublicServer
from tests.hall.pages_evening import Guest, OpenPages, PlayedTable, open_pages
from tests.web.served import Visitor

TABLE = "/tables/3"
AWAY_MS, ASLEEP_MS = 30_000, 600_000
FOULS = 20
SIDES = ("Yellow", "Red")
SCORE = re.compile(r'name="v:(score\.\w+)" type="number"[^>]* value="(\d+)"')


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[OpenPages]:
    with open_pages(tmp_path) as opened:
        opened.hall.seat(3, "lignes", 14)
        yield opened


@pytest.fixture
def table(pages: OpenPages) -> PlayedTable:
    return pages.hall.played[3]


def expect_page_as_table(pages: OpenPages, guest: Guest) -> None:
    """A page that is opened again brings the state of the table, field by field."""
    table = pages.hall.played[3]
    table.viewer._shown = ()
    seen = table.viewer.look()
    assert seen is not None
    (standing,) = pages.hall.standings()
    assert standing.view == view_of(seen)
    asyncio.run(pages.desk.look())  # as its thread does each second
    parts = guest.first_event(f"{TABLE}/live")
    rows = [int(n) for n in re.findall(r'id="play-(\d+)"', parts["rows"])]
    assert rows == list(range(table.controller.match.seq, 0, -1))
    whole = guest.get(TABLE).body
    for name in ("open", "rows"):
        assert "".join(parts[name].split()) in "".join(whole.split())
    for waits in view_of(seen).waits:
        assert waits.en in html.unescape(parts["stands"])
    for side in view_of(seen).sides:
        assert f"{side.name.en} <strong>{side.score}</strong>" in parts["stands"]


def test_a_tablet_that_was_away_during_five_plays_and_a_correction_shows_what_the_table_has(
    pages: OpenPages, table: PlayedTable
) -> None:
    """lila 20611: after reconnecting in mid-game, the client differed."""
    guest = pages.guest(HallRole.REFEREE)
    expect_page_as_table(pages, guest)
    match = table.controller.match
    table.play(5, 7)
    for entry in reversed(match.entries):
        past = look_back(match, SCENE_BUILDERS["lignes"], mat_of("lignes"), entry.seq)
        if past is not None and past.likely:
            table.take(Amendment(entry.seq, past.likely[0].play, "misread"))
            break
    assert match.seq == 14 + 5 + 1
    pages.hall.pass_time(AWAY_MS)
    expect_page_as_table(pages, guest)


def sent_score(guest: Guest, table: PlayedTable, whose: int, score: int) -> None:
    """Set the score of a side, as its form does."""
    form = html.unescape(guest.get(f"{TABLE}/set?whose={whose}").body)
    assert f"<h2>{SIDES[whose]}</h2>" in form, "the side is read before anything is touched"
    found = SCORE.search(form)
    assert found is not None
    path, value = found.groups()
    expect = str(table.controller.match.seq)
    fields = {"do": "set", "expect": expect, f"v:{path}": str(score), f"was:{path}": value, "why": "a foul"}
    assert guest.send(f"{TABLE}/order", fields).status == 303


def scores(text: str) -> list[str]:
    """The scores of a page, in the order of its sides."""
    return re.findall(r'(?:<strong>|class="score">)(\d+)<', text)


def test_scores_that_were_on_the_wrong_sides_are_exchanged_on_every_page(
    pages: OpenPages, table: PlayedTable
) -> None:
    """CRG 972: "swap teams" moved one side only. Here seats keep their sides of the mat, and what counts for them is set."""
    guest = pages.guest(HallRole.REFEREE)
    for whose, score in ((0, 7), (1, 4)):
        sent_score(guest, table, whose, score)
    for whose, score in ((0, 4), (1, 7)):
        sent_score(guest, table, whose, score)
    assert table.controller.view()["score"] == {"yellow": 4, "red": 7}
    (standing,) = pages.hall.standings()
    assert standing.view is not None
    server = PublicServer(PublicPlan(0, host="127.0.0.1"), print, lambda: ())
    server.start()
    try:
        server.show("3", standing.view)
        public = Visitor(server.port)
        shown = [scores(public.get(f"/table/3{path}")[1])[:2] for path in ("", "/overlay")]
    finally:
        server.stop()
    shown.append(scores(guest.first_event(f"{TABLE}/live")["stands"])[:2])
    assert shown == [["4", "7"]] * 3


@pytest.mark.slow
def test_of_twenty_fouls_in_haste_each_names_its_side_first_and_the_total_is_there_at_once(
    pages: OpenPages, table: PlayedTable
) -> None:
    """FTC 925: referees entered for the wrong side, and needed the total at once."""
    guest = pages.guest(HallRole.REFEREE)
    totals = [int(score) for score in scores(guest.get(TABLE).body)[:2]]
    for foul in range(FOULS):
        totals[foul % 2] += 1
        sent_score(guest, table, foul % 2, totals[foul % 2])
        # The page to which the form leads: nothing is waited for.
        assert [int(score) for score in scores(guest.get(TABLE).body)[:2]] == totals


def test_an_order_of_a_tablet_that_wakes_is_done_or_told_as_not_done_and_how_old_its_table_is_is_said(
    pages: OpenPages, table: PlayedTable
) -> None:
    """FTC 929: tablets showed stale fouls and said that they were connected."""
    guest, evening = pages.guest(HallRole.REFEREE), pages.hall.evening
    old = {"do": "undo", "to": "14", "expect": "14", "match": str(table.controller.name), "why": "misread"}
    pages.hall.thread.run(table.table.line.close)
    evening.tables.clear()
    pages.hall.pass_time(ASLEEP_MS)
    silent = re.search(r"silent for (\d+) s", guest.get("/tables").body)
    assert silent is not None and int(silent[1]) >= ASLEEP_MS // 1000
    assert "go there" in guest.get(TABLE).body
    guest.send(f"{TABLE}/order", old)
    assert "Not sent: the table is not connected" in guest.get(TABLE).body

    def restarted() -> None:
        table.table.connect()
        evening.tables.append(table.table)
        table.table.line.orders.open(OpenMatch(table.controller.name, table.items.append))
        table.show()

    pages.hall.thread.run(restarted)
    table.play(1, 9)
    pages.hall.pass_time(10_000)
    guest.send(f"{TABLE}/order", old)
    assert "the match had gone on" in guest.get(TABLE).body
    seq = table.controller.match.seq
    guest.send(f"{TABLE}/order", {**old, "to": str(seq), "expect": str(seq)})
    kept = evening.store.orders_of(table.table.account, 10)
    assert {one.fate for one in kept} == {OrderFate.ABSENT, OrderFate.CONFLICT, OrderFate.DONE}
    assert "Done: it is in the table&#39;s log" in guest.get(TABLE).body


def test_when_a_match_is_abandoned_all_pages_follow_the_next_one_and_the_old_one_is_kept(
    pages: OpenPages, table: PlayedTable
) -> None:
    """FTC 911: the page was stuck on an unfinished match."""
    guest, before = pages.guest(HallRole.REFEREE), table.controller.name
    assert guest.get("/tables").status == 200
    pages.hall.thread.run(lambda: table.begin("ouaf"))
    table.play(3)
    pages.hall.pass_time()
    (standing,) = pages.hall.standings()
    assert standing.view is not None
    assert (standing.view.match, standing.view.game) == (str(table.controller.name), "ouaf")
    body = guest.get(TABLE).body
    assert "game-ouaf" in body
    assert [int(n) for n in re.findall(r'id="play-(\d+)"', body)] == [3, 2, 1]
    assert "game-ouaf" in guest.get("/tables").body
    old = {"do": "undo", "to": "14", "expect": "14", "match": str(before), "why": "misread"}
    guest.send(f"{TABLE}/order", old)
    assert table.controller.match.seq == 3, "an order for the old match changes nothing in the new one"
    kept = {str(one.match): one.plays for one in pages.hall.evening.store.matches()}
    assert kept[str(before)] == 14
