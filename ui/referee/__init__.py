"""The screen of the referee."""
