"""Runs the migrations on the connection that the store hands over."""

from alembic import context

from companion.hall.store.tables import META

context.configure(connection=context.config.attributes["connection"], target_metadata=META)
with context.begin_transaction():
    context.run_migrations()
