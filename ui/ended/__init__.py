"""The page of a recorded match that has ended: its result, its turning points, and how it is kept."""
