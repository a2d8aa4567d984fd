"""Says how large cards are, for those who only lay them out."""

CARD_MM = (63.0, 88.0)
"""Width and height of our cards (docs/printing.md)."""
MINI_MM = (64.0, 40.0)
"""Width and height of a mini face."""
