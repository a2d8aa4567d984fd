"""The home page, which is shown first."""
