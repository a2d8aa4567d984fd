"""A machine's video devices for tests: files in a folder, each with the answer that its driver would give."""

import os
import struct
from pathlib import Path

import pytest

CAPTURE, CAPTURE_MPLANE, OUTPUT, M2M, META = 0x1, 0x1000, 0x2, 0x8000, 0x80_0000
IO_MC, STREAMING, TELLS_NODE = 0x2000_0000, 0x400_0000, 0x8000_0000

PI_4 = (
    ("video0", "unicam", "platform:fe801000.csi", CAPTURE),
    ("video1", "unicam", "platform:fe801000.csi", META),
    ("video10", "bcm2835-codec", "platform:bcm2835-codec", M2M),
    ("video11", "bcm2835-codec", "platform:bcm2835-codec", M2M),
    ("video13", "bcm2835-isp", "platform:bcm2835-isp", OUTPUT),
    ("video14", "bcm2835-isp", "platform:bcm2835-isp", CAPTURE),
    ("video16", "bcm2835-isp", "platform:bcm2835-isp", META),
    ("video19", "rpivid", "platform:rpivid", M2M),
)
"""A Pi 4 with a camera on its ribbon cable; not all of its devices."""
PI_5 = (
    *((f"video{n}", "rp1-cfe", "platform:1f00110000.csi", CAPTURE | META | IO_MC) for n in range(4)),
    *((f"video{n}", "rp1-cfe", "platform:1f00128000.csi", CAPTURE | META | IO_MC) for n in range(4, 8)),
    ("video19", "rpi-hevc-dec", "platform:1000800000.codec", M2M),
    *((f"video{n}", "pispbe", "platform:1000880000.pisp_be", CAPTURE_MPLANE) for n in range(20, 36)),
)
"""A Pi 5 with two cameras."""
WEBCAM = (
    ("video2", "uvcvideo", "usb-0000:01:00.0-1.2", CAPTURE),
    ("video3", "uvcvideo", "usb-0000:01:00.0-1.2", META),
)
"""A webcam has a second device for what it tells of its pictures."""


def plug(folder: Path, *devices: tuple[str, str, str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a machine that has these devices: names, drivers, where they are connected, and what they can do."""
    for name, driver, connected_at, can in devices:
        everything = TELLS_NODE | STREAMING | CAPTURE | META
        words = (driver.encode(), b"a name", connected_at.encode())
        (folder / name).write_bytes(
            struct.pack("=16s32s32sIII12x", *words, 0x60C00, everything, can | STREAMING)
        )
    monkeypatch.setattr("vision.sources.video_nodes.DEVICES", folder)
    monkeypatch.setattr("fcntl.ioctl", _answer)


def _answer(opened: int, question: int, answer: bytearray) -> int:
    assert question == 0x8068_5600
    said = os.read(opened, len(answer))
    if not said:
        raise OSError(25, "it is no video device")
    answer[:] = said
    return 0
