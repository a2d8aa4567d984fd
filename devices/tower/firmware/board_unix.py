"""A board without pins, for MicroPython's unix port and for CPython: SIM drops the dice, the line is standard input.

micropython main.py FOLDER SERIAL [CAPABILITIES]
"""

import binascii
import os
import select
import sys
import time

CAPABILITIES = "faces,drop,rest,light,cal,sim"
KNOCKS_MS = (0, 60, 140, 200)
"""When dice that nobody reads hit the tower, after they were let go."""


class Board:
    """A board with the same methods as the one with pins."""

    def __init__(self):
        words = sys.argv[1:]
        self.folder = words[0]
        self.serial = words[1]
        self.cap = words[2] if len(words) > 2 else CAPABILITIES
        self.tower = None
        self.lamp = 0
        self._in = open(0, "rb", buffering=0)  # noqa: SIM115 - It stays open; MicroPython has no pathlib.
        self._poll = select.poll()
        self._poll.register(0, select.POLLIN)
        self._began = time.time_ns()
        self._knocks = []

    def about(self):
        return {
            "fw": "1.0.0",
            "hw": "unix",
            "serial": self.serial,
            "boot": binascii.hexlify(os.urandom(4)).decode(),
            "dice": "any",
            "cap": self.cap,
        }

    def now_ms(self):
        return (time.time_ns() - self._began) // 1000000

    def feed_watchdog(self):
        """Do nothing: the program that started this process watches it."""

    def read(self, wait_ms):
        """Return the bytes from the host, read one at a time; None when the host has gone."""
        data = bytearray()
        while len(data) < 64:
            found = self._poll.poll(0 if data else wait_ms)
            if not found:
                break
            try:
                byte = self._in.read(1)
            except OSError:
                return None
            if not byte:
                return None
            data += byte
        return bytes(data)

    def write(self, data):
        if data:
            sys.stdout.buffer.write(data)
            sys.stdout.flush()

    def levels(self):
        return 800, 20

    def knock(self, settings):
        """Return the knocks of dice that SIM dropped."""
        if self._knocks and self.now_ms() >= self._knocks[0]:
            self._knocks.pop(0)
            return max(300, settings["knock"])
        return 0

    def light(self, percent):
        self.lamp = percent

    def show(self, tower, is_falling, now):
        """Do nothing: there is no LED."""

    def simulate(self, dice, faces, state, now):
        """Drop dice: dice with faces are there at once; others fall and come to rest."""
        if faces is None:
            self._knocks = [now + after for after in KNOCKS_MS]
        else:
            self.tower.rolled(dice, faces, [99] * len(dice), state, 640, now)
