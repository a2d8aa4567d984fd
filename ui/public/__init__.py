"""The screen of the spectators."""
