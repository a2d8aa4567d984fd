"""Gives pictures of the table: from cameras, streams, files, folders and the virtual table."""
