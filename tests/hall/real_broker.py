"""The real broker in a test's own folder, on a free port of this machine, with an account for each name."""

import socket
from pathlib import Path
from typing import Self

import pytest

from companion.bus.mqtt import BrokerPlace, MqttWire
from companion.bus.wire import HALL_ACCOUNT, WireUser
from companion.hall.access import BrokerListens, HallAccount, password_hash
from companion.hall.broker import MosquittoBroker, mosquitto_program
from companion.hall.errors import NoBroker
from companion.hall.places import HallPlaces
from companion.threads import Stumble


def _is_installed() -> bool:
    try:
        mosquitto_program()
    except NoBroker:
        return False
    return True


needs_mosquitto = pytest.mark.skipif(not _is_installed(), reason="mosquitto is not installed")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


class RealBroker:
    """Mosquitto with an account for each name; the password is the name twice."""

    def __init__(self, folder: Path, names: tuple[str, ...]) -> None:
        self.places = HallPlaces(folder)
        self.names = list(names)
        self.port = free_port()
        self.stumbles: list[Stumble] = []
        listens = BrokerListens("127.0.0.1", self.port)
        self.mosquitto = MosquittoBroker(self.places, listens, self._accounts, self.stumbles.append)

    def __enter__(self) -> Self:
        self.mosquitto.start(("127.0.0.1",))
        return self

    def __exit__(self, *_: object) -> None:
        self.mosquitto.stop()
        assert not self.stumbles

    def _accounts(self) -> tuple[HallAccount, ...]:
        hashed = [(name, password_hash(self.password(name))) for name in self.names]
        return tuple(HallAccount(name, name, n, word, 0) for n, (name, word) in enumerate(hashed, start=1))

    @staticmethod
    def password(name: str) -> str:
        return f"{name}{name}"

    def wire(self, user: WireUser, password: str | None = None) -> MqttWire:
        if user.account == HALL_ACCOUNT and password is None:
            return MqttWire(self.mosquitto.place, user)
        place = BrokerPlace(
            "127.0.0.1", self.port, self.places.authority.certificate, password or self.password(user.account)
        )
        return MqttWire(place, user)
