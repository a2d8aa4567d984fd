"""Makes the first tables: branches, records, matches, links and calls."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make the tables."""
    _make_logs()
    _make_links_and_calls()


def _make_logs() -> None:
    op.create_table(
        "branches",
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("log", sa.String(64), nullable=False),
        sa.Column("branch", sa.Integer, nullable=False),
        sa.Column("parent", sa.Integer),
        sa.Column("after", sa.BigInteger, nullable=False),
        sa.Column("cites", sa.String(64)),
        sa.PrimaryKeyConstraint("account", "log", "branch"),
    )
    op.create_table(
        "records",
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("log", sa.String(64), nullable=False),
        sa.Column("branch", sa.Integer, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("match", sa.String(64)),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("account", "log", "branch", "n"),
    )
    op.create_index("records_of_a_match", "records", ["account", "match", "n"])
    op.create_table(
        "matches",
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("log", sa.String(64), nullable=False),
        sa.Column("branch", sa.Integer, nullable=False),
        sa.Column("match", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules_version", sa.String(32), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("plays", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", "log", "branch", "match"),
    )


def _make_links_and_calls() -> None:
    op.create_table(
        "links",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("log", sa.String(64)),
        sa.Column("branch", sa.Integer, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("head_n", sa.BigInteger, nullable=False),
        sa.Column("is_up", sa.Boolean, nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("heard_at_ms", sa.BigInteger, nullable=False),
        sa.Column("view", sa.Text),
    )
    op.create_table(
        "calls",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(128), nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("answered_by", sa.String(64)),
        sa.Column("answered_at_ms", sa.BigInteger),
    )
