"""What the table of OFUSAIDO means."""
