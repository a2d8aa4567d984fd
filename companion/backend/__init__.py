"""What screens ask of the rest of the program."""
