"""The sensors and lamps of the reference tower on a Raspberry Pi Pico: the only file that knows pins.

GP26 (ADC0)  piezo, over its divider and clamp      knocks
GP27 (ADC1)  phototransistor of the light barrier   dice passing
GP15         infra-red LED of the barrier, over 150 ohm
GP16         lamp over the tray (MOSFET), PWM
GP25 / LED   the board's own LED: what the tower is doing
"""

import binascii
import os
import select
import sys
import time

import machine
import micropython

KNOCK_SAMPLES = 8
"""ADC readings a pass; a knock on 3 mm plywood rings for some ms, a pass takes one."""
WATCHDOG_MS = 8000
"""The longest that the RP2040 takes."""


class Board:
    """The sensors, lamp and line of the board."""

    folder = ""

    def __init__(self):
        micropython.kbd_intr(-1)  # Byte 3 is a damaged byte like any other, not Ctrl-C.
        self.tower = None
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._piezo = machine.ADC(26)
        self._eye = machine.ADC(27)
        self._beam = machine.Pin(15, machine.Pin.OUT, value=1)
        self._lamp = machine.PWM(machine.Pin(16), freq=1000, duty_u16=0)
        self._led = machine.Pin("LED", machine.Pin.OUT)
        self._was_hit = False
        self._last_tick = time.ticks_ms()
        self._now = 0
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def about(self):
        return {
            "fw": "1.0.0",
            "hw": "pico",
            "serial": binascii.hexlify(machine.unique_id()).decode(),
            "boot": binascii.hexlify(os.urandom(4)).decode(),
            "dice": "any",
            "cap": "drop,rest,light,cal",
        }

    def now_ms(self):
        """Milliseconds since power-up. The board's own counter overflows every twelve days, this one does not."""
        tick = time.ticks_ms()
        self._now += time.ticks_diff(tick, self._last_tick)
        self._last_tick = tick
        return self._now

    def feed_watchdog(self):
        self._watchdog.feed()

    def read(self, wait_ms):
        """Return the bytes from the host, one at a time: a longer read would wait for all of them."""
        data = bytearray()
        while self._poll.poll(0 if data else wait_ms) and len(data) < 64:
            data += self._in.read(1)
        return bytes(data)

    def write(self, data):
        if data:
            self._out.write(data)

    def levels(self):
        """Return the light on the barrier and the piezo's peak, in thousandths."""
        peak = max([self._piezo.read_u16() for _ in range(KNOCK_SAMPLES)])
        return self._eye.read_u16() * 1000 // 65535, peak * 1000 // 65535

    def knock(self, settings):
        """Return how hard something hit just now, or 0. A broken barrier counts as a full knock.

        Only the beginning counts: a die that stays in the light is no endless fall.
        """
        light, knock = self.levels()
        hit = 1000 if light < settings["light"] else knock if knock >= settings["knock"] else 0
        is_new = hit and not self._was_hit
        self._was_hit = bool(hit)
        return hit if is_new else 0

    def light(self, percent):
        self._lamp.duty_u16(percent * 65535 // 100)

    def show(self, tower, is_falling, now):
        """Set the LED: off when idle, on when armed, blinking fast while dice fall, slowly when the ring is full."""
        if tower.is_full:
            on = now % 1000 < 500
        elif is_falling:
            on = now % 100 < 50
        else:
            on = bool(tower.armed)
        self._led.value(on)

    def simulate(self, dice, faces, state, now):
        """Do nothing: this board has no capability `sim`."""
