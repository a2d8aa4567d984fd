"""Draws the screens in their main states, for `companion screenshots`."""
