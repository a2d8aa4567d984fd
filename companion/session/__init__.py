"""The table's one owner: match, reader, clocks and log, in one thread; what comes in stands in one queue."""
