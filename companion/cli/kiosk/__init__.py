"""`companion kiosk`: makes this machine start into the game by itself, and maintains it."""
