"""The screen of the players."""
