"""The dialogues with the referee: each is a value that says what to ask, and what a reply leads to."""
