"""What is printed for L'Ouaf."""
