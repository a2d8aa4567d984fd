"""Prints what a tournament hangs on the wall and lays on the tables."""
