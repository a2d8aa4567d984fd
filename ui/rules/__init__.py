"""The rules page: a game's rules in the players' words, and how doubtful points are judged."""
