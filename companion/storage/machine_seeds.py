"""Keeps the seeds of seats that the program plays: a match that goes on needs the same cards.

DATA/seeds/MATCH-SEAT    32 hexadecimal digits
"""

import re
import secrets
from pathlib import Path

from companion.errors import StorageError
from companion.ids import MatchId
from companion.storage.kept_files import replace_file
from companion.words import Text

_SEED = re.compile(r"[0-9a-f]{32}\Z")


def seed_for(folder: Path, match: MatchId, seat: str) -> str:
    """Return the seed of a seat in a match; the first time, a new one is made and kept. Raises `StorageError`."""
    path = folder / f"{match}-{seat}"
    try:
        found = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        found = None
    except (OSError, UnicodeDecodeError) as problem:
        raise StorageError(Text("{file} cannot be read", file=str(path))) from problem
    if found is None:
        found = secrets.token_hex(16)
        replace_file(path, found.encode("ascii"))
    if not _SEED.match(found):
        raise StorageError(
            Text(
                "{file} is not a seed any more: the program cannot go on playing {seat}",
                file=str(path),
                seat=seat,
            )
        )
    return found
