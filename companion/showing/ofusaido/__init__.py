"""Builds the scenes of OFUSAIDO."""
