"""Tells which video devices of the system are cameras: a Raspberry Pi has up to forty of them, most of which are not
cameras.

`/dev/video*` are also the parts of chips that encode and scale pictures, and a camera's second device for metadata. The
camera on a Pi's ribbon cable has such devices too, which open and give nothing: it is read by `vision/sources/pi_camera.py`.
"""

import fcntl
import os
import struct
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

DEVICES = Path("/dev")
PI = "pi"
"""The name of the camera on a Pi's ribbon cable, as people type it; `pi:1` is the second one."""
QUERYCAP = 0x80685600
"""The question of V4L2 for what a device can do: `VIDIOC_QUERYCAP` of linux/videodev2.h, with its answer below."""
_ANSWER = struct.Struct("=16s32s32sIII12x")
"""The driver, the name of the device, where it is connected, a version, what all its nodes can do, and what this one can do.
"""
CAPTURES = 0x0000_0001 | 0x0000_1000
"""V4L2_CAP_VIDEO_CAPTURE, also with several planes."""
CONVERTS = 0x0000_4000 | 0x0000_8000
"""V4L2_CAP_VIDEO_M2M, also with several planes: it takes pictures and gives them back."""
IS_A_PART = 0x2000_0000
"""V4L2_CAP_IO_MC: it gives pictures only when a program, such as libcamera, has set all parts of the camera up."""
TELLS_NODE = 0x8000_0000
"""V4L2_CAP_DEVICE_CAPS: the last number of the answer is filled in."""
PI_CAMERAS = ("unicam", "rp1-cfe")
"""The drivers that receive a ribbon cable's pictures: of a Pi 4 and older ones, and of a Pi 5."""
NO_CAMERAS = ("bcm2835-codec", "bcm2835-isp", "rpivid", "rpi-hevc-dec", "pispbe")
"""Drivers of a Pi's chip that encode, decode and scale."""


class NodeKind(StrEnum):
    """What a video device is to this program."""

    CAMERA = "camera"
    PI_CAMERA = "pi camera"
    """A part of the camera on a Pi's ribbon cable."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class VideoNode:
    """A video device: its driver, where it is connected, and V4L2's flags of what it can do."""

    driver: str
    connected_at: str
    can: int

    @property
    def kind(self) -> NodeKind:
        if self.driver in PI_CAMERAS:
            return NodeKind.PI_CAMERA
        is_camera = self.can & CAPTURES and not self.can & (CONVERTS | IS_A_PART)
        return NodeKind.CAMERA if is_camera and self.driver not in NO_CAMERAS else NodeKind.OTHER


def path_of(name: int | str) -> Path:
    """Return where the device of a number or a path stands."""
    return DEVICES / f"video{name}" if isinstance(name, int) else Path(name)


def look_at(name: int | str) -> VideoNode | None:
    """Ask the device of a number or a path what it is; None if it does not say, as it cannot be opened or is no video
    device.
    """
    path = path_of(name)
    answer = bytearray(_ANSWER.size)
    try:
        opened = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.ioctl(opened, QUERYCAP, answer)
    except OSError:
        return None
    finally:
        os.close(opened)
    driver, _, connected_at, _, all_nodes, this_node = _ANSWER.unpack(answer)
    return VideoNode(_text(driver), _text(connected_at), this_node if all_nodes & TELLS_NODE else all_nodes)


def find_cameras() -> tuple[str, ...]:
    """Return the names of the cameras that the system knows: paths, and `pi` for the one on a Pi's ribbon cable. A device
    that does not say what it is counts, so that opening it tells why.
    """
    paths = sorted(map(str, DEVICES.glob("video[0-9]*")), key=lambda path: (len(path), path))
    nodes = {path: look_at(path) for path in paths}
    cameras = [path for path, node in nodes.items() if node is None or node.kind is NodeKind.CAMERA]
    ribbons = {node.connected_at for node in nodes.values() if node and node.kind is NodeKind.PI_CAMERA}
    return *cameras, *(PI if number == 0 else f"{PI}:{number}" for number in range(len(ribbons)))


def meant_camera(words: str) -> str:
    """Return the name of the camera that `0` means: the first one, which the system may call /dev/video8, or `pi`. Any
    other name stays as it is.
    """
    if words != "0":
        return words
    found = find_cameras()
    return words if not found or str(DEVICES / "video0") in found else found[0]


def _text(raw: bytes) -> str:
    return raw.partition(b"\0")[0].decode(errors="replace")
