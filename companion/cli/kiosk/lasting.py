"""Tells whether files in a folder survive a restart: the overlay of a read-only system forgets all of them.

/proc/self/mounts, one line a mount, the later ones over the earlier:   overlayroot / overlay rw,upperdir=/media/root-rw/overlay 0 0
"""

import re
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/self/mounts")
IN_MEMORY = frozenset(("tmpfs", "ramfs"))
MOST_LAYERS = 8
"""File systems one above the other that are followed: the kernel allows two overlays, the rest is reserve."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A mounted file system."""

    at: Path
    kind: str
    upper: Path | None
    """The folder to which an overlay writes."""


def read_mounts(text: str) -> tuple[Mount, ...]:
    """Read the table of mounts, in which blanks in names are written as octal numbers."""
    rows = (line.split() for line in text.splitlines())
    return tuple(Mount(Path(_plain(row[1])), row[2], _upper(row[3])) for row in rows if len(row) >= 4)


def is_forgotten(folder: Path, mounts: tuple[Mount, ...]) -> bool:
    """Tell whether a folder, which may not exist yet, lies in memory or under an overlay that keeps nothing."""
    for _ in range(MOST_LAYERS):
        under = [mount for mount in mounts if folder.is_relative_to(mount.at)]
        if not under:
            return False
        # Of two at the same place the later one covers the other.
        top = max(enumerate(under), key=lambda numbered: (len(numbered[1].at.parts), numbered[0]))[1]
        if top.upper is None or top.upper == folder:
            return top.kind in IN_MEMORY
        folder = top.upper
    return False


def is_forgotten_here(folder: Path) -> bool:
    """Tell whether a folder of this machine is forgotten at a restart."""
    try:
        table = MOUNTS.read_text(encoding="utf-8", errors="replace")
        return is_forgotten(folder.resolve(), read_mounts(table))
    except (OSError, RuntimeError):
        return False


def _upper(options: str) -> Path | None:
    found = re.search(r"(?:^|,)upperdir=([^,]+)", options)
    return None if found is None else Path(_plain(found[1]))


def _plain(name: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), name)
