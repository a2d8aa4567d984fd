"""5 heard: which event sounds like what."""
