"""`python -m tests.bench tower`: runs the long trial and prints its measurements."""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

EXIT_FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, default, words in (
        ("--rolls", 2000, "how many rolls are made"),
        ("--restarts", 20, "how often each side restarts during the trial"),
        ("--seed", 1, "the seed of the dice and of the damaged bytes"),
        (
            "--speed",
            0,
            "how much faster than real time the clocks run; default: 1 on a good connection and 100 on a disturbed one",
        ),
    ):
        parser.add_argument(name, type=int, default=default, metavar="N", help=words)
    parser.add_argument(
        "--damage", default="0%", metavar="SHARE", help="share of bytes damaged both ways: 2%"
    )
    parser.add_argument(
        "--firmware",
        choices=["micropython", "python"],
        help="the real firmware instead of the virtual tower, run by MicroPython or by this Python",
    )


def run(args: argparse.Namespace) -> int:
    """Run; 0: every roll was kept once, in order."""
    from devices.tower.virtual_tower import share_of  # noqa: PLC0415
    from tests.bench.trials.tower import Soak, TowerTrial, interpreter_for, percentile  # noqa: PLC0415

    damage = share_of(args.damage)
    interpreter = sys.executable if args.firmware == "python" else interpreter_for(args.firmware)
    speed = args.speed or (1 if interpreter or not damage else 100)
    trial = TowerTrial(
        max(1, args.rolls), damage, max(0, args.restarts), args.seed, max(1, speed), interpreter
    )
    with tempfile.TemporaryDirectory(prefix="companion-soak-") as folder:
        outcome = Soak(trial, Path(folder), _progress(args)).run()
    told = (
        "{made} rolls made, {kept} in the log: {missing} missing, {doubled} twice, {false} false, {order}; bytes damaged:"
        " {damage}, {restarts} restarts of each side; {repeated} copies acknowledged again; line to acknowledgement"
        " p50 {p50} ms, p99 {p99} ms, at most {most} ms (the disk alone: p50 {disk50} ms, p99 {disk99} ms); {seconds} s at"
        " speed {speed}"
    ).format(
        made=len(outcome.made),
        kept=len(outcome.kept),
        missing=outcome.missing,
        doubled=outcome.doubled,
        false=outcome.false,
        order="in order" if outcome.is_in_order else "not in order",
        damage=f"{100 * damage:g} %",
        restarts=trial.restarts,
        repeated=outcome.repeated,
        p50=f"{percentile(outcome.ack_ms, 0.5):.1f}",
        p99=f"{percentile(outcome.ack_ms, 0.99):.1f}",
        disk50=f"{percentile(outcome.disk_ms, 0.5):.1f}",
        disk99=f"{percentile(outcome.disk_ms, 0.99):.1f}",
        most=f"{max(outcome.ack_ms, default=0.0):.1f}",
        seconds=f"{outcome.seconds:.0f}",
        speed=trial.speed,
    )
    print(told)
    return 0 if outcome.is_in_order else EXIT_FAILED


def _progress(args: argparse.Namespace) -> Callable[[int], None]:
    """Return a function that prints a counter in a terminal, and nothing elsewhere."""

    def show(rolls: int) -> None:
        print(
            f"\r{rolls}/{args.rolls}", end="\r" if rolls < args.rolls else "\n", file=sys.stderr, flush=True
        )

    return show if sys.stderr.isatty() else lambda _rolls: None
