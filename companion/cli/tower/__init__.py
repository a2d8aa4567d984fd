"""`companion tower`: a virtual tower, a live view of a tower, single commands, a long trial, and an audit of its dice."""
