"""Draws a table as a camera would see it, for the demonstration, the kiosk and the tests.

`sheet`, `flat_drawings` and `ground_drawings` draw flat things in mm; `dice` and `hand` draw solid ones;
`scene` says what lies where; `camera` is a pinhole with a lens; `light` and `sensor` spoil the picture like a
room and a cheap camera; `scene_picture` puts all together and redraws only what has changed; `table` is moved
by hands and by command. It shares no code with the detectors, so that a mistake in the drawing cannot hide
one in the reading.
"""
