"""Lets tables join the hall: with a token on the hall's screen, three digits on both screens, and a person's yes."""
