"""How we learn the lens, the table and the tower, and what is printed for it.

Samples are taken only when they are new and still, solved, graded on pictures that were not used to solve, and
saved with the camera, the resolution, the date and the report. The mat, the stickers and the targets that people
print come from here too.
"""

import vision as _vision  # noqa: F401 - what OpenCV may read is settled before it is loaded
