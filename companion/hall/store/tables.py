"""The tables of the hall's store, as the present program reads and writes them. `migrations/` makes them.

branches   the logs of the tables; a log that was continued twice has a second branch from there on
records    the records of each branch, as the tables sent them
matches    the matches in the records, with the number of their plays
links      the last word of each table
calls      what a referee should look at
orders     what referees asked tables to do: who, when, why, and what became of it
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

META = MetaData()

BRANCHES = Table(
    "branches",
    META,
    Column("account", String(32), nullable=False),
    Column("log", String(64), nullable=False),
    Column("branch", Integer, nullable=False),
    Column("parent", Integer),
    Column("after", BigInteger, nullable=False),
    Column("cites", String(64)),
    PrimaryKeyConstraint("account", "log", "branch"),
)
RECORDS = Table(
    "records",
    META,
    Column("account", String(32), nullable=False),
    Column("log", String(64), nullable=False),
    Column("branch", Integer, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("match", String(64)),
    Column("seq", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    PrimaryKeyConstraint("account", "log", "branch", "n"),
    Index("records_of_a_match", "account", "match", "n"),
)
MATCHES = Table(
    "matches",
    META,
    Column("account", String(32), nullable=False),
    Column("log", String(64), nullable=False),
    Column("branch", Integer, nullable=False),
    Column("match", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("rules_version", String(32), nullable=False),
    Column("created_at_ms", BigInteger, nullable=False),
    Column("plays", BigInteger, nullable=False),
    PrimaryKeyConstraint("account", "log", "branch", "match"),
)
LINKS = Table(
    "links",
    META,
    Column("account", String(32), primary_key=True),
    Column("log", String(64)),
    Column("branch", Integer, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("head_n", BigInteger, nullable=False),
    Column("is_up", Boolean, nullable=False),
    Column("version", String(64), nullable=False),
    Column("heard_at_ms", BigInteger, nullable=False),
    Column("view", Text),
    Column("unread", String(128), nullable=False),
)
CALLS = Table(
    "calls",
    META,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("account", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("subject", String(128), nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("answered_by", String(64)),
    Column("answered_at_ms", BigInteger),
)
ORDERS = Table(
    "orders",
    META,
    Column("id", String(32), primary_key=True),
    Column("account", String(32), nullable=False),
    Column("match", String(64), nullable=False),
    Column("verb", String(16), nullable=False),
    Column("args", Text, nullable=False),
    Column("expect", BigInteger),
    Column("ttl_ms", BigInteger, nullable=False),
    Column("by", String(64), nullable=False),
    Column("role", String(16), nullable=False),
    Column("why", Text, nullable=False),
    Column("asked_at_ms", BigInteger, nullable=False),
    Column("outcome", String(16)),
    Column("seq", BigInteger, nullable=False),
    Column("says_en", Text, nullable=False),
    Column("says_fr", Text, nullable=False),
    Column("answered_at_ms", BigInteger),
    Index("orders_of_a_table", "account", "asked_at_ms"),
)
