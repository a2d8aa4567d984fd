"""The hall: it keeps copies of the logs of many tables, tells how each table stands, and runs their tournament."""
