"""The settings of screens and sound."""
