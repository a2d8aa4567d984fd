"""Runs mosquitto as a child process, and starts it again when it dies. It never outlives the hall."""

import os
import secrets
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.bus.mqtt import BrokerPlace
from companion.child_process import ENDS_S, begin_child, end_child
from companion.clock import monotonic_ms
from companion.hall.access import BrokerListens, HallAccount, write_accounts, write_settings
from companion.hall.claimed import is_open
from companion.hall.errors import NoBroker
from companion.hall.places import HallPlaces
from companion.network.addresses import Listener, listener_at, listens
from companion.network.certificates import (
    FOR_YEARS,
    LONG_AGO,
    CertificateTerms,
    fingerprint,
    holds,
    make_authority,
    make_signed,
)
from companion.storage.kept_files import make_file, make_folder
from companion.system_errors import system_says
from companion.threads import Stumble, TendedThread
from companion.words import Text

PROGRAM = "mosquitto"
SYSTEM_PLACES = "/usr/sbin:/usr/local/sbin"
"""Debian puts it where the shells of ordinary users do not look."""
AGAIN_S = 1.0
"""The pause before a broker that died is started again."""
BEGINS_MS = 5_000
"""A broker that does not listen after so long is ended."""
LOOK_S = 0.02
"""The pause before it is looked again whether it listens."""
RENEWED_BEFORE = timedelta(days=30)
"""An authority that ends so soon is made anew; it holds for twenty years."""

Accounts = Callable[[], tuple[HallAccount, ...]]


def mosquitto_program() -> str:
    """Return the path of the broker's program. Raises `NoBroker`."""
    found = shutil.which(PROGRAM, path=f"{os.environ.get('PATH', '')}:{SYSTEM_PLACES}")
    if found is None:
        raise NoBroker(
            Text(
                "the hall needs the program mosquitto, which is not installed: type `.ci/setup hall`, or as root"
                " `apt-get install mosquitto`"
            )
        )
    return found


class MosquittoBroker:
    """The broker of one hall, as a child process."""

    def __init__(
        self, places: HallPlaces, listens: BrokerListens, accounts: Accounts, tell: Callable[[Stumble], None]
    ) -> None:
        """`tell` is called when the thread that looks after the broker stumbles."""
        self._places = places
        self._listens = listens
        self._accounts = accounts
        self._password = secrets.token_urlsafe(32)
        self._stopping = threading.Event()
        self._program = ""
        self._child: subprocess.Popen[bytes] | None = None
        self._thread = TendedThread(
            "broker", Text("the broker of the hall"), self._tend, tell, self._stopping
        )
        self._begun = threading.Event()
        self.trouble: Text | None = None
        """Why there is no broker now; None: it listens."""
        self.starts = 0
        """How often the broker was started."""

    def start(self, addresses: tuple[str, ...]) -> None:
        """Write the broker's files and start it. `addresses` are this machine's. Raises `NoBroker` or `StorageError`."""
        self._program = mosquitto_program()
        try:
            make_folder(self._places.folder)
            make_file(self._places.told)
            _keep_certificates(self._places, addresses)
        except OSError as problem:
            raise NoBroker(
                Text(
                    "the hall's files cannot be written in {folder}: {problem}",
                    folder=str(self._places.folder),
                    problem=system_says(problem),
                )
            ) from problem
        write_accounts(self._places, self._accounts(), self._password)
        write_settings(self._places, self._listens)
        self._thread.start()
        self._begun.wait()
        if (trouble := self.trouble) is not None or self.process is None:
            self.stop()
            raise NoBroker(trouble or Text("the broker cannot be started"))

    @property
    def place(self) -> BrokerPlace:
        """The address and credentials with which the hall itself connects to the broker."""
        return BrokerPlace(
            "127.0.0.1", self._listens.port, self._places.authority.certificate, self._password
        )

    @property
    def process(self) -> int | None:
        """The id of the broker's process; None while there is none."""
        child = self._child
        return None if child is None or child.poll() is not None else child.pid

    def read_accounts_again(self) -> None:
        """Make the broker read the accounts again; users without an account are disconnected. Raises `StorageError`."""
        write_accounts(self._places, self._accounts(), self._password)
        if (process := self.process) is not None:
            os.kill(process, signal.SIGHUP)

    def stop(self) -> None:
        """End the broker."""
        self._stopping.set()
        if (child := self._child) is not None:
            end_child(child)
        self._thread.join(ENDS_S)

    def _tend(self) -> None:
        while not self._stopping.is_set():
            try:
                child = self._begin()
                self._expect_listening(child)
                self.trouble = None
                self._begun.set()
                child.wait()
            except NoBroker as problem:
                self.trouble = problem.message
            else:
                self.trouble = Text("the broker has ended; it is started again, and the tables play on")
            finally:
                # Who waits for the broker is told whatever happened.
                self._begun.set()
            self._stopping.wait(AGAIN_S)

    def _begin(self) -> "subprocess.Popen[bytes]":
        try:
            # In the thread that lives until `stop`.
            child = begin_child([self._program, "-c", str(self._places.settings.absolute())])
        except OSError as problem:
            raise NoBroker(
                Text(
                    "{program} does not start: {problem}", program=self._program, problem=system_says(problem)
                )
            ) from problem
        self._child = child
        self.starts += 1
        return child

    def _expect_listening(self, child: "subprocess.Popen[bytes]") -> None:
        """Wait until this very process listens, and no other at the same port. Raises `NoBroker` if it ends instead, or
        takes too long.
        """
        port, late_ms = self._listens.port, monotonic_ms() + BEGINS_MS
        while child.poll() is None and monotonic_ms() < late_ms and not self._stopping.wait(LOOK_S):
            if listens(child.pid, port):
                return
        end_child(child)
        other = listener_at(port)
        if other is None:
            raise NoBroker(
                Text(
                    "the broker does not start on port {port}: {problem}; another program may have the port: choose one with"
                    " --port",
                    port=port,
                    problem=_last_line(self._places.told),
                )
            )
        hall = _hall_of(other)
        if hall is not None and hall.folder.resolve() != self._places.folder.resolve() and is_open(hall):
            raise NoBroker(
                Text(
                    "another hall ({folder}) is open on this machine and has port {port}: close it first, or choose another"
                    " port with --port",
                    folder=str(hall.folder.parent),
                    port=port,
                )
            )
        raise NoBroker(
            Text(
                "the broker does not start on port {port}, which another program has: {command}. End it with `kill"
                " {process}`, or choose another port with --port",
                port=port,
                command=other.command[:200],
                process=other.process,
            )
        )


def _hall_of(listener: Listener) -> HallPlaces | None:
    """Return the folder of the hall whose broker listens, open or not; None if it is another program."""
    hall = HallPlaces(Path(listener.command.rpartition(" -c ")[2]).parent)
    return hall if listener.command.endswith(f" -c {hall.settings}") else None


def _last_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1][:200]
    except (OSError, IndexError):
        return "-"


def _keep_certificates(places: HallPlaces, addresses: tuple[str, ...]) -> None:
    """Make the hall's authority, unless it has one, and a certificate for the addresses that the machine has now."""
    now = datetime.now(UTC)
    until = max(now, LONG_AGO) + FOR_YEARS
    if not holds(places.authority, LONG_AGO, now + RENEWED_BEFORE):
        make_authority(places.authority, LONG_AGO, until)
    make_signed(places.certificate, CertificateTerms(addresses, LONG_AGO, until), places.authority)


def authority_fingerprint(places: HallPlaces) -> str:
    """Return the fingerprint of the hall's certificate authority, by which tables recognise the hall."""
    return fingerprint(places.authority.certificate.read_bytes())
