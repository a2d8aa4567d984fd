"""Matches acted out: what players' hands do so that a table says each play. Gestures only; a stage carries them out."""
