"""The hall's store: one SQLite file, or a PostgreSQL database, with the same tables and the same queries.

sqlite:///path/to/hall.db          the usual one, in the hall's data folder
postgresql://user@host/database    for who runs several halls, or a league
"""

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script.revision import ResolutionError
from alembic.util.exc import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from companion.bus.messages import OrderVerb, TableOrder
from companion.clock import wall_ms
from companion.codec import WallMs, read
from companion.errors import Malformed
from companion.hall.branches import KeptBranch, LogKey
from companion.hall.errors import NotKept, StoreError, StoreGone
from companion.hall.store.changes import (
    FORK_CALL,
    KeptCall,
    KeptLink,
    KeptMatch,
    KeptOrder,
    NewRecord,
    OrderFate,
    StoreChanges,
)
from companion.hall.store.database import StoredRow, Tenancy, connect_server, database_says
from companion.hall.store.tables import BRANCHES, CALLS, LINKS, MATCHES, META, ORDERS, RECORDS
from companion.storage import strict_json
from companion.storage.border import file_at
from companion.storage.chain import Kind
from companion.storage.kept_files import make_file, make_folder
from companion.storage.outbox import NAME, ChainedRecord
from companion.words import Text, Wording

MIGRATIONS = Path(__file__).parent / "migrations"
MOST_AT_ONCE = 200
"""Rows of a backup that are written with one statement."""
SQLITE = "sqlite:///"
POSTGRES = "postgresql://"
DRIVERS = {POSTGRES: "postgresql+pg8000://"}
"""The driver that serves an address."""

_MIGRATING = threading.Lock()
"""Alembic keeps what it is at in its own module: one thread at a time."""


def sqlite_address(path: Path) -> str:
    """Return the address of a store in a file."""
    return f"{SQLITE}{path.absolute()}"


class HallStore:
    """The store of one hall. Use it only in the thread that opened it."""

    def __init__(self, address: str, *, is_of_hall: bool = False) -> None:
        """Open the store, and make or upgrade its tables.

        `is_of_hall`: as the running hall of this store, of which there is only one. Who opens a file of SQLite as such
        has claimed its folder. Raises `StoreError`.
        """
        self.address = address
        self._path = Path(address.removeprefix(SQLITE)) if address.startswith(SQLITE) else None
        self._is_of_hall = is_of_hall
        self._tenancy: Tenancy | None = None
        self._open()

    def _open(self) -> None:
        self._engine = self._opened()
        self._file = None if self._path is None else file_at(self._path)
        if self._is_of_hall and self._path is None:
            try:
                with self._border():
                    self._tenancy = Tenancy(self._engine)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        if self._tenancy is not None:
            self._tenancy.end()
            self._tenancy = None
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def reopen(self) -> None:
        """Open the store again; a deleted file is made anew. Raises `StoreError`."""
        self.close()
        self._open()

    def expect_there(self) -> None:
        """Check that the store is still the one that was opened, and that it is still this hall's. Raises `StoreGone`."""
        if self._is_of_hall and self._path is None and not (self._tenancy and self._tenancy.is_held):
            raise StoreGone(Text("the connection to {store} was lost", store=_without_password(self.address)))
        if self._path is not None and file_at(self._path) != self._file:
            raise StoreGone(
                Text(
                    "{file} was deleted or replaced while the hall ran; the hall makes it again, and fetches all of it from"
                    " the tables",
                    file=str(self._path),
                )
            )

    def _opened(self) -> sa.Engine:
        if self._path is not None:
            try:
                make_folder(self._path.parent)
                make_file(self._path)
            except OSError as problem:
                raise self._unusable(problem) from problem
        elif not (self.address.startswith(POSTGRES) and _is_address(self.address)):
            raise StoreError(
                Text(
                    "expected a store such as postgresql://user@host/database, got {got}",
                    got=_without_password(self.address)[:60],
                )
            )
        address = self.address
        for usual, with_driver in DRIVERS.items():
            address = with_driver + address.removeprefix(usual) if address.startswith(usual) else address
        try:
            engine = sa.create_engine(address)
            if self._path is not None:
                sa.event.listen(engine, "connect", _as_we_like_it)
            else:
                sa.event.listen(engine, "do_connect", connect_server)
            _migrate(engine)
        except CommandError as problem:
            if isinstance(problem.__cause__, ResolutionError):
                raise StoreError(
                    Text(
                        "the hall's store was written by a later version of this program; bring the program up to date"
                    )
                ) from problem
            raise self._unusable(problem) from problem
        except (SQLAlchemyError, OSError) as problem:
            raise self._unusable(problem) from problem
        return engine

    def _unusable(self, problem: Exception) -> StoreError:
        where = str(self._path) if self._path is not None else _without_password(self.address)
        return StoreError(
            Text(
                "the hall's store {store} cannot be used: {problem}",
                store=where,
                problem=database_says(problem, self._path),
            )
        )

    @contextmanager
    def _border(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as problem:
            raise self._unusable(problem) from problem

    # --- writing

    def keep(self, changes: StoreChanges) -> None:
        """Write all changes, or none. Raises `StoreError`, and `NotKept` if the store is there and does not hold them."""
        self.expect_there()
        with self._border(), _held(), self._engine.begin() as db:
            if changes.branches:
                db.execute(
                    sa.insert(BRANCHES), [_branch_row(kept, cites) for kept, cites in changes.branches]
                )
            if changes.records:
                db.execute(sa.insert(RECORDS), [_record_row(new) for new in changes.records])
                self._keep_matches(db, changes.records)
            if changes.links:
                self._keep_links(db, list(changes.links.values()))
            if changes.calls:
                self._keep_calls(db, changes.calls)
            for account, subject, by in changes.calls_over:
                db.execute(
                    sa.update(CALLS)
                    .where(
                        CALLS.c.account == account,
                        CALLS.c.subject == subject,
                        CALLS.c.answered_by.is_(None),
                    )
                    .values(answered_by=by, answered_at_ms=wall_ms())
                )

    def _keep_matches(self, db: sa.Connection, records: Sequence[NewRecord]) -> None:
        begun = [_match_row(new) for new in records if new.record.kind in (Kind.MATCH, Kind.COPY)]
        if begun:
            # A table may tell the beginning of a match twice: the first one stands.
            db.execute(self._insert(MATCHES).on_conflict_do_nothing(), begun)
        plays = {
            (new.key, new.branch, new.record.match): new.record.seq
            for new in records
            if new.record.kind == Kind.PLAY
        }
        if plays:
            rows = [
                {"a": key.account, "l": key.log, "b": branch, "m": match, "s": seq}
                for (key, branch, match), seq in plays.items()
            ]
            db.execute(
                sa.update(MATCHES)
                .where(
                    MATCHES.c.account == sa.bindparam("a"),
                    MATCHES.c.log == sa.bindparam("l"),
                    MATCHES.c.branch == sa.bindparam("b"),
                    MATCHES.c.match == sa.bindparam("m"),
                )
                .values(plays=sa.bindparam("s")),
                rows,
            )

    def _keep_calls(self, db: sa.Connection, calls: Sequence[KeptCall]) -> None:
        """Keep calls; one that is there already, because the table told it before the hall was restarted, stays."""
        for call in calls:
            same = CALLS.c.account == call.account, CALLS.c.kind == call.kind, CALLS.c.subject == call.subject
            if call.kind == FORK_CALL or not db.execute(sa.select(CALLS.c.id).where(*same)).first():
                db.execute(sa.insert(CALLS), [_call_row(call)])

    def _insert(self, table: sa.Table) -> Any:
        """Return the store's own form of an insertion, which can say what to do about a row that is there."""
        return (postgresql.insert if self._path is None else sqlite.insert)(table)

    def _keep_links(self, db: sa.Connection, links: Sequence[KeptLink]) -> None:
        statement = self._insert(LINKS)
        columns = [column.name for column in LINKS.columns]
        changed = {name: statement.excluded[name] for name in columns if name != LINKS.c.account.name}
        statement = statement.on_conflict_do_update(index_elements=[LINKS.c.account], set_=changed)
        db.execute(statement, [{name: getattr(link, name) for name in columns} for link in links])

    def answer_call(self, number: int, by: str, at_ms: int) -> bool:
        """Note who answered a call; return whether it was open. Raises `StoreError`."""
        with self._border(), self._engine.begin() as db:
            done = db.execute(
                sa.update(CALLS)
                .where(CALLS.c.id == number, CALLS.c.answered_by.is_(None))
                .values(answered_by=by, answered_at_ms=at_ms)
            )
        return bool(done.rowcount)

    def ask_order(self, *asked: KeptOrder) -> None:
        """Keep orders before they are sent, all or none. Raises `StoreError`."""
        with self._border(), self._engine.begin() as db:
            db.execute(sa.insert(ORDERS), [_order_row(one) for one in asked])

    def answer_order(
        self, name: str, fate: OrderFate, at_ms: int, *, seq: int = 0, says: Wording | None = None
    ) -> None:
        """Note what became of an order; the first answer stands. Raises `StoreError`."""
        told = says or Wording("", "")
        with self._border(), self._engine.begin() as db:
            db.execute(
                sa.update(ORDERS)
                .where(ORDERS.c.id == name, ORDERS.c.outcome.is_(None))
                .values(outcome=fate.value, seq=seq, says_en=told.en, says_fr=told.fr, answered_at_ms=at_ms)
            )

    # --- whole, for backups

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield all rows of all tables as they stood at one moment, with the names of their tables. Raises `StoreError`."""
        # Both begin a transaction here in which every query sees the same moment.
        begin = "BEGIN" if self._path is not None else "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"
        with self._border(), self._engine.connect() as db:
            db.exec_driver_sql(begin)
            for table in META.sorted_tables:
                for row in db.execute(sa.select(table).order_by(*table.primary_key.columns)):
                    yield table.name, dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's own public name for it

    def fill(self, rows: Iterable[StoredRow], before_end: Callable[[], None] = lambda: None) -> int:
        """Write rows into an empty store, all or none, and return how many.

        `before_end` is called when all rows are written; if it raises, none is kept. Raises `StoreError`, also if the
        store is not empty.
        """
        count = 0
        with self._border(), self._engine.begin() as db:
            if any(db.execute(sa.select(table).limit(1)).first() for table in META.sorted_tables):
                raise StoreError(
                    Text(
                        "the hall's store is not empty: a backup is put back into an empty one, so that nothing is lost"
                    )
                )
            for name, of_table in groupby(rows, key=lambda one: one.table):
                while batch := [dict(one.row) for one in islice(of_table, MOST_AT_ONCE)]:
                    db.execute(sa.insert(META.tables[name]), batch)
                    count += len(batch)
            if self._path is None:
                # PostgreSQL counts calls by itself, and goes on after the last of them.
                db.execute(
                    sa.text(
                        "SELECT setval('calls_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM calls), false)"
                    )
                )
            before_end()
        return count

    # --- reading

    def branches(self, account: str | None = None) -> list[KeptBranch]:
        """Return all branches, or those of one table, with their last records, by log and number. Raises `StoreError`."""
        last = (
            sa.select(RECORDS.c.account, RECORDS.c.log, RECORDS.c.branch, sa.func.max(RECORDS.c.n).label("n"))
            .group_by(RECORDS.c.account, RECORDS.c.log, RECORDS.c.branch)
            .subquery()
        )
        same = [RECORDS.c[name] == last.c[name] for name in ("account", "log", "branch", "n")]
        of_branch = [BRANCHES.c[name] == last.c[name] for name in ("account", "log", "branch")]
        query = (
            sa.select(BRANCHES, last.c.n, RECORDS.c.hash)
            .join_from(BRANCHES, last, sa.and_(*of_branch))
            .join(RECORDS, sa.and_(*same))
            .order_by(BRANCHES.c.account, BRANCHES.c.log, BRANCHES.c.branch)
        )
        if account is not None:
            query = query.where(BRANCHES.c.account == account)
        with self._border(), self._engine.connect() as db:
            rows = db.execute(query).all()
        return [
            KeptBranch(LogKey(row.account, row.log), row.branch, row.parent, row.after, row.n, row.hash)
            for row in rows
        ]

    def hashes_of(self, key: LogKey, branch: int, numbers: range) -> dict[int, str]:
        """Return the hashes of records of this branch itself, not of its parents, by number. Raises `StoreError`."""
        query = sa.select(RECORDS.c.n, RECORDS.c.hash).where(*_of(key, branch))
        with self._border(), self._engine.connect() as db:
            rows = db.execute(query.where(RECORDS.c.n.between(numbers.start, numbers.stop - 1)))
            return {row.n: row.hash for row in rows}

    def records(self, key: LogKey, branch: int = 0) -> list[ChainedRecord]:
        """Return the records of this branch itself, not of its parents, in order. Raises `StoreError`."""
        query = sa.select(RECORDS).where(*_of(key, branch)).order_by(RECORDS.c.n)
        with self._border(), self._engine.connect() as db:
            return [
                ChainedRecord(row.n, row.kind, row.seq, row.body, row.hash, row.match)
                for row in db.execute(query)
            ]

    def matches(self) -> list[KeptMatch]:
        """Return all matches of all tables, by account and time of beginning. Raises `StoreError`."""
        query = sa.select(MATCHES).order_by(MATCHES.c.account, MATCHES.c.created_at_ms, MATCHES.c.match)
        with self._border(), self._engine.connect() as db:
            return [
                KeptMatch(LogKey(row.account, row.log), row.branch, row.match, row.game, row.plays)
                for row in db.execute(query)
            ]

    def match_records(self, match: KeptMatch) -> list[ChainedRecord]:
        """Return the records of a match in its branch, in order. Raises `StoreError`."""
        of_log = RECORDS.c.account == match.key.account, RECORDS.c.log == match.key.log
        query = sa.select(RECORDS).where(*of_log, RECORDS.c.match == match.match).order_by(RECORDS.c.n)
        with self._border(), self._engine.connect() as db:
            return [
                ChainedRecord(row.n, row.kind, row.seq, row.body, row.hash, row.match)
                for row in db.execute(query.where(RECORDS.c.branch == match.branch))
            ]

    def match_of(self, key: LogKey, branch: int, match: str) -> KeptMatch | None:
        """Return a match in a branch; None if the store has no beginning of it there. Raises `StoreError`."""
        columns = (MATCHES.c.account, key.account), (MATCHES.c.log, key.log), (MATCHES.c.match, match)
        query = sa.select(MATCHES).where(*(column == value for column, value in columns))
        with self._border(), self._engine.connect() as db:
            row = db.execute(query.where(MATCHES.c.branch == branch)).first()
        return None if row is None else KeptMatch(key, row.branch, row.match, row.game, row.plays)

    def links(self) -> list[KeptLink]:
        """Return the last message of each table, by account. Raises `StoreError`."""
        with self._border(), self._engine.connect() as db:
            rows = db.execute(sa.select(LINKS).order_by(LINKS.c.account)).all()
        return [KeptLink(**row._mapping) for row in rows]  # noqa: SLF001 - SQLAlchemy's own public name for it

    def plays(self, account: str) -> dict[str, int]:
        """Return the number of plays of each match of a table, by the match's id. Raises `StoreError`."""
        query = sa.select(MATCHES.c.match, sa.func.max(MATCHES.c.plays)).where(MATCHES.c.account == account)
        with self._border(), self._engine.connect() as db:
            return {row[0]: row[1] for row in db.execute(query.group_by(MATCHES.c.match))}

    def open_calls(self) -> list[tuple[int, KeptCall]]:
        """Return the calls that nobody answered, the oldest first, with their numbers. Raises `StoreError`."""
        query = sa.select(CALLS).where(CALLS.c.answered_by.is_(None)).order_by(CALLS.c.id)
        with self._border(), self._engine.connect() as db:
            return [
                (row.id, KeptCall(row.account, row.kind, row.subject, row.since_ms))
                for row in db.execute(query)
            ]

    def open_orders(self) -> list[KeptOrder]:
        """Return the orders that were not answered yet, the oldest first. Raises `StoreError`."""
        return self._orders(
            sa.select(ORDERS).where(ORDERS.c.outcome.is_(None)).order_by(ORDERS.c.asked_at_ms)
        )

    def order(self, name: str) -> KeptOrder | None:
        """Return an order by its id; None if there is none. Raises `StoreError`."""
        return next(iter(self._orders(sa.select(ORDERS).where(ORDERS.c.id == name))), None)

    def orders_of(self, account: str, most: int) -> list[KeptOrder]:
        """Return the newest orders that were given to a table about one of its matches, the newest first. Raises
        `StoreError`.
        """
        of_matches = sa.select(ORDERS).where(ORDERS.c.account == account, ORDERS.c.match != "")
        query = of_matches.order_by(ORDERS.c.asked_at_ms.desc())
        return self._orders(query.limit(most))

    def orders_with(self, verb: OrderVerb, most: int) -> list[KeptOrder]:
        """Return the last orders of a kind to any table, the newest first. Raises `StoreError`."""
        query = sa.select(ORDERS).where(ORDERS.c.verb == verb.value)
        return self._orders(query.order_by(ORDERS.c.asked_at_ms.desc(), ORDERS.c.account).limit(most))

    def _orders(self, query: sa.Select[Any]) -> list[KeptOrder]:
        with self._border(), self._engine.connect() as db:
            return [_kept_order(row) for row in db.execute(query)]


@contextmanager
def _held() -> Iterator[None]:
    """Tell a value that the database refuses from a database that cannot be used."""
    try:
        yield
    except (DataError, IntegrityError) as problem:
        raise NotKept(
            Text("the hall's store does not hold this: {problem}", problem=database_says(problem, None))
        ) from problem


def _migrate(engine: sa.Engine) -> None:
    """Bring the tables to this version's form. The engine's connections are closed if that cannot be done."""
    try:
        with engine.begin() as db:
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = db
            with _MIGRATING:
                command.upgrade(config, "head")
    except BaseException:
        engine.dispose()
        raise


def _as_we_like_it(connection: Any, _record: Any) -> None:
    """Set a SQLite connection up: readers do not wait for the writer; what a power cut takes is fetched again."""
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")


def _of(key: LogKey, branch: int) -> tuple[Any, ...]:
    return RECORDS.c.account == key.account, RECORDS.c.log == key.log, RECORDS.c.branch == branch


def _branch_row(kept: KeptBranch, cites: str | None) -> dict[str, Any]:
    return {
        "account": kept.key.account,
        "log": kept.key.log,
        "branch": kept.number,
        "parent": kept.parent,
        "after": kept.after,
        "cites": cites,
    }


def _record_row(new: NewRecord) -> dict[str, Any]:
    record = new.record
    return {
        "account": new.key.account,
        "log": new.key.log,
        "branch": new.branch,
        "n": record.n,
        "kind": record.kind,
        "match": record.match,
        "seq": record.seq,
        "body": record.body,
        "hash": record.hash,
    }


@dataclass(frozen=True, slots=True)
class _Beginning:
    """What the store tells of a match, from the body of its first record."""

    game: str = field(metadata=NAME)
    rules_version: str = field(metadata=NAME)
    created_at_ms: WallMs


def _match_row(new: NewRecord) -> dict[str, Any]:
    """Return the row of a match that began; of a body that this version does not know nothing is told."""
    try:
        data = strict_json.parse(new.record.body, deepest=strict_json.DEEPEST_KEPT)
        told = read(_Beginning, data, skips_unknown=True)
    except Malformed:
        told = _Beginning("", "", 0)
    return {
        "account": new.key.account,
        "log": new.key.log,
        "branch": new.branch,
        "match": new.record.match or "",
        "game": told.game[:32],
        "rules_version": told.rules_version[:32],
        "created_at_ms": told.created_at_ms,
        "plays": 0,
    }


def _order_row(asked: KeptOrder) -> dict[str, Any]:
    order = asked.order
    return {
        "id": order.id,
        "account": asked.account,
        "match": order.match,
        "verb": order.verb.value,
        "args": strict_json.written(dict(order.args)),
        "expect": order.expect,
        "ttl_ms": order.ttl_ms,
        "by": order.by[:64],
        "role": asked.role[:16],
        "why": asked.why,
        "asked_at_ms": asked.asked_at_ms,
        "outcome": None if asked.fate is None else asked.fate.value,
        "seq": asked.seq,
        "says_en": "" if asked.says is None else asked.says.en,
        "says_fr": "" if asked.says is None else asked.says.fr,
        "answered_at_ms": asked.answered_at_ms,
    }


def _kept_order(row: Any) -> KeptOrder:
    order = TableOrder(
        row.id, row.by, row.match, OrderVerb(row.verb), strict_json.parse(row.args), row.expect, row.ttl_ms
    )
    return KeptOrder(
        order,
        row.account,
        row.role,
        row.why,
        row.asked_at_ms,
        None if row.outcome is None else OrderFate(row.outcome),
        row.seq,
        Wording(row.says_en, row.says_fr) if row.says_en else None,
        row.answered_at_ms,
    )


def _call_row(call: KeptCall) -> dict[str, Any]:
    return {
        "account": call.account,
        "kind": call.kind,
        "subject": call.subject[:128],
        "since_ms": call.since_ms,
        "answered_by": call.answered_by,
        "answered_at_ms": None,
    }


def _is_address(address: str) -> bool:
    try:
        return sa.make_url(address).username is not None
    except (SQLAlchemyError, ValueError):
        return False


def _without_password(address: str) -> str:
    if _is_address(address):
        return sa.make_url(address).render_as_string(hide_password=True)
    return re.sub(r"(://[^:/]*):.*@", r"\1:***@", address)
