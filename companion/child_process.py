"""Starts other programs as children that end with this one, however it ends."""

import subprocess
from collections.abc import Sequence

DIES_WITH_PARENT = ("setpriv", "--pdeathsig", "KILL", "--")
"""A program of util-linux, which every Debian has: the kernel ends the child when its parent has gone. The thread that
starts it counts as the parent: it is one that lives as long as the child is wanted.
"""
ENDS_S = 3.0


def begin_child(command: Sequence[str], output: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
    """Start a program; `output` is where it writes its output and its errors. Raises `OSError`."""
    return subprocess.Popen(  # noqa: S603 - a program that was found by its name, with our own words
        [*DIES_WITH_PARENT, *command],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        bufsize=0,
        # A Ctrl-C is for this program, which ends its children last.
        start_new_session=True,
    )


def end_child(child: "subprocess.Popen[bytes]") -> None:
    """End a child, and wait for its end: at first it is asked, then it is killed."""
    child.terminate()
    try:
        child.wait(ENDS_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for pipe in (child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
