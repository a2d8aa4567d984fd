"""The calibration of camera, table, light, dice, tower and sound on the screen."""
