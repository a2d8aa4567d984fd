"""How a match of OFUSAIDO is shown."""
