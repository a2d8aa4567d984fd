"""Home: where everything begins."""
