"""Boufbowl at a virtual table: two coaches with real decks and dice."""
