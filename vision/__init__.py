"""Frames in, sightings out: what a camera sees on the table, said in the words of `companion.observation`.

Sources give frames, the lens and the table map straighten them, detectors find codes, reference numbers, dice
and tokens in them. Pixels never leave this room, and nothing here knows a rule of a game. OpenCV lives here and
in `calibration`, and nowhere else.
"""
