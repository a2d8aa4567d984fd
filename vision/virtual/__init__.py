"""A table drawn as a camera would see it: the camera's twin for the demonstration, the kiosk and the tests.

`drawing`, `faces`, `sheet` draw flat things in millimetres; `dice` and `hand` draw what is not flat; `scene` says
what lies where; `camera` is a pinhole with a lens, `light` and `sensor` spoil the picture as a room and a cheap
camera do; `picture` puts all together, changing only what has changed; `table` is the twin that is moved by hand
and by command. Nothing is shared with the detectors: what one draws wrong, the other must not read right.
"""
