"""The tower's own program, for MicroPython: these files are copied to the board unchanged.

Nothing here imports the rest of the project. `dt1`, `watch` and `memory` run on CPython as well, where the virtual
tower uses them; `main` and the boards run on a board or on MicroPython's unix port.
"""
