"""How a match of Lignes d'Attaque is shown."""
