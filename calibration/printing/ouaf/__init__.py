"""Draws what is printed for L'Ouaf."""
