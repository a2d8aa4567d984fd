"""Joining: a token on the hall's screen, three digits on both, and a person who says yes."""
