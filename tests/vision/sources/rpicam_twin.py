"""A twin of `rpicam-vid`: it takes the same options, says the same sentences, and has the same bad days, without a Pi.

Its sentences, its exit codes and its order of things are those of rpicam-apps 1.13 with libcamera 0.5 on a Pi 4. Each
picture carries the time when it was taken as black and white bars. As in the real one, up to six pictures wait while nobody
reads, and further ones are lost.

It is a program of the standard library alone: `install` puts it where programs are looked for, and the first line of its
file
`day` says what kind of day it is.
"""

import argparse
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import Full, Queue

BITS, BAR_PX = 16, 8
GREY_FROM_PX = BITS * BAR_PX
"""To the right of the bars is one colour: the bytes of `COLOUR` in Y, U and V."""
COLOUR = (76, 85, 255)
"""Pure red, in the range of JPEG."""
CAMERA = "/base/soc/i2c0mux/i2c@1/imx708@1a"
BUFFERS = 6
STOPS_AFTER = 5
"""Pictures until the bad part of some days."""


def install(folder: Path) -> Path:
    """Put the twin into a folder of programs; return that folder."""
    folder.mkdir(exist_ok=True)
    program = folder / "rpicam-vid"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -S {Path(__file__)} "$@"\n')
    program.chmod(0o755)
    set_day(folder, "good")
    return folder


def set_day(folder: Path, day: str) -> None:
    (folder / "day").write_text(day)


def options_of(folder: Path) -> list[str]:
    """The words with which it was called last."""
    return (folder / "options").read_text().splitlines()


def taken_ms(bars: bytes) -> int:
    """The time of the clock in a picture, given the bytes of one of its rows; only its last 16 bits."""
    return sum((bars[BAR_PX // 2 + BAR_PX * bit] > 128) << bit for bit in range(BITS))


# --- the program


def main() -> int:
    folder = Path(os.environ["PATH"].split(os.pathsep)[0])
    day = (folder / "day").read_text().strip()
    (folder / "options").write_text("\n".join(sys.argv[1:]))
    if day == "foreign":
        say(
            "ERROR: rpicam-apps currently only supports the Raspberry Pi platforms.\n"
            "Contributions for other platforms are welcome at https://github.com/raspberrypi/rpicam-apps."
        )
        return 255
    if day == "legacy":
        say("ERROR: the system appears to be configured for the legacy camera stack")
        return 255
    try:
        film(parsed(day), day)
    except RuntimeError as error:
        say(f"ERROR: *** {error} ***")
        return 255
    return 0


def parsed(day: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(allow_abbrev=False, exit_on_error=False)
    for name in (
        "timeout",
        "codec",
        "output",
        "flicker-period",
        "shutter",
        "autofocus-mode",
        "lens-position",
    ):
        if not (day == "old" and name == "flicker-period"):
            parser.add_argument(f"--{name}")
    for name in ("camera", "width", "height"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--framerate", type=float, default=30)
    for name in ("nopreview", "flush"):
        parser.add_argument(f"--{name}", action="store_true")
    options, unknown = parser.parse_known_args()
    if unknown:
        raise RuntimeError(f"unrecognised option '{unknown[0]}'")
    if (options.codec, options.output, options.timeout) != ("yuv420", "-", "0") or not options.flush:
        raise RuntimeError("the twin only writes YUV420 into a pipe, for ever and at once")
    if options.autofocus_mode not in ("auto", "manual", "continuous"):
        raise RuntimeError(f"Invalid AfMode:{options.autofocus_mode}")
    return options


def film(options: argparse.Namespace, day: str) -> None:
    say("[0:19:06.390293141] [2746]  INFO Camera camera_manager.cpp:327 libcamera v0.5.2+99-bfd68f78")
    if day == "none":
        raise RuntimeError("no cameras available")
    if options.camera > 0:
        raise RuntimeError("selected camera is not available")
    if day == "busy":
        say(
            "[0:19:06.419783286] [2746]  INFO Camera camera.cpp:1020 Pipeline handler in use by another process"
        )
        raise RuntimeError(f"failed to acquire camera {CAMERA}")
    say(
        "Mode selection for 1920:1080:12:P(15)",
        f"Camera configuration of {options.width}x{options.height}-YUV420/sYCC",
    )
    if day == "chatty":
        say(*(f"#{number} (15.00 fps) exp 10000.00 ag 1.12 dg 1.00" for number in range(4000)))
    if day == "silent":
        time.sleep(60)
    waiting: Queue[bytes] = Queue(BUFFERS)
    threading.Thread(target=write, args=(waiting,), daemon=True).start()
    number = 0
    while True:
        if number == STOPS_AFTER and day == "dies":
            raise RuntimeError("failed to queue request")
        if number >= STOPS_AFTER and day == "loose":
            say("[0:19:31.0] [2747]  WARN V4L2 v4l2_videodevice.cpp:2095 /dev/video0[12:cap]: Dequeue timer of 1000000.00us has expired!",
                "[0:19:31.0] [2747] ERROR RPI pipeline_base.cpp:1329 Camera frontend has timed out!",
                "[0:19:31.0] [2747] ERROR RPI pipeline_base.cpp:1330 Please check that your camera sensor connector is attached securely.",
                "ERROR: Device timeout detected, attempting a restart!!!")  # fmt: skip
        elif not (number >= STOPS_AFTER and day == "hangs"):
            with suppress(Full):
                waiting.put_nowait(picture(options.width, options.height))
        number += 1
        time.sleep(1 / options.framerate)


def write(waiting: "Queue[bytes]") -> None:
    """The thread that writes. Where nobody reads any more, the real one is aborted by an exception without a handler."""
    try:
        while True:
            sys.stdout.buffer.write(waiting.get())
            sys.stdout.buffer.flush()
    except OSError:
        os.abort()


def picture(width: int, height: int) -> bytes:
    now_ms = time.monotonic_ns() // 1_000_000
    bars = b"".join(bytes([255 * (now_ms >> bit & 1)]) * BAR_PX for bit in range(BITS))
    row = bars + bytes([COLOUR[0]]) * (width - GREY_FROM_PX)
    return row * height + b"".join(bytes([part]) * (width * height // 4) for part in COLOUR[1:])


def say(*lines: str) -> None:
    sys.stderr.write("\n".join([*lines, ""]))
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
