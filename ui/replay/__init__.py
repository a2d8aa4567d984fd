"""The page on which a recorded match is stepped through."""
