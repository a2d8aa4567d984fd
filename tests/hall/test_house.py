"""A whole hall on this machine, with the real broker: a table joins, tells its log, and is thrown out."""

import http.client
import os
import signal
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from urllib.parse import urlencode

import pytest

from companion.bus.joining import TOKEN_SIGNS, HallInvitation, JoinRequest, commitment
from companion.bus.messages import OrderVerb, payload_of
from companion.bus.mqtt import BrokerPlace, MqttWire
from companion.bus.wire import TopicPart
from companion.hall.access import AccountBook, HallRole, NewAccount, form_word
from companion.hall.backup import restore_backup, write_backup
from companion.hall.desk import HallDesk
from companion.hall.house import HallHouse, HallPlan
from companion.hall.links import Lamp
from companion.hall.pages.visits import COOKIE
from companion.hall.places import HallPlaces
from companion.hall.store.changes import KeptOrder, OrderFate
from companion.hall.store.store import HallStore, sqlite_address
from companion.match import Match
from companion.rules.games import GAMES
from companion.session.match_clocks import Kept
from companion.session.match_controller import MatchController
from companion.session.session import Session, SnapshotWatch
from companion.session.snapshot import Snapshot
from companion.session.snapshot_builder import SnapshotBuilder
from companion.storage.hall_credentials import CredentialStore
from companion.storage.log import MatchStore
from companion.storage.places import Places
from companion.storage.settings import AgreementStore
from companion.storage.shipped_data import demonstrations, mat_of
from companion.table.hall.joining import CannotJoin, JoinedHall, join_hall
from companion.table.hall.line import HallLine, HallLineThread, hall_line
from companion.table.hall.orders import OpenMatch
from companion.table.hall.teller import table_user, view_of
from companion.threads import Stumble
from companion.timers import Clocks
from companion.web.public.shown import PublicPlan
from tests.bus.memory_bus import MemoryBus
from tests.hall.evening import Table
from tests.hall.garbage import every_garbage, letter
from tests.hall.real_broker import free_port, needs_mosquitto
from tests.web.public.views import view
from tests.web.served import Visitor

pytestmark = [
    needs_mosquitto,
    pytest.mark.process,
    # paho leaves the socket of a try to connect that failed to Python, which closes it at once; 3.13 warns of that.
    pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning"),
]
SOON_S, LOOK_S = 120.0, 0.05
"""How long anything is waited for; on a quiet machine it takes less than a second."""


def plan_in(folder: Path) -> HallPlan:
    """A hall on free ports of this machine."""
    return HallPlan(
        HallPlaces(folder / "hall"),
        None,
        ("127.0.0.1",),
        host="127.0.0.1",
        broker_port=free_port(),
        joining_port=free_port(),
        pages_port=free_port(),
    )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HallHouse]:
    stumbles: list[Stumble] = []
    house = HallHouse(plan_in(tmp_path), stumbles.append)
    house.start()
    yield house
    house.stop()
    assert not stumbles


def joined(house: HallHouse, invitation: HallInvitation | None = None) -> JoinedHall:
    """Join as table 7; a person says yes to whatever digits both show."""
    digits: SimpleQueue[str] = SimpleQueue()

    def yes(_wait_s: float) -> None:
        shown = digits.get_nowait()
        assert [one.digits for one in house.joining.asking()] == [shown]
        house.joining.admit(shown, 7)

    return join_hall(invitation or house.invitation, "raspberry", digits.put, yes)


def table_on_the_line(
    folder: Path, known: JoinedHall, tell: Callable[[Stumble], None]
) -> tuple[Table, HallLine, HallLineThread]:
    """A table of a joined hall that has made a play, and whose line runs."""
    where, table = table_in(folder, known)
    table.play(1)
    line = hall_line(where, known.credentials, "1")
    thread = HallLineThread(line, tell)
    thread.start()
    return table, line, thread


def table_in(folder: Path, known: JoinedHall) -> tuple[Places, Table]:
    """A table that has joined: its folder and its log. Its line is yet to be opened."""
    where = Places(folder)
    CredentialStore(where.line).save(known.credentials, known.authority)
    table = Table("t", where.matches, MemoryBus())
    table.line.close()
    return where, table


def expect_soon(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    pause = threading.Event()
    for _ in range(int(SOON_S / LOOK_S)):
        if is_so():
            return
        pause.wait(LOOK_S)
    raise AssertionError("not in time")


def place_of(house: HallHouse, folder: Path, made: NewAccount) -> BrokerPlace:
    """Where a table finds the broker, with the password that it was given."""
    authority = HallPlaces(folder / "hall").authority.certificate
    return BrokerPlace("127.0.0.1", house.broker.place.port, authority, made.password)


def order_in(folder: Path, find: Callable[[HallStore], list[KeptOrder]]) -> KeptOrder:
    """The one order that the hall keeps and that is looked for."""
    with HallStore(sqlite_address(folder / "hall" / "hall.db")) as store:
        (kept,) = find(store)
    return kept


def has_all(house: HallHouse, kept: int) -> bool:
    return any(one.lamp is Lamp.GOOD and one.kept == kept for one in house.standings())


def test_a_table_joins_tells_its_log_and_is_thrown_out(house: HallHouse, tmp_path: Path) -> None:
    known = joined(house)
    assert known.credentials.table == 7
    where, table = table_in(tmp_path / "table", known)
    table.play(70)
    line = hall_line(where, known.credentials, "1")
    thread = HallLineThread(line, lambda stumble: None)
    thread.start()
    try:
        expect_soon(lambda: has_all(house, 71))
        AccountBook(HallPlaces(tmp_path / "hall").accounts, lambda: 0).revoke(7)
        expect_soon(lambda: not house.standings() and not line._wire.is_connected)
    finally:
        thread.stop()
    house.stop()
    with HallStore(sqlite_address(tmp_path / "hall" / "hall.db")) as store:
        assert list(store.plays(known.credentials.account).values()) == [70]


def test_a_right_that_is_taken_away_ends_while_the_halls_own_thread_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_desk: HallDesk, _wait_s: float = 0.0) -> int:
        raise RuntimeError("what nobody foresaw")

    monkeypatch.setattr(HallDesk, "step", fails)
    house = HallHouse(plan_in(tmp_path), lambda _: None)
    house.start()
    made = house._made("odd", 8)
    wire = MqttWire(place_of(house, tmp_path, made), table_user(made.account.account, "1"))
    wire.open(lambda _: None, lambda: None)
    try:
        expect_soon(lambda: wire.is_connected)
        AccountBook(HallPlaces(tmp_path / "hall").accounts, lambda: 0).revoke(8)
        expect_soon(lambda: not wire.is_connected and not house.accounts())
    finally:
        wire.close()
        house.stop()


def test_a_table_that_sends_garbage_and_floods_stops_no_other_and_is_out_at_once_when_it_is_thrown_out(
    house: HallHouse, tmp_path: Path
) -> None:
    stumbles: list[Stumble] = []
    table, line, thread = table_on_the_line(tmp_path / "table", joined(house), stumbles.append)
    made = house._made("odd", 8)
    account = made.account.account
    wire = MqttWire(place_of(house, tmp_path, made), table_user(account, "1"))
    wire.open(lambda _: None, lambda: None)
    try:
        expect_soon(lambda: wire.is_connected)
        wire.send(letter(account, TopicPart.UP, b'{"is_up":true,"version":"1"}'))
        for one in [*every_garbage(account)][::7]:
            wire.send(one)
        for _ in range(12):
            wire.send(letter(account, TopicPart.LOG, b'"' + b"x" * 3_850_000 + b'"'))
        table.play(20)
        expect_soon(lambda: has_all(house, 22))
        lamps = (Lamp.FLOODING, Lamp.UNREAD)
        expect_soon(lambda: any(one.account == account and one.lamp in lamps for one in house.standings()))
        house.revoke(8)
        expect_soon(lambda: not wire.is_connected and wire.refusal is not None)
        expect_soon(lambda: [one.account for one in house.standings()] == [line._name.account])
    finally:
        wire.close()
        thread.stop()
    assert not stumbles


def test_the_pages_are_served_with_a_certificate_of_the_halls_own_authority(
    house: HallHouse, tmp_path: Path
) -> None:
    places = HallPlaces(tmp_path / "hall")
    host, port = house.pages_address.removeprefix("https://").split(":")
    trusting = ssl.create_default_context(cafile=str(places.authority.certificate))
    connection = http.client.HTTPSConnection(host, int(port), timeout=SOON_S, context=trusting)
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert answer.status == 200
    assert "Sign in to the hall" in answer.read().decode()
    connection.close()
    stranger = http.client.HTTPSConnection(host, int(port), timeout=SOON_S)
    with pytest.raises(ssl.SSLError):
        stranger.request("GET", "/")
    stranger.close()


def test_who_forgets_the_s_of_https_is_told_what_to_type(house: HallHouse) -> None:
    host, port = house.pages_address.removeprefix("https://").split(":")
    for _ in range(3):
        plain = http.client.HTTPConnection(host, int(port), timeout=SOON_S)
        plain.request("GET", "/")
        answer = plain.getresponse()
        assert answer.status == 400
        said = answer.read().decode()
        assert "type https:// before it" in said
        assert "tapez https:// devant" in said
        plain.close()


def test_an_order_goes_from_a_page_over_the_broker_to_the_match_and_back(
    house: HallHouse, tmp_path: Path
) -> None:
    known = joined(house)
    where = Places(tmp_path / "table")
    CredentialStore(where.line).save(known.credentials, known.authority)
    given = partial(HallStore.orders_of, account=known.credentials.account, most=9)
    setup, cards = next(iter(demonstrations("lignes").values()))
    match = Match(GAMES["lignes"], setup, cards)

    def open_controller() -> MatchController:
        store = MatchStore(where.matches)
        log = store.begin(match.rules, match.setup, match.cards)
        match.log_to(log)
        return MatchController(log.id, match, None, Clocks(()), Kept(close=store.close))

    line = hall_line(where, known.credentials, "1")

    def show(snapshot: Snapshot) -> None:
        line.show(view_of(snapshot))

    watched = SnapshotWatch(lambda one: SnapshotBuilder(one, mat_of("lignes"), lambda: 0), show)
    session = Session(open_controller, lambda _told: None, watched=watched)
    session.start()
    line.orders.open(OpenMatch(session.controller().name, session.put))
    thread = HallLineThread(line, lambda stumble: None)
    thread.start()
    try:
        expect_soon(lambda: any(one.view is not None for one in house.standings()))
        token = house.people.add("Anna", HallRole.REFEREE)
        host, port = house.pages_address.removeprefix("https://").split(":")
        trusting = ssl.create_default_context(cafile=str(HallPlaces(tmp_path / "hall").authority.certificate))
        connection = http.client.HTTPSConnection(host, int(port), timeout=SOON_S, context=trusting)
        form = {"word": form_word(token), "do": "note", "why": "looked at", "expect": "0"}
        headers = {"Cookie": f"{COOKIE}={token}", "Origin": house.pages_address}
        connection.request("POST", "/tables/7/order", urlencode(form), headers)
        answer = connection.getresponse()
        assert answer.status == 303, answer.read()
        connection.close()
        expect_soon(lambda: match.seq == 1)
        expect_soon(lambda: order_in(tmp_path, given).fate is not None)
    finally:
        thread.stop()
        session.stop()
    kept = order_in(tmp_path, given)
    assert (kept.fate, kept.order.by) == (OrderFate.DONE, "Anna")


def test_settings_go_from_the_office_over_the_broker_to_the_table_and_what_it_has_comes_back(
    house: HallHouse, tmp_path: Path
) -> None:
    known = joined(house)
    where = Places(tmp_path / "table")
    CredentialStore(where.line).save(known.credentials, known.authority)
    sent = partial(HallStore.orders_with, verb=OrderVerb.SETTINGS, most=9)
    thread = HallLineThread(hall_line(where, known.credentials, "1"), lambda stumble: None)
    thread.start()
    try:
        expect_soon(lambda: any(one.lamp is Lamp.GOOD for one in house.standings()))
        token = house.people.add("Anna", HallRole.ORGANISER)
        host, port = house.pages_address.removeprefix("https://").split(":")
        trusting = ssl.create_default_context(cafile=str(HallPlaces(tmp_path / "hall").authority.certificate))
        connection = http.client.HTTPSConnection(host, int(port), timeout=SOON_S, context=trusting)
        rules = {f"rule:{rule.name}": "0" for rule in GAMES["lignes"].house_rules}
        form = {**rules, "rule:trajectory": "1", "word": form_word(token), "table": "all", "game": "lignes"}
        headers = {"Cookie": f"{COOKIE}={token}", "Origin": house.pages_address}
        connection.request("POST", "/office/settings/send", urlencode({**form, "why": "a league"}), headers)
        answer = connection.getresponse()
        assert answer.status == 303, answer.read()
        connection.close()
        expect_soon(lambda: any(one.report and one.report.settings for one in house.standings()))
        expect_soon(lambda: order_in(tmp_path, sent).fate is not None)
    finally:
        thread.stop()
    assert AgreementStore(where.agreements).load()["lignes"].house == {"trajectory": "any"}
    kept = order_in(tmp_path, sent)
    assert (kept.fate, kept.order.by, kept.why) == (OrderFate.DONE, "Anna", "a league")


def test_nobody_else_may_read_the_credentials(house: HallHouse, tmp_path: Path) -> None:
    known = joined(house)
    CredentialStore(tmp_path / "line").save(known.credentials, known.authority)
    for path in [*(tmp_path / "line").iterdir(), *(tmp_path / "hall").iterdir()]:
        assert path.stat().st_mode & 0o077 == 0, path


def test_typed_characters_are_enough_without_the_fingerprint(house: HallHouse) -> None:
    assert joined(house, replace(house.invitation, fingerprint=None)).credentials.table == 7


def test_a_stranger_who_tries_characters_without_end_keeps_no_table_out(house: HallHouse) -> None:
    invitation = house.invitation
    guess = payload_of(JoinRequest("a" * TOKEN_SIGNS, "stranger", commitment("7")))
    stranger = http.client.HTTPSConnection(
        invitation.host, invitation.port, timeout=SOON_S, source_address=("127.0.0.2", 0),
        context=ssl._create_unverified_context(),
    )  # fmt: skip
    answers = []
    for _ in range(10):
        stranger.request("POST", "/join", guess)
        with stranger.getresponse() as answer:
            answers.append(answer.status)
            answer.read()
    stranger.close()
    assert answers[0] == 403 and answers[-1] == 429
    assert joined(house, invitation).credentials.table == 7


def test_a_hall_with_another_authority_is_told_nothing(house: HallHouse) -> None:
    with pytest.raises(CannotJoin):
        joined(house, replace(house.invitation, fingerprint="0" * 32))
    assert house.joining.asking() == []


def test_a_token_that_was_used_is_refused(house: HallHouse) -> None:
    invitation = house.invitation
    joined(house, invitation)
    with pytest.raises(CannotJoin):
        joined(house, invitation)


def test_a_hall_that_is_not_there_is_said(house: HallHouse) -> None:
    with pytest.raises(CannotJoin):
        joined(house, replace(house.invitation, port=free_port()))


@pytest.mark.slow
def test_a_broker_that_is_killed_is_started_again_and_the_table_is_back(
    house: HallHouse, tmp_path: Path
) -> None:
    known = joined(house)
    where = Places(tmp_path / "table")
    CredentialStore(where.line).save(known.credentials, known.authority)
    table = Table("t", where.matches, MemoryBus())
    table.line.close()
    table.play(3)
    thread = HallLineThread(hall_line(where, known.credentials, "1"), lambda stumble: None)
    thread.start()
    try:
        expect_soon(lambda: has_all(house, 4))
        process = house.broker.process
        assert process is not None
        os.kill(process, signal.SIGKILL)
        table.play(20)
        expect_soon(lambda: has_all(house, 24))
        assert house.broker.starts == 2
    finally:
        thread.stop()


def test_what_a_table_shows_is_seen_on_the_halls_public_pages(tmp_path: Path) -> None:
    plan = replace(plan_in(tmp_path), public=PublicPlan(0, host="127.0.0.1"))
    house = HallHouse(plan, lambda stumble: None)
    house.start()
    try:
        _, line, thread = table_on_the_line(tmp_path / "table", joined(house), lambda stumble: None)
        line.show(view(3, 2, name="Zoé"))
        assert house.public is not None
        visitor = Visitor(house.public.port)
        expect_soon(lambda: "Zoé" in visitor.get("/table/7")[1])
        assert "says nothing any more" not in visitor.get("/table/7")[1]
        thread.stop()
        expect_soon(lambda: "says nothing any more" in visitor.get("/table/7")[1])
    finally:
        house.stop()


@pytest.mark.slow
def test_tables_find_a_hall_again_that_was_put_back_on_another_machine(tmp_path: Path) -> None:
    plan = plan_in(tmp_path / "here")
    stumbles: list[Stumble] = []
    first = HallHouse(plan, stumbles.append)
    first.start()
    try:
        known = joined(first)
        cookie = first.people.add("Anna", HallRole.ORGANISER)
        table, _, thread = table_on_the_line(tmp_path / "table", known, stumbles.append)
        expect_soon(lambda: has_all(first, 2))
        with HallStore(plan.store_address) as store:
            write_backup(plan.places, store, tmp_path / "backup.zip")
    finally:
        first.stop()
    places = HallPlaces(tmp_path / "there" / "hall")
    with HallStore(sqlite_address(places.store)) as store:
        restore_backup(places, store, tmp_path / "backup.zip")
    table.play(3)
    second = HallHouse(replace(plan, places=places), stumbles.append)
    second.start()
    try:
        expect_soon(lambda: has_all(second, 5))
        anna = second.people.with_token(cookie)
        assert anna is not None
        assert anna.role is HallRole.ORGANISER
    finally:
        thread.stop()
        second.stop()
    assert not stumbles
