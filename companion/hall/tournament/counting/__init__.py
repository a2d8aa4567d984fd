"""Says for each game which numbers of a finished match count, one module a game."""
