"""The hall: it keeps copies of the logs of many tables, shows the state of each table, and runs their tournament."""
