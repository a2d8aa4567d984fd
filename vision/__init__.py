"""Frames in, sightings out: what a camera sees on the table, said in the words of `companion.observation`.

Sources give frames, the lens and the table map straighten them, detectors find codes, reference numbers, dice
and tokens in them. Pixels never leave this room, and nothing here knows a rule of a game. OpenCV lives here and
in `calibration`, and nowhere else.
"""

import os

LARGEST_PX = 128_000_000
"""Of a picture that is read: more than a telephone's largest, and less than half a gigabyte in memory."""
LONGEST_SIDE_PX = 32_000
"""What reads codes looks at pictures twice as large, and at no more than 65,535 pixels a side."""

# OpenCV asks for these when it is loaded, so that they stand before anything that loads it.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(LARGEST_PX))
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_WIDTH", str(LONGEST_SIDE_PX))
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_HEIGHT", str(LONGEST_SIDE_PX))
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
