"""Reads plays of L'Ouaf from its mat."""
