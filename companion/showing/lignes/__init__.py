"""Builds the scenes of Lignes d'Attaque."""
