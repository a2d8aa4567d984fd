"""Reads rows of the store that come from outside, such as from a backup, by the types of their columns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import sqlalchemy as sa

from companion.codec import Range, WallMs, read
from companion.errors import Malformed
from companion.hall.store.tables import META
from companion.storage.outbox import read_account, read_name
from companion.storage.strict_json import is_keepable
from companion.words import Text

Small = Annotated[int, Range(-(2**31), 2**31 - 1)]
Large = Annotated[int, Range(-(2**63), 2**63 - 1)]
"""What PostgreSQL takes as a whole number; SQLite keeps all as the larger one."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row with the name of its table."""

    table: str
    row: Mapping[str, Any]


def read_row(data: Any) -> StoredRow:
    """Read a row that a table of the store can take. Raises `Malformed`."""
    line = read(StoredRow, data)
    table = META.tables.get(line.table)
    if table is None:
        raise Malformed(
            "table",
            Text("the backup has a table {name} that this version does not know", name=line.table[:40]),
        )
    unknown = line.row.keys() - table.columns.keys()
    if unknown:
        raise Malformed(line.table, Text("there is no field {name} here", name=min(unknown)[:40]))
    return StoredRow(line.table, {column.name: _value(column, line.row) for column in table.columns})


def _value(column: "sa.Column[Any]", row: Mapping[str, Any]) -> Any:
    where = f"{column.table.name}.{column.name}"
    data = row.get(column.name)
    if data is None and column.nullable:
        return None
    if isinstance(column.type, sa.Boolean):
        return read(bool, data, where)
    if isinstance(column.type, sa.Integer):
        return _read_number(column, data, where)
    if data == "" and column.name == "match":
        return ""  # An order that is about no match.
    if column.name in _NAMES:
        return _NAMES[column.name](data, where)
    text = read(str, data, where)
    most = getattr(column.type, "length", None)
    if (most is not None and len(text) > most) or not is_keepable(text):
        raise Malformed(where, Text("the store cannot hold this text"))
    return text


def _read_number(column: "sa.Column[Any]", data: Any, where: str) -> int:
    if column.name.endswith(("at_ms", "since_ms")):
        return read(WallMs, data, where)
    return read(Large if isinstance(column.type, sa.BigInteger) else Small, data, where)


_NAMES: Mapping[str, Callable[[Any, str], str]] = {
    "account": read_account,
    "log": read_name,
    "match": read_name,
}
"""Columns that become part of files' names and topics."""
