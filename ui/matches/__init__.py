"""The page of all recorded matches."""
