"""The dialogues with the referee. Each is a value that says what to ask, and what follows from a reply."""
