"""How a match of Boufbowl is shown."""
