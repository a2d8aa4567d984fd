"""A screen in a shop that nobody looks after."""
