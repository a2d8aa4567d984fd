"""The hall's store: copies of the tables' records, and what is worked out of them, in SQLite or PostgreSQL."""
