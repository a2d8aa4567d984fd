"""Answers a camera that asks for a user and a password, by the two schemes of the web: Basic and Digest.

    WWW-Authenticate: Basic realm="cam"
    WWW-Authenticate: Digest realm="cam", nonce="abc", qop="auth", algorithm=SHA-256

Digest (RFC 7616, and RFC 2617 before it) does not show the password to who listens, so it is preferred.
"""

import base64
import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SCHEME = re.compile(r"\b(Basic|Digest)\b(.*?)(?=\b(?:Basic|Digest)\s+\w+=|$)", re.IGNORECASE | re.DOTALL)
VALUE = re.compile(r'([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))')
HASHES = {"md5": "md5", "sha-256": "sha256", "sha-512-256": "sha512_256"}
SESSION = "-sess"
COUNT = "00000001"
"""Each challenge is answered once."""
_USER_INFO = re.compile(r"(?<=://)[^/?#\s]+@")
"""What stands before the host of an address; a password may hold another `@`."""


def without_password(source: str, instead: str = "USER:PASSWORD@") -> str:
    """Return the name of a source for a screen that others see: `instead` stands in the place of a user and a password."""
    return _USER_INFO.sub(lambda _: instead, source)


@dataclass(frozen=True, slots=True)
class CameraLogin:
    """Who looks through a camera."""

    name: str
    password: str

    def answer(self, challenges: Sequence[str], path: str) -> str | None:
        """Return the header `Authorization` for the request of a path; None if no challenge can be answered."""
        asked = [
            (scheme.lower(), {name.lower(): quoted or bare for name, quoted, bare in VALUE.findall(rest)})
            for challenge in challenges
            for scheme, rest in SCHEME.findall(challenge)
        ]
        for scheme, values in asked:
            if scheme == "digest" and (answer := self._digest(values, path, secrets.token_hex(8))):
                return answer
        return self._basic() if any(scheme == "basic" for scheme, _ in asked) else None

    def _basic(self) -> str:
        return "Basic " + base64.b64encode(f"{self.name}:{self.password}".encode()).decode("ascii")

    def _digest(self, asked: Mapping[str, str], path: str, own_nonce: str) -> str | None:
        algorithm = asked.get("algorithm", "MD5")
        name = HASHES.get(algorithm.lower().removesuffix(SESSION))
        if name is None or "nonce" not in asked:
            return None

        def digest(*words: str) -> str:
            return hashlib.new(name, ":".join(words).encode(), usedforsecurity=False).hexdigest()

        realm, nonce = asked.get("realm", ""), asked["nonce"]
        secret, request = digest(self.name, realm, self.password), digest("GET", path)
        if algorithm.lower().endswith(SESSION):
            secret = digest(secret, nonce, own_nonce)
        told = {"username": self.name, "realm": realm, "nonce": nonce, "uri": path}
        bare = {"algorithm": algorithm} if "algorithm" in asked else {}
        if "auth" in re.split(r"[\s,]+", asked.get("qop", "")):
            told |= {
                "response": digest(secret, nonce, COUNT, own_nonce, "auth", request),
                "cnonce": own_nonce,
            }
            bare |= {"qop": "auth", "nc": COUNT}
        else:
            told["response"] = digest(secret, nonce, request)
        if "opaque" in asked:
            told["opaque"] = asked["opaque"]
        pairs = [f'{name}="{value}"' for name, value in told.items()]
        return "Digest " + ", ".join(pairs + [f"{name}={value}" for name, value in bare.items()])
