"""The table's side of the connection to the hall: it sends the log's records, answers requests, and takes orders."""
