"""The demonstration cards: a front for each kind of card of each game, and backs."""
