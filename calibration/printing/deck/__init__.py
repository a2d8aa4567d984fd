"""Draws the demonstration cards: a front for each kind of card of each game, and the backs."""
