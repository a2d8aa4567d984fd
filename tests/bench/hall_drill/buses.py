"""The two buses of a drill: one inside this process with simulated time, and the real broker with real time."""

import os
import signal
import threading
from collections.abc import Callable

from companion.bus.mqtt import BrokerPlace, MqttWire
from companion.bus.wire import HALL_ACCOUNT, Wire, WireUser
from companion.hall.access import BrokerListens, HallAccount, password_hash
from companion.hall.broker import MosquittoBroker
from companion.hall.places import HallPlaces
from companion.threads import Stumble
from tests.bus.memory_bus import MemoryBus, MemoryWire

ARRIVES_S = 0.02
"""How long a drill lets letters travel before it looks again."""


class MemoryDrillBus:
    """A bus inside this process (see `DrillBus`); drills with the same seed are the same."""

    def __init__(self) -> None:
        self._bus = MemoryBus()

    def wire(self, user: WireUser) -> MemoryWire:
        return self._bus.wire(user)

    def kill(self) -> None:
        self._bus.stop()

    def revive(self) -> None:
        if not self._bus.is_running:
            self._bus.start()

    def lose(self, wire: Wire) -> None:
        assert isinstance(wire, MemoryWire), "this bus made it"
        wire.lose()

    def pass_time(self) -> None:
        """Do nothing, because letters inside a process arrive at once."""


class RealDrillBus:
    """Mosquitto as a child process (see `DrillBus`). It is killed, and starts again by itself."""

    def __init__(self, places: HallPlaces, port: int, tables: int, tell: Callable[[Stumble], None]) -> None:
        self._places = places
        self._port = port
        self._passwords = {f"t{n}": os.urandom(16).hex() for n in range(1, tables + 1)}
        self._pause = threading.Event()
        accounts = tuple(
            HallAccount(name, name, n, password_hash(word), 0)
            for n, (name, word) in enumerate(self._passwords.items(), start=1)
        )
        self.broker = MosquittoBroker(places, BrokerListens("127.0.0.1", port), lambda: accounts, tell)
        self.broker.start(("127.0.0.1",))

    def wire(self, user: WireUser) -> MqttWire:
        if user.account == HALL_ACCOUNT:
            return MqttWire(self.broker.place, user)
        authority = self._places.authority.certificate
        return MqttWire(BrokerPlace("127.0.0.1", self._port, authority, self._passwords[user.account]), user)

    def kill(self) -> None:
        process = self.broker.process
        if process is not None:
            os.kill(process, signal.SIGKILL)

    def revive(self) -> None:
        """Do nothing, because the broker starts again by itself."""

    def lose(self, wire: Wire) -> None:
        assert isinstance(wire, MqttWire), "this bus made it"
        wire.close()

    def pass_time(self) -> None:
        self._pause.wait(ARRIVES_S)

    def stop(self) -> None:
        self.broker.stop()
