"""The folder of the hall's own data.

HALL/hall.db                   the store, unless it is elsewhere
HALL/accounts.json             who may join the bus: tables, with the hashes of their passwords
HALL/people.json               who may use the pages: people, with the hashes of their tokens
HALL/copies/                   backups that the hall made after each round of a tournament
HALL/authority.pem, -key.pem   the hall's own authority, by which tables know it again
HALL/broker.pem, -key.pem      the broker's certificate
HALL/mosquitto.conf, passwords, rights, broker.log     what the broker reads and writes
"""

from dataclasses import dataclass
from pathlib import Path

from companion.network.certificates import Certificate
from companion.storage.places import Places


@dataclass(frozen=True, slots=True)
class HallPlaces:
    """The hall's folder. Nothing in it is made before it is needed."""

    folder: Path

    @property
    def is_hall(self) -> bool:
        """Whether a hall was opened here before, or a table joined it."""
        return self.authority.certificate.exists() or self.accounts.exists()

    @property
    def store(self) -> Path:
        return self.folder / "hall.db"

    @property
    def accounts(self) -> Path:
        return self.folder / "accounts.json"

    @property
    def people(self) -> Path:
        return self.folder / "people.json"

    @property
    def copies(self) -> Path:
        """The copies that the hall makes by itself."""
        return self.folder / "copies"

    @property
    def tournaments(self) -> Path:
        """The tournaments of this machine, beside the hall."""
        return Places(self.folder.parent).tournaments

    @property
    def authority(self) -> Certificate:
        return Certificate(self.folder / "authority.pem", self.folder / "authority-key.pem")

    @property
    def certificate(self) -> Certificate:
        return Certificate(self.folder / "broker.pem", self.folder / "broker-key.pem")

    @property
    def settings(self) -> Path:
        return self.folder / "mosquitto.conf"

    @property
    def passwords(self) -> Path:
        return self.folder / "passwords"

    @property
    def rights(self) -> Path:
        return self.folder / "rights"

    @property
    def told(self) -> Path:
        return self.folder / "broker.log"
