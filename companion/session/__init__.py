"""A match in progress: one thread owns match, reader, clocks and log, and takes items from one queue."""
