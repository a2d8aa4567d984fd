"""Makes sure that only one hall at a time uses a database of PostgreSQL, as the hall's folder does for a file of SQLite.

The server gives the lock to one connection, and takes it back when that connection ends, however it ends.
"""

from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from companion.hall.errors import StoreError
from companion.words import Text

LOCK = 0x434D504E_48414C4C
"""`CMPNHALL`: the number of the lock in the database."""

NOTICED = ("tcp_keepalives_idle = 5", "tcp_keepalives_interval = 2", "tcp_keepalives_count = 3")
"""The server notices within eleven seconds that the hall's machine is gone, and lets another hall have the lock."""


class Tenancy:
    """A lock in a database, which only one running hall can hold."""

    def __init__(self, engine: sa.Engine) -> None:
        """Lock the database. Raises `StoreError` if another hall has locked it, and `SQLAlchemyError`."""
        self._connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            for setting in NOTICED:
                self._connection.exec_driver_sql(f"SET {setting}")
            taken = self._connection.execute(sa.select(sa.func.pg_try_advisory_lock(LOCK))).scalar_one()
            if not taken:
                raise StoreError(
                    Text(
                        "another hall uses this database: close that one first, or give each hall a database of its own"
                    )
                )
        except BaseException:
            self.end()
            raise

    @property
    def is_held(self) -> bool:
        """Whether the connection that has the lock is still there."""
        # A connection that would be made anew has no lock.
        if self._connection.invalidated:
            return False
        try:
            self._connection.execute(sa.text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    def end(self) -> None:
        """Give the lock back."""
        with suppress(SQLAlchemyError):
            self._connection.execute(sa.select(sa.func.pg_advisory_unlock(LOCK)))
        # The connection is ended and not put back into the pool.
        self._connection.invalidate()
        self._connection.close()
