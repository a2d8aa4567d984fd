"""The set-up of a match, step by step."""
