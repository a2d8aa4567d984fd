"""A player of Lignes d'Attaque: what a state is worth to a seat, and which plays it considers."""
