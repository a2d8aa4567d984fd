"""Connections to a PostgreSQL server."""

import socket
import struct
from contextlib import suppress
from typing import Any

import pg8000
import sqlalchemy as sa

from companion.hall.errors import StoreError
from companion.words import Text


class ServerSocket(socket.socket):
    """A socket that closes its stream with itself.

    The driver drops the stream with unsent bytes in it when the server is gone, and Python then prints what it could not
    send (from 3.13 on).
    """

    _stream: Any = None

    def makefile(self, *words: Any, **named: Any) -> Any:
        self._stream = super().makefile(*words, **named)
        return self._stream

    def close(self) -> None:
        if self._stream is not None:
            with suppress(OSError):
                self._stream.close()
        super().close()


def connect_server(_dialect: sa.Dialect, _record: Any, words: Any, named: dict[str, Any]) -> Any:
    """Connect to a server, as SQLAlchemy's event `do_connect` asks for it.

    Raises `StoreError` where the driver stumbles: over a server that wants a password it was not given, and over other
    programs; and the driver's `InterfaceError` where nothing listens.
    """
    host, port = named.get("host") or "localhost", named.get("port") or 5432
    try:
        line = ServerSocket(fileno=socket.create_connection((host, port)).detach())
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    except OSError as problem:
        raise pg8000.InterfaceError(str(problem)) from problem
    try:
        return pg8000.Connection(*words, **named, sock=line)
    except (AttributeError, TypeError, ValueError, LookupError, AssertionError, struct.error) as problem:
        line.close()
        raise StoreError(
            Text(
                "the server at {host} asks for a password, or it is no PostgreSQL server; with a password, the address is"
                " postgresql://user:password@host/database",
                host=host,
            )
        ) from problem
    except BaseException:
        line.close()
        raise
