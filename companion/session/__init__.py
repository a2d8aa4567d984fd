"""A match that is played now: one thread owns match, reader, clocks and log, and takes items from one queue."""
