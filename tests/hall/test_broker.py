"""The hall has a broker of its own: no other program is taken for it, and it ends with the hall, however that ends."""

import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.hall.access import BrokerListens
from companion.hall.broker import MosquittoBroker
from companion.hall.errors import NoBroker
from companion.hall.house import HallHouse
from companion.network.addresses import listener_at
from companion.words import Text, translate
from tests.hall.real_broker import RealBroker, free_port, needs_mosquitto
from tests.hall.test_house import expect_soon, plan_in
from tests.quick import first_quick

pytestmark = [needs_mosquitto, pytest.mark.process]
ROOT = Path(__file__).parents[2]


def taken(port: int) -> socket.socket:
    """Another program that has the port: this one."""
    return socket.create_server(("127.0.0.1", port))


def test_a_port_that_another_program_has_is_told_with_how_to_end_it(tmp_path: Path) -> None:
    broker = RealBroker(tmp_path / "hall", ())
    with taken(broker.port), pytest.raises(NoBroker) as refused:
        broker.mosquitto.start(("127.0.0.1",))
    assert f"`kill {os.getpid()}`" in translate(refused.value.message, "en")
    assert broker.mosquitto.process is None


def test_a_port_of_another_open_hall_is_told_with_that_halls_folder_and_nothing_is_to_be_killed(
    tmp_path: Path,
) -> None:
    first = HallHouse(plan_in(tmp_path / "first"), lambda stumble: None)
    first.start()
    try:
        plan = replace(plan_in(tmp_path / "second"), broker_port=first.broker.place.port)
        with pytest.raises(NoBroker) as refused:
            HallHouse(plan, lambda stumble: None).start()
    finally:
        first.stop()
    said = translate(refused.value.message, "en")
    assert f"another hall ({tmp_path / 'first'}) is open on this machine" in said
    assert "kill" not in said


@pytest.mark.parametrize("folder", ["first", "second"])
def test_a_broker_that_outlived_its_hall_is_told_with_how_to_end_it(tmp_path: Path, folder: str) -> None:
    plan = plan_in(tmp_path / folder)
    orphan = RealBroker(tmp_path / "first" / "hall", ())
    orphan.mosquitto = MosquittoBroker(
        orphan.places, BrokerListens("127.0.0.1", plan.broker_port), lambda: (), orphan.stumbles.append
    )
    with orphan, pytest.raises(NoBroker) as refused:
        HallHouse(plan, lambda stumble: None).start()
    assert "`kill " in translate(refused.value.message, "en")


@pytest.mark.slow
def test_a_broker_that_finds_its_port_taken_when_it_starts_again_is_told_and_comes_back_when_it_is_free(
    tmp_path: Path,
) -> None:
    house = HallHouse(plan_in(tmp_path), lambda stumble: None)
    house.start()
    try:
        assert house.trouble is None and house.broker.process is not None
        os.kill(house.broker.process, signal.SIGKILL)
        expect_soon(lambda: house.trouble is not None)
        with _taken_soon(house.broker.place.port):
            expect_soon(lambda: "another program has" in translate(house.trouble or Text("-"), "en"))
        expect_soon(lambda: house.trouble is None)
    finally:
        house.stop()


def _taken_soon(port: int) -> socket.socket:
    found: list[socket.socket] = []

    def is_taken() -> bool:
        try:
            found.append(taken(port))
        except OSError:
            return False
        return True

    expect_soon(is_taken)
    return found[0]


def test_a_hall_without_its_broker_is_not_silent_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hall.house.CUT_MS", 100)
    monkeypatch.setattr("companion.bus.mqtt.MqttWire.is_connected", property(lambda _: False))
    house = HallHouse(plan_in(tmp_path), lambda stumble: None)
    house.start()
    try:
        expect_soon(lambda: "not connected to its broker" in translate(house.trouble or Text("-"), "en"))
    finally:
        house.stop()


@pytest.mark.slow
@first_quick("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], 2)
def test_the_broker_ends_with_the_hall(tmp_path: Path, how: signal.Signals) -> None:
    port = free_port()
    command = [sys.executable, "-m", "companion", "hall", "--data", str(tmp_path), "--address", "127.0.0.1"]
    command += ["--port", str(port), "--joining-port", str(free_port()), "--pages-port", str(free_port())]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as hall:
        assert hall.stdout is not None
        with hall.stdout as said:
            assert any("https://" in line for line in said)
            assert listener_at(port) is not None
            hall.send_signal(how)
            assert hall.wait(60) == (-how if how is signal.SIGKILL else 0)
    expect_soon(lambda: listener_at(port) is None)
