"""A player of Boufbowl: what a state is worth to a seat, and which plays it considers."""
