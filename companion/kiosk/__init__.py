"""The parts of a kiosk: a machine without an operator that starts by itself and is watched by systemd.

Pure values, and the one socket to systemd. What is kept of them is in `storage`, what wires them in `cli/kiosk`.
"""
