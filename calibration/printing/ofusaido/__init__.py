"""Draws what is printed for OFUSAIDO."""
