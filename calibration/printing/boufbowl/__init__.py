"""Draws what is printed for Boufbowl."""
