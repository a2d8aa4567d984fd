"""Dice in a tray: found, read by pips or by enrolled examples, and left unsaid where the picture does not say it."""
