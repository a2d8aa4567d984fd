"""The office's page of locks: what it sends holds at its tables at once, and each owner decides what it leaves to him."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.access import HallRole
from companion.hall.store.changes import OrderFate
from companion.locks import Freedom, PlayerAct
from companion.storage.locks import TableLockReader
from companion.storage.places import Places
from tests.hall.pages_evening import OpenPages, open_pages
from tests.hall.test_pages import sent


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[OpenPages]:
    with open_pages(tmp_path) as found:
        found.hall.seat(3, "lignes", 2)
        yield found


def test_locks_go_to_all_tables_hold_at_once_and_are_taken_back(pages: OpenPages) -> None:
    organiser = pages.guest(HallRole.ORGANISER)
    form = {"table": "all", "locks": "yes", "why": "final", "lock:undo": "off", "lock:hint": "asks"}
    answer = organiser.send("/office/settings/send", form)
    assert (answer.status, answer.to) == (303, "/office/settings?locks")
    assert [one.fate for one in sent(pages)] == [OrderFate.DONE]
    pages.hall.pass_time()
    where = Places(pages.hall.played[3].table.path.parent)
    assert TableLockReader(where)().freedom(PlayerAct.UNDO) is Freedom.OFF
    body = organiser.get(answer.to).body
    assert "Accepted: they apply now" in body
    assert body.count("Locks: taking back the last play: off; hints: with the PIN") == 3, (
        "sent, last, and had"
    )
    assert re.search(r'name="lock:undo">.*?value="off" selected', body, re.DOTALL)
    organiser.send("/office/settings/send", {"table": "all", "locks": "yes", "why": "over"})
    assert TableLockReader(where)().freedom(PlayerAct.UNDO) is Freedom.FREE
    assert "Locks: as each owner chose" in organiser.get("/office/settings?locks").body


def test_a_lock_that_nobody_knows_is_sent_nowhere(pages: OpenPages) -> None:
    organiser = pages.guest(HallRole.ORGANISER)
    organiser.get("/office")
    form = {"table": "all", "locks": "yes", "why": "w", "lock:undo": "sometimes"}
    assert organiser.send("/office/settings/send", form).status == 400
    assert sent(pages) == []
