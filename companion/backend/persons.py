"""What is kept about a person: written into a file of theirs, and forgotten with a word."""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.counting.season import PlayedMatch, played_by
from companion.people import KnownPerson
from companion.storage.kept_files import replace_file
from companion.storage.people import KeptPeople


def kept_about(person: KnownPerson, people: KeptPeople, matches: Sequence[PlayedMatch]) -> dict[str, Any]:
    """Return all that is kept about a person, as JSON."""
    finished: dict[str, tuple[PlayedMatch, str]] = {
        one.match: (one, seat) for one, seat in played_by(person.id, matches)
    }
    seated = {
        match: seat
        for match, seats in people.seated.items()
        for seat, one in seats.items()
        if one == person.id
    }
    return {
        "export": "companion person",
        "name": person.name,
        "mark": person.mark,
        "colour": person.colour,
        "matches": [
            {"match": match, "seat": seat, **(_result(*finished[match]) if match in finished else {})}
            for match, seat in seated.items()
        ],
    }


def _result(one: PlayedMatch, seat: str) -> dict[str, Any]:
    began = datetime.fromtimestamp(one.at_ms / 1000)  # noqa: DTZ006 - the players' own day
    numbers = {key: one.number(key, seat) for key in one.result.numbers}
    return {"game": one.game, "began": began.isoformat(" ", "minutes"), "place": one.place(seat), **numbers}


def write_person(folder: Path, kept: dict[str, Any]) -> Path:
    """Write what is kept about a person into a folder, and return the file. Raises `StorageError`."""
    stem = "".join(letter if letter.isalnum() else "-" for letter in kept["name"])
    path = folder / f"companion-{stem}.json"
    replace_file(path, (json.dumps(kept, ensure_ascii=False, indent=2) + "\n").encode(), most_mode=0o644)
    return path
