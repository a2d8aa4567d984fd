"""Keeps on disk the append-only log of matches, the catalogues of cards, and the settings."""
