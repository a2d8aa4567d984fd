"""Holds the walkthroughs, one for each thing that is calibrated."""
