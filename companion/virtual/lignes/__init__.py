"""Lignes d'Attaque at a virtual table."""
