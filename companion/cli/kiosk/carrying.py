"""Prints steps one by one, and carries them out unless they are only to be shown."""

import shlex
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.cli.kiosk.service import typed_as_root
from companion.cli.kiosk.steps import InstallStep
from companion.cli.paper import Ink, TerminalPaper
from companion.errors import CompanionError
from companion.storage.file_replacement import replace_file
from companion.system_errors import system_says
from companion.words import Text, clauses

PATIENCE_S = 120
"""Longest step: systemd itself waits 90 seconds for a service to start."""
DONE, TO_DO = "=", "+"
"""Marks before a step, as words stand beside them too."""

Run = Callable[[Sequence[str]], str | Text | None]
"""Runs a command; None if it went well, else its last line."""


def carry_out(steps: Sequence[InstallStep], unit: Path, paper: TerminalPaper, run: Run | None) -> None:
    """Do the steps that are not done yet. `run` None: only show them. Raises `CompanionError` at the first that fails."""
    for step in steps:
        if step.is_done:
            paper.say(Text("{step} (done already)", step=step.says), Ink.DIM, mark=DONE)
            continue
        paper.say(step.says, mark=TO_DO)
        paper.command(None, f"  # {step.command}")
        if run is not None:
            _do(step, unit, run)


def run_here(command: Sequence[str]) -> str | Text | None:
    """Run a system command on this machine."""
    code, out, err = _ran(command)
    if code == 0:
        return None
    if isinstance(err, Text):
        return err
    said = [line for line in (err or out).splitlines() if line.strip()]
    return said[-1].strip()[:200] if said else Text("the program ended with the code {code}", code=code)


def active_state(service: str) -> str | None:
    """Return systemd's word for the state of a service; None if systemd does not answer."""
    code, out, _ = _ran(("systemctl", "show", service, "--property=ActiveState", "--value"))
    return out.strip() or None if code == 0 else None


def _ran(command: Sequence[str]) -> tuple[int, str, str | Text]:
    """Return a command's exit code, output and errors; if it could not be run, the reason in plain words."""
    try:
        done = subprocess.run(  # noqa: S603 - our own steps, whose words were checked
            command, capture_output=True, text=True, errors="replace", timeout=PATIENCE_S, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return -1, "", Text("no answer came in time")
    except OSError as problem:
        return -1, "", system_says(problem)
    return done.returncode, done.stdout, done.stderr


def only_root(is_root: bool, words: Sequence[str]) -> None:
    """Raise `CompanionError` for any user but root, with what to type."""
    if not is_root:
        raise CompanionError(
            Text(
                "this changes the system, and only root may: type `{command}`", command=typed_as_root(*words)
            )
        )


def only_with_systemd(has_systemd: bool) -> None:
    """Raise `CompanionError` on a machine that systemd did not start."""
    if not has_systemd:
        raise CompanionError(
            Text(
                "systemd does not run on this machine, and a kiosk is one of its services; --dry-run shows the steps"
            )
        )


def _do(step: InstallStep, unit: Path, run: Run) -> None:
    if step.writes is not None:
        replace_file(unit, step.writes.encode(), most_mode=0o644)
        return
    problem = run(shlex.split(step.command))
    if problem is None:
        return
    failed = Text("`{command}` failed: {problem}", command=step.command, problem=problem)
    if step.why_it_failed is None:
        raise CompanionError(failed)
    raise CompanionError(clauses((failed, step.why_it_failed)))
