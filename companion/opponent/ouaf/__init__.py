"""A player of L'Ouaf: what a state is worth to a seat, and which plays it considers."""
