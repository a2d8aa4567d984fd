"""Answers browsers that speak HTTP to a port for HTTPS with a sentence that says what to type; TLS alone would only
close the connection.
"""

import ssl
from typing import Any

from companion.network.certificates import Certificate
from companion.words import LANGUAGES, Text, translate

SAYS = Text("this address begins with https: type https:// before it, and not http://")
_HTTP = "HTTP_REQUEST"
"""How OpenSSL calls a greeting that is a request in plain HTTP."""


def _answer() -> bytes:
    words = "\n".join(translate(SAYS, language) for language in LANGUAGES).encode()
    head = (
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n"
        f"Content-Length: {len(words)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + words


class _Greeted(ssl.SSLObject):
    """One connection. What stands in `outgoing` is sent as it is."""

    outgoing: ssl.MemoryBIO
    _is_plain = False

    def do_handshake(self) -> None:
        if not self._is_plain:
            try:
                super().do_handshake()
            except ssl.SSLError as problem:
                if problem.reason != _HTTP:
                    raise
                self._is_plain = True
                self.outgoing.write(_answer())
            else:
                return
        # Nothing more is said; the caller hangs up, or is hung up when the handshake is late.
        raise ssl.SSLWantReadError


class _DoorContext(ssl.SSLContext):
    sslobject_class = _Greeted

    def wrap_bio(self, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO, *more: Any, **named: Any) -> Any:
        made = super().wrap_bio(incoming, outgoing, *more, **named)
        made.outgoing = outgoing  # type: ignore[attr-defined]
        return made


def door_context(certificate: Certificate) -> ssl.SSLContext:
    """Return the TLS of a server with this certificate. Raises `OSError` if its files cannot be read."""
    context = _DoorContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.certificate, certificate.key)
    return context
