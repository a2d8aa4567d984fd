"""How a match of L'Ouaf is shown."""
