"""What is printed for Lignes d'Attaque."""
