"""Serves the phone's page as long as somebody at this machine wants a phone, and decides which phone may send pictures.

hold ──► certificate, port, server ──► invitation ──► a phone joins ──► pictures ──► drop by all ──► nothing listens
"""

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from companion.network.addresses import ServerPlace, new_token, own_addresses
from companion.network.certificates import Certificate, CertificateTerms, holds, make_own
from companion.system_errors import system_says
from companion.threads import Stumble
from companion.words import Text
from vision.errors import NoSuchSource
from vision.phone.mailbox import PhoneMailbox, PhonePicture
from vision.sources.source import Clock, monotonic_ms

# --- certificate
# Makes the certificate with which this machine serves the phone's page, and keeps it.
#
# A browser gives a page the camera only over HTTPS. No authority signs for a machine in a living room, so the
# machine signs for itself, and the browser warns once.

LASTS = timedelta(days=800)
"""Phones of Apple refuse certificates of more than 825 days."""
EARLY = timedelta(days=2)
"""The certificate holds from so long ago on, because the clocks of phone and machine may differ."""
RENEWED = timedelta(days=30)
"""A certificate that ends so soon is made anew."""


def kept_certificate(folder: Path, addresses: tuple[str, ...]) -> Certificate:
    """Return the certificate in a folder, which is made if there is none or it has run out.

    Only the owner may read the files. Raises `NoSuchSource` if they cannot be written.
    """
    files = Certificate(folder / "certificate.pem", folder / "key.pem")
    try:
        now = datetime.now(UTC)
        if not holds(files, now, now + RENEWED):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            make_own(files, CertificateTerms(addresses, now - EARLY, now + LASTS))
    except OSError as problem:
        raise NoSuchSource(
            Text(
                "the certificate of the phone's page cannot be kept in {folder}: {problem}",
                folder=str(folder),
                problem=system_says(problem),
            )
        ) from problem
    return files


# --- pairing
# Decides which phone may send pictures: one at a time, which joined with a token that is used once.
#
#     screen ── QR with the token ──► phone ── joins with the token ──► gets a key, sent with each picture
#
# The token stands on the screen and is spent by the first phone that joins. A new one is made when that phone has
# been silent for a while; who joins with it takes the camera over, and the key of the phone before is worth nothing.

KEY_BYTES = 18
TOKEN_LENGTH = 12
"""A token has 59 bits, and cannot be guessed in the minutes that it stands on a screen."""
SILENT_MS = 6_000
"""A phone that sent nothing for so long may be replaced. A phone whose table rests sends every two seconds."""


class KeyOwner(StrEnum):
    """Whose key it is."""

    PHONE = "phone"
    """It belongs to the phone that is the camera."""
    BEFORE = "before"
    """It belonged to a phone that another one has replaced."""
    STRANGER = "stranger"


def _new_token() -> str:
    return new_token(TOKEN_LENGTH)


@dataclass(slots=True)
class Pairing:
    """The token that may be used now, and the phone that joined. Times are ms."""

    token: str = field(default_factory=_new_token)
    _key: str | None = None
    _before: list[str] = field(default_factory=list)
    _heard_ms: int = 0
    has_left: bool = False
    """Whether the phone said that its page was closed."""

    def opens(self, token: str) -> bool:
        """Tell whether a token is the one on the screen; it is not spent."""
        return bool(self.token) and _is_same(self.token, token)

    def join(self, token: str, now_ms: int) -> str | None:
        """Spend a token; return the phone's key, or None if it is not the token on the screen."""
        if not self.opens(token):
            return None
        if self._key is not None:
            self._before.append(self._key)
        self._key, self.token = secrets.token_urlsafe(KEY_BYTES), ""
        self._heard_ms, self.has_left = now_ms, False
        return self._key

    def owner_of(self, key: str) -> KeyOwner:
        """Tell whose key it is."""
        if self._key is not None and _is_same(self._key, key):
            return KeyOwner.PHONE
        known = [_is_same(one, key) for one in self._before]
        return KeyOwner.BEFORE if any(known) else KeyOwner.STRANGER

    def heard(self, now_ms: int) -> None:
        """Note that the phone has sent something: a token that was made in the meantime is withdrawn."""
        self._heard_ms, self.has_left, self.token = now_ms, False, ""

    def leave(self) -> None:
        """Note that the phone's page was closed."""
        self.has_left = True

    def has_phone(self, now_ms: int) -> bool:
        """Tell whether a phone has joined and is not silent; make a new token if there is none."""
        is_here = self._key is not None and not self.has_left and now_ms - self._heard_ms < SILENT_MS
        if not is_here and not self.token:
            self.token = _new_token()
        return is_here

    @property
    def had_phone(self) -> bool:
        """Whether any phone has joined."""
        return self._key is not None


def _is_same(ours: str, told: str) -> bool:
    # What a stranger tells may hold half a surrogate pair.
    return hmac.compare_digest(ours.encode(), told.encode("utf-8", "surrogatepass"))


# --- link

PORT = 8443
"""The port that is tried first, so that a firewall may let it through."""


@dataclass(frozen=True, slots=True)
class PhoneInvitation:
    """How a phone joins: the address to open, and the same under the machine's other addresses."""

    url: str
    others: tuple[str, ...] = ()


class RunningServer(Protocol):
    """A server that listens."""

    @property
    def port(self) -> int: ...

    def stop(self) -> None: ...


Serve = Callable[["PhoneLink", ServerPlace, Callable[[Stumble], None]], RunningServer]
"""Begins to serve the page. The last argument is called when the server stumbles. Raises `NoSuchSource`."""


class PhoneLink:
    """The page for the phone, its server, and the phone that has joined. Any thread may use it."""

    def __init__(
        self,
        folder: Path,
        serve: Serve,
        *,
        addresses: tuple[str, ...] | None = None,
        port: int = PORT,
        clock: Clock = monotonic_ms,
        colours: str = "",
    ) -> None:
        """`folder` keeps the certificate; `addresses` None: those that this machine has when it begins to listen;
        `colours` are those of the page, as a rule of CSS; empty: those of the browser.
        """
        self.colours = colours
        self.mailbox = PhoneMailbox()
        self.problem: Text | None = None
        """Why the server stumbled."""
        self._folder = folder
        self._serve = serve
        self._chosen = addresses
        self._addresses: tuple[str, ...] = ()
        self._wanted_port = port
        self.clock = clock
        self._lock = threading.RLock()
        self._holders: list[object] = []
        self._pairing = Pairing()
        self._server: RunningServer | None = None

    # --- as long as somebody wants it

    def hold(self, holder: object) -> None:
        """Listen from now on, until this holder and all others have dropped it. Raises `NoSuchSource`."""
        with self._lock:
            if not self._holders:
                self._listen()
            self._holders.append(holder)

    def drop(self, holder: object) -> None:
        """Release the link for a holder; do nothing if it does not hold the link. When nobody holds it, its server stops."""
        with self._lock:
            if all(one is not holder for one in self._holders):
                return
            self._holders = [one for one in self._holders if one is not holder]
            server = None if self._holders else self._server
            if server is not None:
                self._server = None
        if server is not None:
            server.stop()

    @property
    def is_listening(self) -> bool:
        return self._server is not None

    def _listen(self) -> None:
        addresses = own_addresses() if self._chosen is None else self._chosen
        if not addresses:
            raise NoSuchSource(
                Text(
                    "this machine is on no network, so no phone can reach it: connect both to the same Wi-Fi, or"
                    " let the phone make a hotspot"
                )
            )
        files = kept_certificate(self._folder, addresses)
        self._addresses, self._pairing, self.problem = addresses, Pairing(), None
        host = addresses[0] if self._chosen is not None else "0.0.0.0"  # noqa: S104 - the phone is on the network
        self._server = self._serve(self, ServerPlace(host, self._wanted_port, files), self._stumbled)

    def _stumbled(self, stumble: Stumble) -> None:
        self.problem = stumble.says

    # --- what the screen asks

    @property
    def has_phone(self) -> bool:
        """Whether a phone has joined and sends."""
        with self._lock:
            return self._server is not None and self._pairing.has_phone(self.clock())

    @property
    def invitation(self) -> PhoneInvitation | None:
        """How a phone joins now; None while a phone is there, or nothing listens."""
        with self._lock:
            if self._server is None or self._pairing.has_phone(self.clock()):
                return None
            urls = [
                f"https://{address}:{self._server.port}/{self._pairing.token}" for address in self._addresses
            ]
        return PhoneInvitation(urls[0], tuple(urls[1:]))

    @property
    def why_silent(self) -> Text:
        """Return why no picture comes, and what to do."""
        with self._lock:
            invitation, had_phone = self.invitation, self._pairing.had_phone
        url = "" if invitation is None else invitation.url
        if self._server is None:
            return Text("nothing listens for a phone any more: choose the phone as the camera again")
        if not had_phone:
            return Text(
                "no phone has joined yet: scan the code on the screen with it, or open {url}", url=url
            )
        return Text(
            "the phone sends nothing any more: unlock it and bring its page to the front, or scan the code on the"
            " screen again ({url})",
            url=url,
        ) if url else Text(
            "the phone sends nothing any more: unlock it and bring its page to the front"
        )  # fmt: skip

    # --- what the page asks

    def opens(self, token: str) -> bool:
        """Tell whether the page may be opened with a token."""
        with self._lock:
            return self._pairing.opens(token)

    def join(self, token: str) -> str | None:
        """Let a phone join; return its key, or None if the token is not the one on the screen."""
        with self._lock:
            return self._pairing.join(token, self.clock())

    def owner_of(self, key: str) -> KeyOwner:
        """Tell whose key it is."""
        with self._lock:
            return self._pairing.owner_of(key)

    def leave(self) -> None:
        """Note that the phone's page was closed."""
        with self._lock:
            self._pairing.leave()

    def receive(self, picture: PhonePicture) -> int:
        """Take a picture of the phone that has joined; return its number."""
        with self._lock:
            self._pairing.heard(self.clock())
        return self.mailbox.put(picture)
