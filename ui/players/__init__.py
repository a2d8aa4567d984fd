"""The screen of those who play."""
