"""A match set up, step by step."""
