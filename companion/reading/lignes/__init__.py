"""Reads plays of Lignes d'Attaque from its mat."""
