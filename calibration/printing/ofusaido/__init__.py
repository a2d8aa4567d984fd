"""What is printed for OFUSAIDO."""
