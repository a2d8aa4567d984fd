"""Builds the scenes of Boufbowl."""
