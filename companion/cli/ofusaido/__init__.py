"""OFUSAIDO told in a terminal: who plays, each turn, the sums of a duel, the summary."""
