"""Decides which phone may send pictures: one at a time, which joined with a token that is used once.

    screen ── QR with the token ──► phone ── joins with the token ──► gets a key, sent with each picture

The token stands on the screen and is spent by the first phone that joins. A new one is made when that phone has
been silent for a while; who joins with it takes the camera over, and the key of the phone before is worth nothing.
"""

import hmac
import secrets
from dataclasses import dataclass, field
from enum import StrEnum

from companion.network.tokens import new_token

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
        """Tells whether a token is the one on the screen; it is not spent."""
        return bool(self.token) and _is_same(self.token, token)

    def join(self, token: str, now_ms: int) -> str | None:
        """Spends a token; returns the phone's key, or None if it is not the token on the screen."""
        if not self.opens(token):
            return None
        if self._key is not None:
            self._before.append(self._key)
        self._key, self.token = secrets.token_urlsafe(KEY_BYTES), ""
        self._heard_ms, self.has_left = now_ms, False
        return self._key

    def owner_of(self, key: str) -> KeyOwner:
        """Tells whose key it is."""
        if self._key is not None and _is_same(self._key, key):
            return KeyOwner.PHONE
        known = [_is_same(one, key) for one in self._before]
        return KeyOwner.BEFORE if any(known) else KeyOwner.STRANGER

    def heard(self, now_ms: int) -> None:
        """Notes that the phone has sent something: a token that was made in the meantime is withdrawn."""
        self._heard_ms, self.has_left, self.token = now_ms, False, ""

    def leave(self) -> None:
        """Notes that the phone's page was closed."""
        self.has_left = True

    def has_phone(self, now_ms: int) -> bool:
        """Tells whether a phone has joined and is not silent; makes a new token if there is none."""
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
