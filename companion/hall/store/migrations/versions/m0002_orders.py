"""Makes the table of orders: what referees asked tables to do, and what became of it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "orders",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("match", sa.String(64), nullable=False),
        sa.Column("verb", sa.String(16), nullable=False),
        sa.Column("args", sa.Text, nullable=False),
        sa.Column("expect", sa.BigInteger),
        sa.Column("ttl_ms", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("asked_at_ms", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.String(16)),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("says_en", sa.Text, nullable=False),
        sa.Column("says_fr", sa.Text, nullable=False),
        sa.Column("answered_at_ms", sa.BigInteger),
    )
    op.create_index("orders_of_a_table", "orders", ["account", "asked_at_ms"])
