"""Keeps what must survive a power cut: rolls that nobody has acknowledged, and the thresholds of the sensors.

`rolls.txt` is a journal: `R id=... CRC` for a roll, `A boot id CRC` once it was acknowledged. It is emptied when nothing
waits any more, which at a table is after every roll. A line that the power cut short has a wrong CRC and is none.
"""

import os

try:
    from dt1 import fields_of, framed, is_number, unframed
except ImportError:  # CPython, as part of the project
    from devices.tower.firmware.dt1 import fields_of, framed, is_number, unframed


class Memory:
    """The two small files in one folder."""

    def __init__(self, folder: str) -> None:
        self._rolls = folder + "/rolls.txt"
        self._settings = folder + "/settings.txt"

    def rolls(self) -> "list[str]":
        """Return the waiting rolls, oldest first."""
        waiting: list[str] = []
        journal = _lines(self._rolls)
        for text in journal:
            if text.startswith("R "):
                waiting.append(text[2:])
            elif text.startswith("A "):
                _, boot, number = text.split(" ")
                waiting = [body for body in waiting if not _is(body, boot, number)]
        if len(journal) > len(waiting):
            # Beside, then in its place: the power may go at any of these lines.
            with open(self._rolls + ".new", "wb") as file:
                file.write(b"".join([framed("R " + body) for body in waiting]))
            os.rename(self._rolls + ".new", self._rolls)
        return waiting

    def add(self, text: str) -> None:
        with open(self._rolls, "ab") as file:
            file.write(framed(text))

    def clear(self) -> None:
        with open(self._rolls, "wb"):
            pass

    def settings(self) -> "dict[str, int]":
        found: dict[str, int] = {}
        for text in _lines(self._settings):
            for name, value in fields_of(text).items():
                if is_number(value):
                    found[name] = int(value)
        return found

    def save(self, settings: "dict[str, int]") -> None:
        words = ["%s=%d" % (name, settings[name]) for name in settings]
        with open(self._settings, "wb") as file:
            file.write(framed(" ".join(words)))


def _is(body: str, boot: str, number: str) -> bool:
    roll = fields_of(body)
    return (roll["boot"], roll["id"]) == (boot, number)


def _lines(path: str) -> "list[str]":
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return []
    whole = [unframed(line) for line in data.split(b"\n")]
    return [text for text in whole if text is not None]
