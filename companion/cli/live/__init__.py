"""A live table in the terminal: what to play, what is printed, and what is typed."""
