"""The set-up on machines that lack something, before impatient people, and in somebody else's clone."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
NOBODY = 65534
STOPPED = "setup: stopped; the next make does again what was not finished"
LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libmtdev.so.1": "libmtdev1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libzbar.so.0": "libzbar0",
    "libportaudio.so.2": "libportaudio2",
}
USED = "awk bash cat cut dirname du env flock grep realpath rm setsid sha256sum sleep stat touch".split()
"""Of the system's own programs all that are found on the machine; whatever else the set-up calls is made by a test."""

PYTHON = """
case $* in
    *version_info*) exec {real} -c "import sys; sys.version_info = {version}; exec(sys.argv[1])" "$2" ;;
    *ensurepip*) ;;
    *"-m venv"*) {venv} ;;
    *) exit 1 ;;
esac
"""
MAKES_VENV = 'echo "{name} made it" >&2; mkdir -p .venv/bin; printf "#!/bin/bash\\n" >.venv/bin/python; chmod +x .venv/bin/python'


class Machine:
    """A clone, and a PATH on which lies what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.clone = folder / "clone"
        self._programs = folder / "bin"
        self._programs.mkdir()
        for name in [*USED, "chmod", "mkdir"]:
            found = shutil.which(name)
            assert found is not None, name
            (self._programs / name).symlink_to(found)
        shutil.copytree(ROOT / ".ci", self.clone / ".ci")
        shutil.copytree(ROOT / ".locks", self.clone / ".locks")
        shutil.copy(ROOT / "pyproject.toml", self.clone)
        words = Path("companion/locale/fr/LC_MESSAGES/companion.po")
        (self.clone / words).parent.mkdir(parents=True)
        shutil.copy(ROOT / words, self.clone / words)
        self.has("id", "echo 0")
        self.has("df", 'echo "Filesystem 1M-blocks Used Available"; echo "disk 99999 0 50000"')
        self.has_libraries(*LIBRARIES)

    def has(self, name: str, script: str) -> None:
        path = self._programs / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def has_libraries(self, *names: str) -> None:
        self.has(
            "ldconfig", "\n".join(f'echo "{name} (libc6,x86-64) => /lib/{name}"' for name in names) + "\n:"
        )

    def has_python(self, name: str, version: tuple[int, int], venv: str = MAKES_VENV) -> None:
        self.has(name, PYTHON.format(real=sys.executable, version=(*version, 0), venv=venv.format(name=name)))

    def set_up(self, kind: str = "run", user: int | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            # Who runs the tests in the background has them ignore a Ctrl-C.
            ["env", "--default-signal=INT", self.clone / ".ci" / "setup", kind],
            env={"PATH": str(self._programs), "HOME": str(self.clone)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
            user=user,
        )

    def is_set_up(self) -> bool:
        return (self.clone / ".venv" / "made-from.run").exists()


@pytest.fixture
def machine() -> Iterator[Machine]:
    # Not the test's own folder, which nobody else may enter.
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Machine(Path(name))


# --- Python


def test_a_python_that_is_too_new_is_passed_over_for_one_that_fits(machine: Machine) -> None:
    machine.has_python("python3", (3, 14))
    machine.has_python("python3.12", (3, 12))
    said = machine.set_up()
    assert said.returncode == 0, said.stderr
    assert "python3.12 made it" in said.stderr
    assert machine.is_set_up()


def test_the_python_that_comes_first_is_taken_if_it_fits(machine: Machine) -> None:
    machine.has_python("python3", (3, 13))
    machine.has_python("python3.11", (3, 11))
    assert "python3 made it" in machine.set_up().stderr


def test_the_set_up_wants_the_pythons_that_the_project_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11,<3.14"
    assert "(3, 11) <= sys.version_info[:2] < (3, 14)" in (ROOT / ".ci" / "setup").read_text(encoding="utf-8")


# --- what is missing


ALL_MISSING = f"apt-get install python3 python3-venv {' '.join(LIBRARIES.values())}"


def bare(machine: Machine) -> None:
    machine.has_libraries()
    machine.has("apt-get", "touch tried; exit 100")


def test_without_rights_all_that_is_missing_is_named_in_one_line_and_nothing_tried(machine: Machine) -> None:
    bare(machine)
    machine.has("id", "echo 1000")
    said = machine.set_up()
    assert said.returncode == 1
    assert f"As root, type: {ALL_MISSING} (" in said.stderr
    assert not (machine.clone / "tried").exists()
    assert not (machine.clone / ".venv").exists()


def test_whom_sudo_refuses_is_told_the_same_line(machine: Machine) -> None:
    bare(machine)
    machine.has("id", "echo 1000")
    machine.has("sudo", "exit 1")
    said = machine.set_up()
    assert said.returncode == 1
    assert f"As root, type: {ALL_MISSING} (sudo" in said.stderr
    assert "failed" not in said.stderr


def test_root_has_all_that_is_missing_installed_at_once(machine: Machine) -> None:
    machine.has_libraries("libGL.so.1")
    machine.has_python("python3", (3, 11))
    machine.has("apt-get", 'echo "apt-get $*" >>asked')
    assert machine.set_up().returncode == 0
    packages = " ".join(list(LIBRARIES.values())[1:])
    asked = (machine.clone / "asked").read_text().splitlines()
    assert asked == ["apt-get -q update", f"apt-get -q install -y --no-install-recommends {packages}"]


def test_what_apt_cannot_install_is_named_to_be_typed(machine: Machine) -> None:
    bare(machine)
    said = machine.set_up()
    assert said.returncode == 1
    assert said.stderr.splitlines()[-1].endswith(ALL_MISSING)


def test_where_nothing_is_missing_nobody_is_asked_for_rights(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has_python("python3", (3, 11))
    assert machine.set_up().returncode == 0


def test_too_little_disk_is_told_before_anything_is_begun(machine: Machine) -> None:
    bare(machine)
    machine.has("df", 'echo head; echo "disk 99999 0 300"')
    said = machine.set_up()
    assert said.returncode == 1
    assert "730 MB are wanted" in said.stderr and "there are 300" in said.stderr
    assert not (machine.clone / "tried").exists()
    assert not (machine.clone / ".venv").exists()


# --- stopped, and done again


def test_who_stops_it_during_apt_stops_all_of_it(machine: Machine) -> None:
    bare(machine)
    machine.has("apt-get", 'trap "exit 100" INT; echo "$*" >>asked; kill -INT 0; exit 100')
    said = machine.set_up()
    assert said.returncode == 130
    assert said.stderr.splitlines()[-1] == STOPPED
    assert (machine.clone / "asked").read_text().splitlines() == ["-q update"]


def test_who_stops_it_while_venv_works_sees_one_line_and_the_next_run_makes_it_anew(machine: Machine) -> None:
    machine.has_python("python3", (3, 11), venv="mkdir -p .venv/half; kill -INT $PPID; exec sleep 600")
    said = machine.set_up()
    assert said.returncode == 130
    assert said.stderr.splitlines()[-1] == STOPPED
    assert "Traceback" not in said.stderr
    assert not machine.is_set_up()
    machine.has_python("python3", (3, 11))
    assert machine.set_up().returncode == 0
    assert machine.is_set_up()
    assert not (machine.clone / ".venv" / "half").exists()


# --- another's clone


def test_in_anothers_clone_it_says_whose_it_is(machine: Machine) -> None:
    machine.has_python("python3", (3, 11))
    machine.clone.chmod(0o555)
    user = NOBODY if os.geteuid() == 0 else None
    try:
        for kind in ("run", "check"):
            said = machine.set_up(kind, user)
            assert said.returncode == 1
            (line,) = said.stderr.splitlines()
            assert f"{machine.clone} belongs to" in line and "make a clone of your own" in line
    finally:
        machine.clone.chmod(0o755)


def test_checking_in_anothers_clone_is_refused_though_all_is_set_up(machine: Machine) -> None:
    machine.has_python("python3", (3, 11))
    assert machine.set_up("check").returncode == 0
    (machine.clone / ".venv").chmod(0o555)
    user = NOBODY if os.geteuid() == 0 else None
    machine.clone.chmod(0o777)
    said = machine.set_up("check", user)
    (machine.clone / ".venv").chmod(0o755)
    assert said.returncode == 1
    assert f"{machine.clone / '.venv'} belongs to" in said.stderr


def test_what_another_has_set_up_may_be_run_by_all(machine: Machine) -> None:
    machine.has_python("python3", (3, 11))
    assert machine.set_up("run").returncode == 0
    machine.clone.chmod(0o555)
    said = machine.set_up("run", NOBODY if os.geteuid() == 0 else None)
    machine.clone.chmod(0o755)
    assert (said.returncode, said.stderr) == (0, "")
