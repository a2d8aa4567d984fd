"""However a command ends, its process ends with the command's own exit code, and all that was printed is there."""

import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

COMMAND = """
import atexit, sys, threading
import companion.cli.main
from companion.__main__ import program

def main():
{command}

companion.cli.main.main = main
program()
"""
READING = """
    import numpy as np, zxingcpp
    grey = np.random.default_rng(1).integers(0, 255, (700, 900), np.uint8)
    began = threading.Barrier(4)
    def read():
        began.wait()
        while True:
            zxingcpp.read_barcodes(grey)
    for _ in range(3):
        threading.Thread(target=read, daemon=True).start()
    began.wait()
    sys.stdout.write("told")
    return 3
"""


def ended(command: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND.format(command=command)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_thread_that_reads_codes_at_the_end_aborts_nothing() -> None:
    assert ended(READING) == (3, "told", "")


def test_a_stream_that_was_closed_is_an_empty_one() -> None:
    """`companion cards list ouaf >&-` asked whether there is a terminal, and there was not even a stream."""
    asks = "    return sys.stdin.read() or sys.stdout.isatty() or sys.stderr.isatty() or open('/dev/zero').fileno() < 3"
    closed = 'exec "$0" -c "$1" <&- >&- 2>&-'
    done = subprocess.run(["sh", "-c", closed, sys.executable, COMMAND.format(command=asks)], check=False)
    assert done.returncode == 0


def test_what_was_registered_for_the_end_is_done_and_its_words_are_kept() -> None:
    assert ended("    atexit.register(sys.stdout.write, 'last')\n    return 0") == (0, "last", "")


def test_a_thread_that_is_no_daemon_ends_first() -> None:
    command = "    threading.Timer(0.1, sys.stdout.write, ['late']).start()\n    return 0"
    assert ended(command) == (0, "late", "")


@pytest.mark.parametrize(
    ("ends", "code"), [("raise KeyboardInterrupt", 130), ("sys.exit(2)", 2), ("sys.exit()", 0)]
)
def test_ctrl_c_before_a_command_begins_and_wrong_arguments_are_no_accidents(ends: str, code: int) -> None:
    assert ended(f"    {ends}") == (code, "", "")


SWALLOWS = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)

class Finder:
    def find_spec(self, name, *_):
        if name == "companion.cli.main":
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                pass

sys.meta_path.insert(0, Finder())
from companion.__main__ import program
program()
"""
"""A Ctrl-C that comes while a library is imported which catches everything."""


def test_ctrl_c_is_heard_while_the_command_is_imported() -> None:
    done = subprocess.run([sys.executable, "-c", SWALLOWS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_an_error_that_nobody_foresaw_is_still_printed() -> None:
    code, _, said = ended("    raise ValueError('unforeseen')")
    assert code == 1
    assert said.endswith("ValueError: unforeseen\n")


def test_words_that_cannot_be_written_at_the_end_are_an_error() -> None:
    command = "    sys.stdout = open('/dev/full', 'w')\n    sys.stdout.write('lost')\n    return 0"
    assert ended(command)[0] == 120
