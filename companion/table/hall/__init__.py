"""The table's side of the line to the hall: it tells what the log keeps, answers what the hall wants, and takes orders."""
