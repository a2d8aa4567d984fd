"""Finds connected devices: cameras that give a picture, ports with a tower, loudspeakers and microphones."""

from companion.backend.time_limit import TOO_LATE, bounded, tried
from companion.cli.doctor.finding import Finding, FindingLevel
from companion.storage.places import Places
from companion.words import Text

CAMERA_S, AUDIO_S = 12.0, 10.0
MOST_CAMERAS = 6
"""Cameras that are tried: each may take seconds, and a table has one or two."""
_PICTURE = """
import sys
from vision.sources.opencv_sources import CameraSource
camera = CameraSource(sys.argv[1])
camera.open()
frame = camera.read()
print(*frame.size_px)
"""


def cameras(_where: Places) -> list[Finding]:
    """Yield each camera with the size of its picture, tried in a process of its own, because a driver may hang."""
    try:
        from vision.sources.opencv_sources import find_cameras  # noqa: PLC0415 - it may be missing, and that is said above
    except ImportError as problem:
        return [
            Finding(
                Text("camera"),
                FindingLevel.BROKEN,
                Text("the program cannot list the cameras: {problem}", problem=str(problem)),
            )
        ]
    found = find_cameras()
    if not found:
        says = Text(
            "none is plugged in: plug one in, or use a phone; until then, enter by hand what lies on the table"
        )
        return [
            Finding(
                Text("camera"),
                FindingLevel.WARN,
                says,
                "companion calibrate check --camera phone",
            )
        ]
    return [_camera(path) for path in found[:MOST_CAMERAS]]


def _camera(path: str) -> Finding:
    one = tried(_PICTURE, CAMERA_S, path)
    what = Text("camera {path}", path=path)
    if one.is_well:
        return Finding(
            what, FindingLevel.OK, Text("gives pictures of {size}", size=one.last.replace(" ", " x "))
        )
    if one is TOO_LATE:
        says = Text(
            "no picture came within {seconds} s: unplug the camera and plug it in again",
            seconds=round(CAMERA_S),
        )
        return Finding(what, FindingLevel.WARN, says)
    # A camera has a second device that gives no pictures; a busy one looks the same from here.
    return Finding(
        what,
        FindingLevel.WARN,
        Text("no picture comes: another program may be using the camera"),
        f"fuser -v {path}",
    )


def ports(_where: Places) -> list[Finding]:
    """Check whether something that may be a tower is connected."""
    from devices.errors import PortTrouble  # noqa: PLC0415
    from devices.tower.ports import USB_IDS, list_serial_ports  # noqa: PLC0415

    what = Text("dice tower")
    try:
        found = list_serial_ports()
    except PortTrouble as trouble:
        return [Finding(what, FindingLevel.WARN, trouble.message, ".ci/setup run")]
    towers = [port.name for port in found if port.usb_id in USB_IDS]
    if towers:
        says = Text("something that may be a tower is on {ports}", ports=", ".join(towers))
        return [Finding(what, FindingLevel.OK, says, f"companion tower send {towers[0]} HI")]
    others = ", ".join(port.name for port in found[:5]) or Text("none")
    says = Text("none is plugged in (other ports: {ports}); until then, enter the dice by hand", ports=others)
    return [Finding(what, FindingLevel.WARN, says)]


def audio(_where: Places) -> list[Finding]:
    """Check loudspeaker and microphone as PortAudio names them; this may hang if the sound server does."""
    from devices.audio.audio_status import Direction  # noqa: PLC0415

    return [_sound(direction.value) for direction in Direction]


def _sound(name: str) -> Finding:
    from devices.audio.audio_status import Direction  # noqa: PLC0415
    from devices.audio.sound_card import PortAudio, choose_device  # noqa: PLC0415
    from devices.errors import SoundTrouble  # noqa: PLC0415

    direction = Direction(name)

    def ask() -> Text | SoundTrouble:
        card = PortAudio()
        try:
            card.refresh()
            return Text("{name}", name=choose_device(card.devices(direction), None, direction).name)
        except SoundTrouble as trouble:
            return trouble

    said = bounded(ask, AUDIO_S)
    what = Text(direction.value)
    if isinstance(said, SoundTrouble):
        return Finding(what, FindingLevel.WARN, said.message)
    is_named = said.template == "{name}"
    return Finding(
        what,
        FindingLevel.OK if is_named else FindingLevel.WARN,
        said,
        None if is_named else "companion sound list",
    )
