"""The folders of the program: its own data, and the data of the players.

    DATA/matches.db              the log of matches
    DATA/catalogues/GAME/*.yaml  the cards that the owners of a box entered
    DATA/open/MATCH              which matches are being played, and by which program
    DATA/evidence/MATCH/*.jpg    the pictures that plays were read from
    DATA/settings.json           language, theme, volume, PIN, locks and the like
    DATA/agreements.json         house rules, clocks and locks that a hall's office sent
    DATA/shelf.json              which matches are demonstrations, and which no list shows any more
    DATA/reviews/MATCH.json      what a match was worth, which takes long to work out
    DATA/people.json             who is remembered here, and who played which seat of which match
    DATA/kiosk.json              how often a kiosk had to be started again, and why
    DATA/visits.json             how often a kiosk was used, by day; counts only
    DATA/pin-tries.json          how often the PIN was typed wrong
    DATA/voices/CUE.wav          the sounds that the owners want to hear instead of ours
    DATA/calibration/*.json      what was calibrated for each camera, table, die and tower
    DATA/dice/DIE.npz, .json     examples of the owners' own dice, and how large their pips are
    DATA/intake/GAME/            cards that were photographed and are not entered completely
    DATA/tournaments/*.jsonl     what happened in each tournament, line by line
    DATA/phone/*.pem             the certificate of the page that makes a phone the camera, and its key
    DATA/line/                   how this table reaches its hall
    DATA/seeds/MATCH-SEAT        the order of the cards of seats that the program plays
    DATA/hall/                   what the hall keeps, where this machine is one

DATA is the folder given with `--data`, or `$COMPANION_DATA`, or the system's place for a user's data.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.errors import StorageError
from companion.storage.catalogue import SHIPPED
from companion.storage.kept_files import unusable
from companion.system_errors import system_says
from companion.words import Text


@dataclass(frozen=True, slots=True)
class Places:
    """The folder of the players' own data. Nothing in it is made before it is needed."""

    data: Path

    @property
    def matches(self) -> Path:
        return self.data / "matches.db"

    @property
    def claims(self) -> Path:
        return self.data / "open"

    @property
    def catalogues(self) -> tuple[Path, Path]:
        """The folders of cards in the order of lookup: the program's own, then the owner's."""
        return SHIPPED, self.data / "catalogues"

    @property
    def evidence(self) -> Path:
        return self.data / "evidence"

    @property
    def settings(self) -> Path:
        return self.data / "settings.json"

    @property
    def agreements(self) -> Path:
        return self.data / "agreements.json"

    @property
    def shelf(self) -> Path:
        return self.data / "shelf.json"

    @property
    def reviews(self) -> Path:
        return self.data / "reviews"

    @property
    def people(self) -> Path:
        return self.data / "people.json"

    @property
    def kiosk(self) -> Path:
        return self.data / "kiosk.json"

    @property
    def visits(self) -> Path:
        return self.data / "visits.json"

    @property
    def pin_tries(self) -> Path:
        return self.data / "pin-tries.json"

    @property
    def voices(self) -> Path:
        return self.data / "voices"

    @property
    def calibration(self) -> Path:
        return self.data / "calibration"

    @property
    def dice(self) -> Path:
        return self.data / "dice"

    @property
    def tournaments(self) -> Path:
        return self.data / "tournaments"

    @property
    def phone(self) -> Path:
        return self.data / "phone"

    @property
    def seeds(self) -> Path:
        return self.data / "seeds"

    @property
    def line(self) -> Path:
        return self.data / "line"

    @property
    def hall(self) -> Path:
        return self.data / "hall"


def _refuse_unusable(data: Path) -> None:
    with suppress(OSError):
        if data.is_file():
            raise StorageError(
                Text("{file} is a file; `--data` and COMPANION_DATA name a folder", file=str(data))
            )
    # Of a folder that may not be entered, `exists` and `glob` say in newer Pythons that nothing is there.
    try:
        (data / "..").stat()
    except PermissionError as problem:
        raise unusable(data, system_says(problem)) from problem
    except (OSError, ValueError):  # What is not there yet, or cannot be, is told by what opens it.
        pass


def places(chosen: str | None) -> Places:
    """Return the places in the chosen folder, or in the usual one.

    Raises `StorageError` if the chosen one is a file, or a folder that this user may not enter.
    """
    folder = chosen or os.environ.get("COMPANION_DATA")
    if folder:
        data = Path(folder)
        with suppress(RuntimeError):  # `~nobody` is no user here, and then a name like any other
            data = data.expanduser()
        _refuse_unusable(data)
        return Places(data)
    # Imported here: `companion --help` does not wait for it.
    import platformdirs  # noqa: PLC0415

    return Places(Path(platformdirs.user_data_path("companion", appauthor=False)))
