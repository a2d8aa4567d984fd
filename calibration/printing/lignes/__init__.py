"""Draws what is printed for Lignes d'Attaque."""
