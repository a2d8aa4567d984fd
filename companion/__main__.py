"""The entry point of `companion`: runs the command, then ends the process, also while a thread of a camera still runs.

A thread of a camera may be inside OpenCV or zxing when a command ends. Such a thread aborts the process (SIGABRT)
if it comes back while Python takes the interpreter apart. So Python ends here as usual, up to that point: it waits for
threads that are no daemons, does what was registered for the end, and writes out what was printed.
"""

import atexit
import os
import signal
import sys

FAULT = 1
"""What Python itself answers where an exception ends a program."""
UNWRITTEN = 120
"""What Python itself answers where the last of what was printed could not be written."""
INTERRUPTED = 130
# Small matrices are multiplied by one thread: to wake a second one for each took a quarter of the time in which a card is
# known.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def program() -> None:
    """Run the command. Before it begins and after its end Ctrl-C ends the process at once: nothing is at stake, and what is
    imported may swallow a KeyboardInterrupt.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _open_what_is_closed()
    code = FAULT

    def leave() -> None:
        os._exit(code if _is_all_written() else code or UNWRITTEN)

    # What is registered first is done last.
    atexit.register(leave)
    try:
        # It takes a while, in which Ctrl-C is quiet.
        from companion.cli.main import main  # noqa: PLC0415

        code = main()
    except SystemExit as end:
        code = int(end.code or 0)
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(code)


def _open_what_is_closed() -> None:
    """Open `/dev/null` for each closed stream (`>&-`): a command that uses it goes on, and no file of ours gets its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - it stays open as long as the program


def _is_all_written() -> bool:
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    program()
