"""Adds to each table's link which kinds of its messages were not understood."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Add the column."""
    op.add_column("links", sa.Column("unread", sa.String(128), nullable=False, server_default=""))
