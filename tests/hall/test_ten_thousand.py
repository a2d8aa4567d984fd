"""Ten thousand connections of a stranger to each door of a hall: tables, referees and spectators go on meanwhile."""

import http.client
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.hall.access import HallRole
from companion.hall.house import HallHouse
from companion.hall.pages.visits import COOKIE
from companion.hall.places import HallPlaces
from companion.network.caller_places import room_for_callers
from companion.threads import Stumble
from companion.web.public.shown import PublicPlan
from tests.hall.real_broker import needs_mosquitto
from tests.hall.test_house import expect_soon, has_all, joined, plan_in, table_on_the_line
from tests.web.public.views import view
from tests.web.served import Visitor

pytestmark = [pytest.mark.soak, pytest.mark.slow, pytest.mark.process, needs_mosquitto]
CONNECTIONS = 10_000
STRANGER = "127.0.0.2"


@contextmanager
def held(port: int) -> Iterator[int]:
    """Hold connections to a port from the stranger's address while the block runs; gives how many were opened."""
    with ExitStack() as opened:
        count = 0
        for _ in range(CONNECTIONS):
            with suppress(OSError):
                opened.enter_context(socket.create_connection(("127.0.0.1", port), 5, (STRANGER, 0)))
                count += 1
        yield count


def test_a_stranger_with_ten_thousand_connections_to_each_door_keeps_nobody_out(tmp_path: Path) -> None:
    room_for_callers(CONNECTIONS)
    stumbles: list[Stumble] = []
    house = HallHouse(replace(plan_in(tmp_path), public=PublicPlan(0, host="127.0.0.1")), stumbles.append)
    house.start()
    try:
        table, line, thread = table_on_the_line(tmp_path / "table", joined(house), stumbles.append)
        expect_soon(lambda: has_all(house, 2))
        assert house.public is not None
        doors = (house._plan.broker_port, house._joining_port, house._pages_port, house.public.port)
        token = house.people.add("Anna", HallRole.REFEREE)
        visitor = Visitor(house.public.port)
        for played, port in enumerate(doors, start=2):
            with held(port) as count:
                assert count > CONNECTIONS * 0.9
                table.play(1)
                line.show(view(played, 40 + played))
                expect_soon(lambda kept=played: has_all(house, kept + 1))  # type: ignore[misc]
                assert "Table 7" in referees_page(house, tmp_path, token)
                expect_soon(lambda score=40 + played: f">{score}<" in visitor.get("/table/7")[1])  # type: ignore[misc]
        thread.stop()
        assert joined(house).credentials.table == 7, "and tables join again"
    finally:
        house.stop()
    assert not stumbles


def referees_page(house: HallHouse, folder: Path, token: str) -> str:
    trusting = ssl.create_default_context(cafile=str(HallPlaces(folder / "hall").authority.certificate))
    host, port = house.pages_address.removeprefix("https://").split(":")
    connection = http.client.HTTPSConnection(host, int(port), timeout=20, context=trusting)
    try:
        connection.request("GET", "/tables", headers={"Cookie": f"{COOKIE}={token}", "Accept-Language": "en"})
        return connection.getresponse().read().decode()
    finally:
        connection.close()
