"""What the table of Lignes d'Attaque means."""
