"""The tower's side of DT1: lines, answers, and the ring of rolls that nobody has acknowledged yet.

Bytes and the time come in, bytes go out; there is no port, no clock and no sensor here. The same file runs on a
Pico, on MicroPython's unix port, and on CPython as the virtual tower's voice. docs/hardware/tower-protocol.md says
what the lines mean.
"""

PROTO = "1.0"
LONGEST_LINE = 200
"""Bytes, from the type to the CRC; what is longer is noise."""
RING = 16
"""Rolls that wait for their acknowledgement."""
MOST_DICE = 12
"""With twelve dice the longest ROLL still fits a line."""
FIRST_AGAIN_MS = 250
LAST_AGAIN_MS = 2000
"""A roll is sent again after the first, then after twice as long each time, up to the last."""
STATES = ("ok", "cocked", "lost", "timeout")
RANGES = {"light": (0, 1000), "knock": (0, 1000), "rest": (100, 5000)}
"""What CAL may set: thresholds of light barrier and piezo in thousandths, and how long quiet means rest, in ms."""
DEFAULTS = {"light": 500, "knock": 120, "rest": 600}
WORDS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;?+/_-"
_NIBBLES = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


class Refused(Exception):
    """A command that is refused: the type and the code of the answer."""

    def __init__(self, kind: str, code: str) -> None:
        super().__init__(code)
        self.kind = kind
        self.code = code


def crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, half a byte at a time: MicroPython has no `crc_hqx`."""
    value = 0xFFFF
    for byte in data:
        value = ((value << 4) & 0xFFFF) ^ _NIBBLES[(value >> 12) ^ (byte >> 4)]
        value = ((value << 4) & 0xFFFF) ^ _NIBBLES[(value >> 12) ^ (byte & 15)]
    return value


def framed(body: str) -> bytes:
    """Return a line for the wire."""
    data = body.encode()
    return data + b"*%04X\n" % crc(data)


def unframed(line: bytes) -> "str | None":
    """Return the text of a line without its newline, or None when it is damaged."""
    if len(line) < 6 or line[-5:-4] != b"*":
        return None
    body = line[:-5]
    for byte in body:
        if byte < 32 or byte > 126:
            return None
    if line[-4:] != b"%04X" % crc(body):
        return None
    return body.decode()


def is_word(value: str) -> bool:
    return len(value) > 0 and all(letter in WORDS for letter in value)


def is_number(value: str) -> bool:
    return 0 < len(value) <= 9 and all(digit in "0123456789" for digit in value)


def _dice(value: "str | None") -> "list[str]":
    """Return `d6,d12` as a list."""
    dice = (value or "").split(",")
    if not 0 < len(dice) <= MOST_DICE or not all(is_word(die) and ":" not in die for die in dice):
        raise Refused("NAK", "form")
    return dice


def _number(fields: "dict[str, str]", name: str, least: int, most: int) -> int:
    """Return a field as a number within its range."""
    value = fields.get(name, "")
    if not is_number(value):
        raise Refused("NAK", "form")
    if not least <= int(value) <= most:
        raise Refused("ERR", "range")
    return int(value)


class Lines:
    """Cuts incoming bytes into lines. A line that is too long is dropped up to its end."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._is_lost = False

    def cut(self, data: bytes) -> "list[bytes | None]":
        """Return the lines that `data` completes; None for a line that was too long."""
        lines: list[bytes | None] = []
        for byte in data:
            if byte == 10:
                if self._is_lost or self._line:
                    lines.append(None if self._is_lost else bytes(self._line))
                self._line = bytearray()
                self._is_lost = False
            elif byte == 13:
                continue
            elif len(self._line) >= LONGEST_LINE:
                self._is_lost = True
            else:
                self._line.append(byte)
        return lines


class Tower:
    """One end of DT1, from power-up to power-down.

    `about` holds fw, hw, serial, boot, dice and cap. `memory` keeps rolls and settings over a power-down:
    `rolls()`, `add(text)`, `clear()`, `settings()`, `save(settings)`. `hardware` is what commands reach:
    `light(percent)`, `levels() -> (light, knock)`, `simulate(dice, faces, state, now)`.
    """

    proto = PROTO

    def __init__(self, about, memory, hardware) -> None:  # type: ignore[no-untyped-def] # No Protocol on a Pico.
        self.about = about
        self._memory = memory
        self._hardware = hardware
        self._lines = Lines()
        self._out: list[bytes] = []
        self._seq = 0
        self._last = ("", "")  # the last command, and what was answered
        self.settings = dict(DEFAULTS)
        self.settings.update(memory.settings())
        self.ring: list[str] = memory.rolls()
        self.rolls = 0
        self.req = "-"
        self.armed: list[str] = []
        self.is_calibrating = False
        self.bad = 0
        self._sent = 0  # how often the oldest roll of the ring was sent
        self._due = 0
        if self.ring:
            # Who asked before the power went is known: the same ARM must not ask twice.
            self.req = fields_of(self.ring[-1]).get("req", "-")
        self._say(self._hello(self._next_seq()))

    # --- what happens at the tower

    @property
    def is_full(self) -> bool:
        return len(self.ring) >= RING

    def drop(self, now: int, knock: int) -> None:
        """Report an impact once, as a hint."""
        full = " full=1" if self.is_full else ""
        self._say("DROP %d t=%d knock=%d%s" % (self._next_seq(), now, knock, full))

    def rested(self, state: str, rest: int, now: int) -> bool:
        """Report that the dice lie still, but that nobody here can read them."""
        dice = self.armed
        return self.rolled(dice, ["?"] * len(dice), [0] * len(dice), state, rest, now)

    def rolled(self, dice, faces, conf, state: str, rest: int, now: int) -> bool:  # type: ignore[no-untyped-def]
        """Put a roll into the ring. False: the ring is full, and the roll was not taken."""
        if self.is_full or self.is_calibrating:
            return False
        self.rolls += 1
        body = "id=%d boot=%s req=%s n=%d faces=%s conf=%s state=%s rest=%d" % (
            self.rolls,
            self.about["boot"],
            self.req if self.armed else "-",
            len(dice),
            ",".join([die + ":" + str(face) for die, face in zip(dice, faces)]) or "-",  # noqa: B905 - MicroPython's zip has no strict.
            ",".join([str(one) for one in conf]) or "-",
            state,
            rest,
        )
        self.armed = []
        self._memory.add("R " + body)
        self.ring.append(body)
        if len(self.ring) == 1:
            self._due = now
            self._sent = 0
        self.tick(now)
        return True

    def tick(self, now: int) -> None:
        """Send the oldest roll of the ring again if it is time; only this one, so that rolls arrive in their order."""
        if not self.ring or now < self._due:
            return
        again = " re=%d" % min(self._sent, 99) if self._sent else ""
        self._say("ROLL %d %s%s" % (self._next_seq(), self.ring[0], again))
        self._due = now + min(FIRST_AGAIN_MS << min(self._sent, 8), LAST_AGAIN_MS)
        self._sent += 1

    # --- what the host says

    def hear(self, data: bytes, now: int) -> None:
        """Take bytes of the host and answer its commands."""
        for line in self._lines.cut(data):
            body = None if line is None else unframed(line)
            if body is None:
                self.bad += 1
            else:
                self._obey(body, now)

    def said(self) -> bytes:
        """Return the bytes for the host, and forget them."""
        out = b"".join(self._out)
        self._out = []
        return out

    def _obey(self, body: str, now: int) -> None:
        parts = body.split(" ")
        if len(parts) < 2 or not is_number(parts[1]):
            self.bad += 1
            return
        if body == self._last[0]:
            # The answer was lost on its way: it is said again, and the command is not carried out twice.
            self._say(self._last[1])
            return
        try:
            answer = self._answer(parts[0], parts[1], parts[2:], now)
        except Refused as refused:
            answer = "%s %s code=%s" % (refused.kind, parts[1], refused.code)
        if parts[0] not in ("HI", "PING", "ACK"):
            self._last = (body, answer)
        self._say(answer)

    def _answer(self, kind: str, seq: str, words: "list[str]", now: int) -> str:
        fields = fields_of(" ".join(words))
        if kind == "HI":
            return self._hello(int(seq))
        if kind == "PING":
            return "PONG %s t=%d armed=%s pend=%d bad=%d" % (
                seq, now, self.req if self.armed else "-", len(self.ring), self.bad
            )  # fmt: skip
        if kind == "ACK":
            self._acknowledged(fields, now)
        elif kind == "ARM":
            self._arm(fields)
        elif kind == "DISARM":
            self.armed = []
            self.req = "-"
        elif kind == "LIGHT":
            self._needs("light")
            self._hardware.light(_number(fields, "level", 0, 100))
        elif kind == "CAL":
            return "OK " + seq + self._calibrate(words[0] if words else "", fields)
        elif kind == "SIM":
            self._simulate(fields, now)
        else:
            raise Refused("ERR", "unknown")
        return "OK " + seq

    def _hello(self, seq: int) -> str:
        about = self.about
        return "HELLO %d proto=%s fw=%s hw=%s serial=%s boot=%s dice=%s cap=%s rolls=%d pend=%d" % (
            seq, self.proto, about["fw"], about["hw"], about["serial"], about["boot"], about["dice"], about["cap"],
            self.rolls, len(self.ring),
        )  # fmt: skip

    def _acknowledged(self, fields: "dict[str, str]", now: int) -> None:
        if "boot" not in fields or not is_number(fields.get("roll", "")):
            raise Refused("NAK", "form")
        for body in self.ring:
            roll = fields_of(body)
            if roll["boot"] == fields["boot"] and roll["id"] == fields["roll"]:
                self._forget(body, now)
                return

    def _forget(self, body: str, now: int) -> None:
        is_oldest = body == self.ring[0]
        self.ring.remove(body)
        if self.ring:
            roll = fields_of(body)
            self._memory.add("A " + roll["boot"] + " " + roll["id"])
        else:
            self._memory.clear()
        if is_oldest:
            self._sent = 0
            self._due = now
            self.tick(now)

    def _arm(self, fields: "dict[str, str]") -> None:
        req = fields.get("req", "")
        dice = _dice(fields.get("dice"))
        if not is_word(req) or req == "-" or len(req) > 16:
            raise Refused("NAK", "form")
        if req == self.req:
            return  # Asked already, and perhaps rolled already.
        if self.is_calibrating:
            raise Refused("ERR", "busy")
        known = self.about["dice"]
        if known != "any" and not all(die in known.split(",") for die in dice):
            raise Refused("ERR", "dice")
        if self.is_full:
            raise Refused("ERR", "full")
        self.req = req
        self.armed = dice

    def _needs(self, capability: str) -> None:
        if capability not in self.about["cap"].split(","):
            raise Refused("ERR", "cap")

    def _calibrate(self, step: str, fields: "dict[str, str]") -> str:
        self._needs("cal")
        if step == "BEGIN":
            self.is_calibrating = True
            self.armed = []
            self.req = "-"
        elif step == "SAMPLE" and self.is_calibrating:
            light, knock = self._hardware.levels()
            return " light=%d knock=%d" % (light, knock)
        elif step == "END" and self.is_calibrating:
            wanted = {name: _number(fields, name, *RANGES[name]) for name in RANGES if name in fields}
            if wanted:
                self.settings.update(wanted)
                self._memory.save(self.settings)
            self.is_calibrating = False
        elif step in ("SAMPLE", "END"):
            raise Refused("ERR", "state")
        else:
            raise Refused("NAK", "form")
        return "".join([" %s=%d" % (name, self.settings[name]) for name in ("light", "knock", "rest")])

    def _simulate(self, fields: "dict[str, str]", now: int) -> None:
        self._needs("sim")
        state = fields.get("state", "ok")
        if self.is_full:
            raise Refused("ERR", "full")
        if self.is_calibrating:
            raise Refused("ERR", "busy")
        if state not in STATES:
            raise Refused("ERR", "range")
        if "faces" in fields:
            self._needs("faces")
            pairs = [pair.split(":") for pair in fields["faces"].split(",")]
            if not all(len(pair) == 2 and is_word(pair[1]) for pair in pairs):
                raise Refused("NAK", "form")
            dice = _dice(",".join([pair[0] for pair in pairs]))
            self._hardware.simulate(dice, [pair[1] for pair in pairs], state, now)
        else:
            self._hardware.simulate(_dice(fields.get("dice")), None, state, now)

    def _next_seq(self) -> int:
        self._seq = self._seq % 65535 + 1
        return self._seq

    def _say(self, body: str) -> None:
        # Nobody may be listening for days: what is not written is not heaped up.
        if len(self._out) < 2 * RING:
            self._out.append(framed(body))


def fields_of(body: str) -> "dict[str, str]":
    """Return the key=value words of a body; other words are ignored."""
    found = {}
    for word in body.split(" "):
        pair = word.split("=")
        if len(pair) == 2 and is_word(pair[0]) and is_word(pair[1]):
            found[pair[0]] = pair[1]
    return found
