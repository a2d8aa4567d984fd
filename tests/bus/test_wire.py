"""Both wires have the same manners: the bus inside a process, and MQTT through the real broker."""

import gc
import os
import select
import socket
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

import pytest

from companion.bus import mqtt
from companion.bus.messages import LARGEST_BYTES
from companion.bus.mqtt import BrokerPlace, MqttWire
from companion.bus.wire import Letter, Wire, WireUser
from companion.hall.access import MOST_CONNECTIONS
from companion.hall.desk import HALL_USER
from companion.network.caller_places import room_for_callers
from companion.network.certificates import Certificate, make_authority
from tests.bus.memory_bus import MemoryBus
from tests.hall.real_broker import RealBroker, needs_mosquitto

MANY_FILES = 1_100
"""More than `select` knows: 1024."""
SOON_S = 120.0
"""How long a letter is waited for; it takes a few milliseconds."""


@dataclass(slots=True)
class Listener:
    """What came over a wire."""

    wire: Wire
    letters: "SimpleQueue[Letter]" = field(default_factory=SimpleQueue)
    welcomes: "SimpleQueue[None]" = field(default_factory=SimpleQueue)

    def open(self) -> "Listener":
        self.wire.open(self.letters.put, lambda: self.welcomes.put(None))
        self.welcomes.get(timeout=SOON_S)
        return self

    def next(self) -> Letter:
        return self.letters.get(timeout=SOON_S)


class Bus(Protocol):
    def wire(self, user: WireUser) -> Wire: ...


@pytest.fixture(params=["memory", pytest.param("mqtt", marks=[needs_mosquitto, pytest.mark.process])])
def bus(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bus]:
    if request.param == "memory":
        yield MemoryBus()
        return
    with RealBroker(tmp_path / "hall", ("t1", "t2")) as broker:
        yield broker


@pytest.fixture
def join(bus: Bus) -> Iterator[Callable[[WireUser], Listener]]:
    opened: list[Listener] = []

    def joined(user: WireUser) -> Listener:
        opened.append(Listener(bus.wire(user)).open())
        return opened[-1]

    yield joined
    for one in opened:
        one.wire.close()


Join = Callable[[WireUser], Listener]


def table(name: str = "t1") -> WireUser:
    gone = Letter(f"c/1/t/{name}/up", b"gone", is_kept=True)
    return WireUser(name, (f"c/1/t/{name}/want", f"c/1/t/{name}/do"), gone)


def settled(hall: Listener, sender: Listener, name: str = "t1") -> list[bytes]:
    """All that came before a last letter, which is sent now."""
    assert sender.wire.send(Letter(f"c/1/t/{name}/answer", b"the last"))
    came: list[bytes] = []
    while (letter := hall.next()).payload != b"the last":
        came.append(letter.payload)
    return came


def test_a_letter_reaches_who_listens(join: Join) -> None:
    hall, one = join(HALL_USER), join(table())
    one.wire.send(Letter("c/1/t/t1/log", b"play"))
    assert hall.next() == Letter("c/1/t/t1/log", b"play")
    hall.wire.send(Letter("c/1/t/t1/want", b"more"))
    assert one.next() == Letter("c/1/t/t1/want", b"more")


def test_letters_of_one_sender_come_in_order(join: Join) -> None:
    hall, one = join(HALL_USER), join(table())
    for n in range(200):
        one.wire.send(Letter("c/1/t/t1/log", str(n).encode()))
    assert settled(hall, one) == [str(n).encode() for n in range(200)]


def test_a_kept_letter_waits_for_who_comes_later(join: Join) -> None:
    early, one = join(HALL_USER), join(table())
    one.wire.send(Letter("c/1/t/t1/head", b"1", is_kept=True))
    one.wire.send(Letter("c/1/t/t1/head", b"2", is_kept=True))
    assert [early.next().payload, early.next().payload] == [b"1", b"2"]
    early.wire.close()
    assert join(HALL_USER).next() == Letter("c/1/t/t1/head", b"2", is_kept=True)


def test_who_leaves_in_order_leaves_no_will(join: Join) -> None:
    hall, one, other = join(HALL_USER), join(table()), join(table("t2"))
    one.wire.send(Letter("c/1/t/t1/log", b"play"))
    assert hall.next().payload == b"play"
    one.wire.close()
    assert settled(hall, other, "t2") == []


def test_the_newer_connection_of_an_account_ends_the_older_one(join: Join) -> None:
    hall = join(HALL_USER)
    join(table())
    join(table())
    assert hall.next() == Letter("c/1/t/t1/up", b"gone")


def test_nobody_sends_under_the_name_of_another(join: Join) -> None:
    hall, one, two = join(HALL_USER), join(table()), join(table("t2"))
    for topic in ("c/1/t/t1/log", "c/1/t/t2/want", "c/1/hall/round", "c/1/t/t1/do", "c/1/t/t2/more", "x"):
        two.wire.send(Letter(topic, b"forged"))
    assert settled(hall, two, "t2") == []
    hall.wire.send(Letter("c/1/t/t1/want", b"real"))
    assert one.next().payload == b"real"


def test_nobody_hears_what_is_for_another(join: Join) -> None:
    hall, one = join(HALL_USER), join(table())
    nosy = join(WireUser("t2", ("#", "c/1/#", "c/1/t/+/+", "c/1/t/t1/do", "c/1/t/t2/want", "$SYS/#")))
    one.wire.send(Letter("c/1/t/t1/log", b"secret"))
    hall.wire.send(Letter("c/1/t/t1/do", b"secret"))
    assert (hall.next().payload, one.next().payload) == (b"secret", b"secret")
    hall.wire.send(Letter("c/1/t/t2/want", b"own"))
    assert nosy.next().payload == b"own"


def test_a_letter_that_is_too_large_reaches_nobody(join: Join) -> None:
    hall, one, other = join(HALL_USER), join(table()), join(table("t2"))
    one.wire.send(Letter("c/1/t/t1/log", bytes(LARGEST_BYTES + 1)))
    came = settled(hall, other, "t2")
    assert all(len(payload) < 100 for payload in came)


def test_a_large_letter_arrives(join: Join) -> None:
    hall, one = join(HALL_USER), join(table())
    one.wire.send(Letter("c/1/t/t1/log", bytes(1_000_000)))
    assert len(hall.next().payload) == 1_000_000


def test_without_a_connection_nothing_is_sent(bus: Bus) -> None:
    assert not bus.wire(table()).send(Letter("c/1/t/t1/log", b"play"))


@needs_mosquitto
@pytest.mark.process
def test_a_stolen_client_id_does_not_throw_its_owner_out(tmp_path: Path) -> None:
    with RealBroker(tmp_path / "hall", ("t1", "t2")) as broker:
        one = Listener(broker.wire(table())).open()
        thief = broker.wire(table("t2"))
        thief._client._client_id = b"t1"
        other = Listener(thief).open()
        hall = Listener(broker.wire(HALL_USER)).open()
        assert settled(hall, one) == []
        for listener in (one, other, hall):
            listener.wire.close()


@needs_mosquitto
@pytest.mark.process
def test_who_has_the_wrong_password_is_refused(tmp_path: Path) -> None:
    with RealBroker(tmp_path / "hall", ("t1",)) as broker:
        stranger = broker.wire(table(), password="guessed")
        told: SimpleQueue[str] = SimpleQueue()
        stranger._client.on_connect = lambda _client, _data, _flags, reason, _more: told.put(str(reason))
        stranger.open(lambda letter: None, lambda: None)
        assert told.get(timeout=SOON_S) == "Not authorized"
        assert not stranger.send(Letter("c/1/t/t1/log", b"forged"))
        stranger.close()


@pytest.mark.slow
@needs_mosquitto
@pytest.mark.process
def test_the_broker_keeps_a_connection_that_is_made_when_a_second_begins(tmp_path: Path) -> None:
    with RealBroker(tmp_path / "hall", ()) as broker, ExitStack() as held:
        callers = []
        for _ in range(5):
            time.sleep(1 - time.time() % 1)
            caller = socket.create_connection(("127.0.0.1", broker.port), timeout=SOON_S)
            callers.append(held.enter_context(caller))
        time.sleep(0.5)
        gone, _, _ = select.select(callers, [], [], 0)
        assert gone == [], "a socket that the broker closed can be read"


@pytest.mark.slow
@needs_mosquitto
@pytest.mark.process
def test_strangers_who_hold_all_connections_do_not_silence_a_table(tmp_path: Path) -> None:
    room_for_callers(MOST_CONNECTIONS)
    with RealBroker(tmp_path / "hall", ("t1",)) as broker, ExitStack() as held:
        hall, one = Listener(broker.wire(HALL_USER)).open(), Listener(broker.wire(table())).open()
        for _ in range(MOST_CONNECTIONS + 100):
            # They neither begin TLS nor say who they are.
            with suppress(OSError):
                held.enter_context(socket.create_connection(("127.0.0.1", broker.port), timeout=2))
        assert one.wire.send(Letter("c/1/t/t1/log", b"play"))
        assert hall.next().payload == b"play"
        held.close()
        late = Listener(broker.wire(table())).open()
        assert late.wire.send(Letter("c/1/t/t1/log", b"again"))
        assert any(hall.next().payload == b"again" for _ in range(3))
        for listener in (hall, one, late):
            listener.wire.close()


@needs_mosquitto
@pytest.mark.process
def test_letters_go_on_in_a_program_with_thousands_of_open_files(tmp_path: Path) -> None:
    room_for_callers(MANY_FILES)
    with RealBroker(tmp_path / "hall", ("t1",)) as broker, ExitStack() as held:
        for _ in range(MANY_FILES):
            held.callback(os.close, os.dup(0))
        hall, one = Listener(broker.wire(HALL_USER)).open(), Listener(broker.wire(table())).open()
        assert one.wire.send(Letter("c/1/t/t1/log", b"play"))
        assert hall.next().payload == b"play"
        hall.wire.close()
        one.wire.close()


@needs_mosquitto
@pytest.mark.process
def test_a_letter_goes_out_at_once_also_after_the_bell_rang_for_one_that_was_sent_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt, "TICK_MS", int(10 * SOON_S * 1000))
    with RealBroker(tmp_path / "hall", ("t1",)) as broker:
        wire = broker.wire(table())
        hall, one = Listener(broker.wire(HALL_USER)).open(), Listener(wire).open()
        # The sender's thread had put a letter in, and the loop had sent it before the sender came to ring.
        wire._client._registered_write = True
        wire._ear.ring()
        until_s = time.monotonic() + SOON_S
        while wire._client._registered_write and time.monotonic() < until_s:
            time.sleep(0.01)
        assert one.wire.send(Letter("c/1/t/t1/log", b"play"))
        assert hall.next().payload == b"play"
        hall.wire.close()
        one.wire.close()


@pytest.fixture
def authority(tmp_path: Path) -> Certificate:
    """An authority that no broker has a certificate of."""
    made = Certificate(tmp_path / "authority.pem", tmp_path / "authority.key")
    now = datetime.now(UTC)
    make_authority(made, now - timedelta(days=1), now + timedelta(days=1))
    return made


def test_a_broker_that_goes_in_the_handshake_leaves_no_open_socket(
    authority: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.collect()  # what other tests left behind is not this one's
    warned: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: warned.append(str(told.exc_value)))
    with socket.create_server(("127.0.0.1", 0)) as door:
        wire = MqttWire(
            BrokerPlace("127.0.0.1", door.getsockname()[1], authority.certificate, "word"), table()
        )
        wire.open(lambda _letter: None, lambda: None)
        for _ in range(2):
            caller, _address = door.accept()
            caller.close()
        wire.close()
        gc.collect()
    assert warned == []


@pytest.mark.parametrize("is_opened", [False, True])
def test_a_wire_that_goes_leaves_no_open_socket(authority: Certificate, is_opened: bool) -> None:
    wire = MqttWire(BrokerPlace("127.0.0.1", 1, authority.certificate, "word"), table())
    if is_opened:
        wire.open(lambda _letter: None, lambda: None)
        wire.close()
    client = weakref.ref(wire._client)
    del wire
    assert client() is None, "its client waits for the garbage collector, in whose order sockets can go first"
