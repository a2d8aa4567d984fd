"""A player of OFUSAIDO: what a state is worth to a seat, and which plays it considers."""
