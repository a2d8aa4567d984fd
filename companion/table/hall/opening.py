"""Opens a table's line to the hall that it joined."""

from companion.bus.wire import Wire
from companion.storage.hall_credentials import CredentialStore, HallCredentials
from companion.storage.places import Places
from companion.table.hall.line import HallLine, ToldLog
from companion.table.hall.teller import TellerName, table_user


def hall_line(
    where: Places,
    credentials: HallCredentials,
    version: str,
) -> HallLine:
    """Return the line to the hall of these credentials, not yet open."""
    store = CredentialStore(where.line)
    wire = _wire(store, credentials, version)
    log = ToldLog(where.matches, store.cites_of)
    return HallLine(TellerName(credentials.account, version), log, wire)


def _wire(store: CredentialStore, credentials: HallCredentials, version: str) -> Wire:
    # Only a table that joined a hall waits for the library.
    from companion.bus.mqtt import BrokerPlace, MqttWire  # noqa: PLC0415

    place = BrokerPlace(credentials.host, credentials.port, store.authority, credentials.password)
    return MqttWire(place, table_user(credentials.account, version))
