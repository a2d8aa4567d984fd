"""A machine that nobody looks after: it starts by itself, is watched by systemd, and says what is wrong when it must stop.

Pure values, and the one socket to systemd. What is kept of them is in `storage`, what wires them in `cli/kiosk`.
"""
