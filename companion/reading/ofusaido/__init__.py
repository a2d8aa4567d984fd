"""Reads plays of OFUSAIDO from its mat."""
