"""The picture of a play is fetched from its table when a referee asks, and goes to nobody else."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.bus.messages import PICTURE_PIECE_BYTES, PictureAnswer, PictureRequest
from companion.bus.wire import HALL_ACCOUNT
from companion.hall.access import HallRole
from companion.hall.hall import TablePicture
from companion.hall.requests import FETCH_AGAIN_MS, FETCHED_MS, MOST_FETCHED, PictureDesk, WantedPicture
from companion.ids import MatchId, ObservationId
from companion.observation import Roll, Sighting
from companion.session.history_rows import SECRET
from companion.storage.evidence import EvidenceStore
from companion.storage.places import Places
from companion.table.hall.orders import picture_answer
from companion.virtual.chance import chosen_play
from companion.words import as_sentence, translate
from tests.bus.memory_bus import may_hear, may_send
from tests.hall.evening import Evening
from tests.hall.pages_evening import OpenPages, PlayedTable, open_pages

JPEG = b"\xff\xd8\xff" + bytes(range(256)) * 10_000
WANTED = WantedPicture("t1", "m1", "c1-7")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    table = evening.seat("t1")
    table.play(2)
    evening.pass_time()
    yield evening
    evening.close()


def keep(evening: Evening, jpeg: bytes) -> None:
    folder = Places(evening.tables[0].path.parent).evidence
    EvidenceStore(folder).keep(MatchId("m1"), ObservationId("c1-7"), jpeg)


def fetched(evening: Evening, wanted: WantedPicture = WANTED) -> bytes | None:
    asked = evening.pictures.ask(wanted)
    evening.desk.wake()
    evening.pass_time(FETCHED_MS + 2_000)
    return asked.result(0)


def test_a_picture_comes_whole_however_many_letters_it_takes(evening: Evening) -> None:
    keep(evening, JPEG)
    assert len(JPEG) > 2 * PICTURE_PIECE_BYTES
    assert fetched(evening) == JPEG


def test_what_the_table_does_not_have_is_said_and_not_waited_for(evening: Evening) -> None:
    asked = evening.pictures.ask(WANTED)
    evening.desk.wake()
    evening.pass_time(1_000)
    assert asked.result(0) is None


def test_what_is_no_picture_is_not_shown(evening: Evening) -> None:
    keep(evening, b"<script>alert(1)</script>")
    assert fetched(evening) is None


def test_a_table_that_is_away_does_not_keep_anybody_waiting(evening: Evening) -> None:
    keep(evening, JPEG)
    evening.bus.lose(evening.tables[0].wire)
    evening.tables.clear()
    assert fetched(evening) is None


def test_two_who_ask_for_the_same_are_answered_by_one_request(evening: Evening) -> None:
    keep(evening, JPEG)
    assert evening.pictures.ask(WANTED) is evening.pictures.ask(WANTED)
    assert fetched(evening) == JPEG


def test_a_request_that_was_lost_is_sent_again_and_given_up_in_the_end() -> None:
    now_ms = 0
    desk = PictureDesk(lambda: now_ms)
    asked = desk.ask(WANTED)
    assert len(desk.letters()) == 1
    assert desk.letters() == []
    now_ms = FETCH_AGAIN_MS
    assert len(desk.letters()) == 1
    now_ms = FETCHED_MS
    assert desk.letters() == []
    assert asked.result(0) is None


def test_nobody_answers_for_another_table() -> None:
    desk = PictureDesk(lambda: 0)
    asked = desk.ask(WANTED)
    assert desk.take([TablePicture("t2", PictureAnswer("m1", "c1-7", 0, 3, "/9j/"))]) == []
    assert not asked.done()
    assert desk.take([TablePicture("t1", PictureAnswer("m1", "c1-7", 0, 3, "/9j/"))]) == []
    assert asked.result(0) == b"\xff\xd8\xff"


@pytest.mark.parametrize("jpeg", ["no base64!", ""])
def test_a_damaged_piece_ends_it(jpeg: str) -> None:
    desk = PictureDesk(lambda: 0)
    asked = desk.ask(WANTED)
    desk.take([TablePicture("t1", PictureAnswer("m1", "c1-7", 0, 900, jpeg))])
    assert asked.result(0) is None


def test_who_asks_for_more_than_a_hall_fetches_gets_none_at_once() -> None:
    desk = PictureDesk(lambda: 0)
    waiting = [desk.ask(WantedPicture("t1", "m1", f"c{n}")) for n in range(MOST_FETCHED)]
    assert desk.ask(WANTED).result(0) is None
    assert not any(one.done() for one in waiting)


def test_a_name_leads_to_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "secret.jpg").write_bytes(JPEG)
    for match, seen in (("..", "secret"), (".", "../secret"), ("", f"{tmp_path}/secret")):
        assert picture_answer(PictureRequest(match, seen), tmp_path / "evidence").of == 0


def test_only_the_hall_asks_a_table_and_only_the_table_answers() -> None:
    assert may_send(HALL_ACCOUNT, "c/1/t/t1/look")
    assert may_hear("t1", "c/1/t/t1/look")
    assert may_send("t1", "c/1/t/t1/picture")
    assert not may_send("t2", "c/1/t/t1/look")
    assert not may_send("t2", "c/1/t/t1/picture")
    assert not may_hear("t2", "c/1/t/t1/picture")


# --- the referee's page


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[OpenPages]:
    with open_pages(tmp_path) as opened:
        yield opened


def read_play(table: PlayedTable) -> int:
    """A play that the camera read, with a roll of the tower; its picture is kept. Returns its number."""
    sighting = Sighting(ObservationId("c1-7"), 0, "JO012", confidence_percent=93)
    roll = Roll(ObservationId("roll:t:1:2"), 0, ("4",), dice=("d6",), confidence=(99,), line="DT1 roll 4")

    def played() -> None:
        controller = table.controller
        play = chosen_play(controller.match, Random(3))
        assert play is not None
        controller._submit(play, (sighting, roll), "camera")
        for told in controller._flush():
            table.viewer.hear(told)
        table.show()

    table._thread.run(played)
    folder = Places(table.table.path.parent).evidence
    EvidenceStore(folder).keep(table.controller.name, sighting.id, JPEG)
    return table.controller.match.seq


def test_a_referee_sees_what_a_play_was_read_from_and_its_picture_when_he_asks(pages: OpenPages) -> None:
    table = pages.hall.seat(3, "lignes", 4)
    seq = read_play(table)
    pages.hall.pass_time()
    referee = pages.guest(HallRole.REFEREE)
    path = f"/tables/3/plays/{seq}"
    body = referee.get(path).body
    assert "The camera read JO012" in body
    assert "DT1 roll 4" in body
    assert "<img" not in body
    assert f'src="{path}/pictures/0"' in referee.get(f"{path}?pictures=1").body
    assert referee.raw(f"{path}/pictures/0") == JPEG
    assert referee.get(f"{path}/pictures/1").status == 404
    pages.hall.thread.run(table.table.line.close)
    table.evening.tables.clear()
    pages.hall.pass_time()
    assert referee.get("/tables").status == 200
    assert "nothing is heard of it: go there" in referee.get(f"{path}?pictures=1").body


@pytest.mark.parametrize("role", [HallRole.SCOREKEEPER, HallRole.SEAT, None])
def test_a_picture_goes_to_no_other_role_and_to_no_stranger(pages: OpenPages, role: HallRole | None) -> None:
    seq = read_play(pages.hall.seat(3, "lignes", 4))
    pages.hall.pass_time()
    answer = pages.guest(role, table=3).get(f"/tables/3/plays/{seq}/pictures/0")
    assert answer.status in (303, 403)


def test_a_picture_that_is_gone_is_said(pages: OpenPages) -> None:
    table = pages.hall.seat(3, "lignes", 4)
    seq = read_play(table)
    for path in Places(table.table.path.parent).evidence.rglob("*.jpg"):
        path.unlink()
    pages.hall.pass_time()
    body = pages.guest(HallRole.REFEREE).get(f"/tables/3/plays/{seq}?pictures=1").body
    assert "has no picture of this any more" in body


def test_what_a_card_that_lies_face_down_was_read_from_is_not_shown(pages: OpenPages) -> None:
    table = pages.hall.seat(3, "ouaf", 1)
    seq = read_play(table)
    pages.hall.pass_time()
    referee = pages.guest(HallRole.REFEREE)
    body = referee.get(f"/tables/3/plays/{seq}?pictures=1").body
    assert as_sentence(translate(SECRET, "en")) in body
    assert "JO012" not in body
    assert referee.get(f"/tables/3/plays/{seq}/pictures/0").status == 404
