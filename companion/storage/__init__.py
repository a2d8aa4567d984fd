"""5, KEPT FOR GOOD: the append-only log of matches, and the catalogues of cards on disk."""
