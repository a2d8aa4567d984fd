"""What counts of a finished match, one module a game."""
