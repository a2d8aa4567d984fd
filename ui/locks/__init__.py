"""The page of locks: what players may do by themselves."""
