"""Nothing that the program starts calls anybody whom its owner has not named, or writes outside its own folders.

What libraries in C do, no audit of Python's sees: where the system allows it, strace looks on. Everywhere the home folder,
an empty one, is looked at afterwards.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

pytestmark = pytest.mark.process

CALLS = (
    "connect,sendto,sendmsg,sendmmsg,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,symlink,link"
)
LOOPBACK = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "::1"|AF_UNIX|AF_NETLINK')
WRITES = re.compile(r"(?:O_WRONLY|O_RDWR|O_CREAT|^\d+ +(?:creat|mkdir|rename|symlink|link))")
NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')
LONGEST_S = 120


@dataclass(frozen=True, slots=True)
class Trace:
    """What a run of the program did: the calls of the system that matter here, if they could be seen."""

    folder: Path
    said: str
    calls: tuple[str, ...]

    @property
    def strangers(self) -> list[str]:
        """Call to anybody but this machine."""
        called = [call for call in self.calls if "sa_family=AF_INET" in call]
        return [call for call in called if not LOOPBACK.search(call)]

    @property
    def foreign(self) -> list[str]:
        """Files written outside the folders that are the program's own, or for a moment."""
        own = (str(self.folder), "/tmp/companion-", "/dev/", "/proc/", str(Path(sys.prefix)))
        written = [call for call in self.calls if WRITES.search(call) and "= -1" not in call]
        names = [NAME.search(call) for call in written]
        found = [name[1] for name in names if name is not None and name[1].startswith("/")]
        return [name for name in found if not name.startswith(own) and not re.match(r"/tmp/\w{8}$", name)]

    @property
    def at_home(self) -> set[str]:
        return {str(path.relative_to(self.folder / "home")) for path in (self.folder / "home").rglob("*")}


@cache
def can_trace() -> bool:
    """Whether there is strace here, and the system lets it look on."""
    strace = shutil.which("strace")
    if strace is None:
        return False
    done = subprocess.run([strace, "-qq", "-e", "trace=none", "true"], capture_output=True, check=False)
    return done.returncode == 0


def run(folder: Path, *words: str, until: Callable[[str], bool] | None = None) -> Trace:
    """`companion …` in an empty home; a run that goes on is ended once it has said enough."""
    (folder / "home").mkdir()
    keep = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "COMPANION"))}
    trace = folder / "trace"
    watch = (
        ["strace", "-f", "-qq", "-s", "300", "-e", f"trace={CALLS}", "-o", str(trace)] if can_trace() else []
    )
    process = subprocess.Popen(
        [*watch, sys.executable, "-m", "companion", *words],
        env={**keep, "HOME": str(folder / "home"), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=Path(__file__).parents[2], start_new_session=True,
    )  # fmt: skip
    said = ""
    assert process.stdout is not None
    for line in process.stdout:
        said += line
        if until is not None and until(said):
            # strace alone would let it go on.
            os.killpg(process.pid, signal.SIGTERM)
            break
    process.stdout.close()
    process.wait(LONGEST_S)
    calls = trace.read_text(errors="replace").splitlines() if trace.exists() else []
    return Trace(folder, said, tuple(calls))


def check(trace: Trace, at_home: str) -> None:
    """`at_home`: what may be found in the home folder, as a regular expression."""
    assert trace.strangers == []
    assert trace.foreign == []
    assert [name for name in trace.at_home if not re.fullmatch(at_home, name)] == []
    if not can_trace():
        pytest.skip("strace is not there, or may not look on: only the home folder was looked at")


@pytest.mark.slow
def test_printed_references_are_read_and_nobody_is_told(tmp_path: Path) -> None:
    picture = np.full((60, 400, 3), 255, np.uint8)
    cv2.putText(picture, "AC001-241", (20, 42), 0, 1.2, (0, 0, 0), 2)
    cv2.imwrite(str(tmp_path / "reference.png"), picture)
    trace = run(tmp_path, "look", "--text", str(tmp_path / "reference.png"))
    assert '"AC001-241"' in trace.said
    check(trace, at_home="")


@pytest.mark.slow
def test_a_demonstration_is_played_and_nothing_but_its_match_is_kept(tmp_path: Path) -> None:
    trace = run(
        tmp_path,
        "demo",
        "--headless",
        "--seed",
        "7",
        "--speed",
        "0",
        until=lambda said: said.count("\n") > 12,
    )
    assert trace.said.count("\n") > 12
    check(trace, at_home=r"\.local|\.local/share|\.local/share/companion(/.*)?")
