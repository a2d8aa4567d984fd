"""What owners choose for screens and sound."""
