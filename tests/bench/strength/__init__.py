"""Matches of players against each other: what a player is worth, and what a state is worth."""
