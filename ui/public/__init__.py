"""The screen of those who watch."""
