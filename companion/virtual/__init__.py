"""Tables that play by themselves: real cards, shuffled and held, and players with sense. For demos and tests."""
