"""`companion bench`: measures what the program can do on this machine, with one module for each subject."""
