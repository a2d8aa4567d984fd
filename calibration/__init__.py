"""Calibrates the camera, the table, the light, the dice, the tower and the sound, and draws what is printed
for them.

Every calibration takes samples, solves them, grades the result, and saves it with the camera, the picture
size, the date and the report. `printing/` draws the mats, cards, stickers, tokens and targets as PDF.
"""

import vision as _vision  # noqa: F401 - what OpenCV may read is settled before it is loaded
