"""Writes what the broker reads: its settings, the passwords of the accounts, and who may send and hear what."""

import os
import pwd
from collections.abc import Iterable
from dataclasses import dataclass

from companion.bus.messages import LARGEST_BYTES
from companion.bus.topics import FROM_TABLE, HALL_ACCOUNT, ROOT, TO_TABLE
from companion.hall.accounts import HallAccount, password_hash
from companion.hall.places import HallPlaces
from companion.storage.file_replacement import replace_file

MOST_CONNECTIONS = 1_000
"""Five for each of 200 tables. Strangers who only connect are thrown out by the broker after a while."""
PORT = 8883
"""The usual port of MQTT with TLS."""


@dataclass(frozen=True, slots=True)
class BrokerListens:
    """Where the broker listens."""

    host: str
    port: int


def settings_text(places: HallPlaces, listens: BrokerListens) -> str:
    """Return the broker's settings: TLS and passwords for all connections, rights from a file, and no storage."""
    lines = (
        f"listener {listens.port} {listens.host}",
        "protocol mqtt",
        f"certfile {places.certificate.certificate}",
        f"keyfile {places.certificate.key}",
        "tls_version tlsv1.2",
        # Nobody takes another's place by its name: a client is called after its account.
        "use_username_as_clientid true",
        f"max_connections {MOST_CONNECTIONS}",
        "allow_anonymous false",
        f"password_file {places.passwords}",
        f"acl_file {places.rights}",
        "persistence false",
        f"message_size_limit {LARGEST_BYTES}",
        "set_tcp_nodelay true",
        # Mosquitto 2.0.21 (Debian 13) throws new connections out where this is 60: eclipse-mosquitto, issue 3226.
        "max_keepalive 600",
        f"log_dest file {places.told}",
        "log_type error",
        "log_type warning",
        "connection_messages false",
        # It would become the user mosquitto, who may not read these files.
        f"user {pwd.getpwuid(os.getuid()).pw_name}",
    )
    return "\n".join(lines) + "\n"


def passwords_text(accounts: Iterable[HallAccount], halls_password: str) -> str:
    """Return the file of passwords."""
    lines = [f"{one.account}:{one.password}" for one in accounts]
    return "\n".join([*lines, f"{HALL_ACCOUNT}:{password_hash(halls_password)}"]) + "\n"


def rights_text() -> str:
    """Return the file of rights: a table may only send and hear under its own name; the hall may do everything."""
    lines = [f"user {HALL_ACCOUNT}", f"topic readwrite {ROOT}/#", ""]
    lines += [f"pattern write {ROOT}/t/%u/{part}" for part in FROM_TABLE]
    lines += [f"pattern read {ROOT}/t/%u/{part}" for part in TO_TABLE]
    lines += [f"pattern read {ROOT}/hall/+"]
    return "\n".join(lines) + "\n"


def write_accounts(places: HallPlaces, accounts: Iterable[HallAccount], halls_password: str) -> None:
    """Write passwords and rights; the broker reads them at its start and on request. Raises `StorageError`."""
    replace_file(places.passwords, passwords_text(accounts, halls_password).encode())
    replace_file(places.rights, rights_text().encode())


def write_settings(places: HallPlaces, listens: BrokerListens) -> None:
    """Write the broker's settings. Raises `StorageError`."""
    replace_file(places.settings, settings_text(places, listens).encode())
