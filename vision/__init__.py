"""Turns camera frames into sightings: what lies on the table, in the words of `companion.observation`.

Sources give frames, the lens and the table map straighten them, and detectors find codes, printed references,
dice and tokens in them. Pixels never leave this package, and nothing here knows a rule of a game. Only this
package and `calibration` use OpenCV.
"""

import os

LARGEST_PX = 128_000_000
"""The largest picture that is read, in pixels: more than the largest of a phone, less than half a gigabyte in
memory.
"""
LONGEST_SIDE_PX = 32_000
"""The longest side of a picture that is read: the decoders look at pictures doubled, and take at most 65,535
pixels a side.
"""

# OpenCV reads these when it is loaded, so they must be set before that.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(LARGEST_PX))
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_WIDTH", str(LONGEST_SIDE_PX))
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_HEIGHT", str(LONGEST_SIDE_PX))
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
