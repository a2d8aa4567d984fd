"""A sound server of the test's own, with a loudspeaker that nobody hears and everybody can record."""

import importlib.util
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from devices.audio.mixer import RATE

DEADLINE_S = 20.0
CHUNK_MS = 5
_CHUNK_BYTES = RATE * CHUNK_MS // 1000 * 2
_PLUGIN = "alsa-lib/libasound_module_pcm_pulse.so"


def why_not() -> str | None:
    """Why none can be started here."""
    missing = [name for name in ("pulseaudio", "parec", "pactl") if shutil.which(name) is None]
    if missing:
        return f"no {', '.join(missing)} here: apt-get install pulseaudio pulseaudio-utils"
    if importlib.util.find_spec("sounddevice") is None:
        return "no sounddevice here"
    if not any(Path("/usr/lib").glob(f"*/{_PLUGIN}")):
        return "PortAudio cannot reach PulseAudio: apt-get install libasound2-plugins"
    return None


class SoundServer:
    """PulseAudio with one null sink, on a socket in a folder of its own. May be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = f"unix:{folder}/native"
        self._process: subprocess.Popen[bytes] | None = None
        self._environment = {
            **os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PULSE_SERVER": self.address,
            "PULSE_RUNTIME_PATH": str(folder / "pulse"), "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }  # fmt: skip

    def start(self) -> None:
        (self._folder / "native").unlink(missing_ok=True)
        modules = (
            f"module-native-protocol-unix auth-anonymous=1 socket={self._folder}/native",
            f"module-null-sink sink_name=table rate={RATE}",
            # What is played on the table's loudspeaker is what its microphone hears.
            "module-remap-source source_name=ear master=table.monitor",
        )
        self._process = subprocess.Popen(
            [
                "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--realtime=no",
                "--high-priority=no", "--disable-shm=yes", *(word for module in modules for word in ("-L", module)),
            ],
            env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        end = time.monotonic() + DEADLINE_S
        while "ear" not in self._sources():
            assert time.monotonic() < end, "the sound server does not start"
            assert self._process.poll() is None, "the sound server ends by itself"
            time.sleep(0.05)

    def _sources(self) -> str:
        asked = subprocess.run(
            ["pactl", "list", "short", "sources"],
            env=self._environment,
            check=False,
            capture_output=True,
            text=True,
        )
        return asked.stdout

    def signal(self, number: signal.Signals) -> None:
        """Let it hang, go on, or end."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait(DEADLINE_S)

    def play(self, sound: NDArray[np.float64]) -> None:
        """Something that is not the program's sounds in the room."""
        subprocess.run(
            ["pacat", "--device=table", "--format=float32le", "--channels=1", f"--rate={RATE}", "--raw"],
            input=sound.astype("<f4").tobytes(), env=self._environment, check=True, timeout=DEADLINE_S,
        )  # fmt: skip

    def record(self) -> "Recorder":
        return Recorder(self._environment)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def _is_silent(data: bytes) -> bool:
    return bool(np.max(np.abs(np.frombuffer(data, "<i2").astype(int))) <= 60)


class Recorder:
    """What the loudspeaker plays, and when each piece of it was heard."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            ["parec", "--device=table.monitor", "--latency-msec=5", "--process-time-msec=5", "--format=s16le",
             "--channels=1", f"--rate={RATE}", "--raw"],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._chunks: list[tuple[float, bytes]] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        self.until(lambda: len(self._chunks) > 0, "the recorder hears nothing, not even silence")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait(DEADLINE_S)
        self._thread.join(DEADLINE_S)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while data := self._process.stdout.read(_CHUNK_BYTES):
            self._chunks.append((time.monotonic(), data))

    @property
    def mark(self) -> int:
        """A place in the recording: now."""
        return len(self._chunks)

    def onset(self, mark: int) -> tuple[int, float] | None:
        """The first piece since a mark that is no silence, and when it had been heard."""
        for n, (at_s, data) in enumerate(self._chunks[mark:]):
            if not _is_silent(data):
                return mark + n, at_s
        return None

    def until_silent(self, mark: int) -> NDArray[np.float32]:
        """What is heard from a mark on, up to a quarter of a second of silence."""
        quiet = 250 // CHUNK_MS
        self.until(
            lambda: (
                len(self._chunks) >= mark + quiet
                and all(_is_silent(data) for _, data in self._chunks[-quiet:])
            ),
            "it does not end",
        )
        return self.sound(mark, (len(self._chunks) - mark) * CHUNK_MS)

    def until_onset(self, mark: int) -> tuple[int, float]:
        self.until(lambda: self.onset(mark) is not None, "the microphone heard nothing")
        heard = self.onset(mark)
        assert heard is not None
        return heard

    def sound(self, mark: int, ms: int) -> NDArray[np.float32]:
        """So much of the recording from a mark on; waits until it is there."""
        count = ms // CHUNK_MS
        self.until(lambda: len(self._chunks) >= mark + count, "the recording stopped")
        data = b"".join(data for _, data in self._chunks[mark : mark + count])
        return (np.frombuffer(data, "<i2") / 2.0**15).astype(np.float32)

    @staticmethod
    def until(is_so, what: str) -> None:  # type: ignore[no-untyped-def]
        end = time.monotonic() + DEADLINE_S
        while not is_so():
            assert time.monotonic() < end, what
            time.sleep(0.005)
