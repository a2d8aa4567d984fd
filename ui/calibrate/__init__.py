"""Camera, table, light, dice, tower and sound calibrated at the screen."""
