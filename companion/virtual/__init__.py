"""Virtual players for demonstrations and tests, with real cards that are shuffled, dealt and held."""
