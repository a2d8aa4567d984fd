"""Chooses the sound of each event (stage 5)."""
