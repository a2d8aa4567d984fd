"""What the table of L'Ouaf means."""
