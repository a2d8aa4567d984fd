"""The hall's store: copies of the tables' records, and values that are computed from them, in SQLite or PostgreSQL."""
