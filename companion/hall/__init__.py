"""The hall: it keeps copies of the logs of many tables, and tells how each table stands."""
