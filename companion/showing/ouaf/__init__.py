"""Builds the scenes of L'Ouaf."""
