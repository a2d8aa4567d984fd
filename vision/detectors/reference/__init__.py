"""Printed references: a line of print found, straightened, read freely, repaired where a pattern says what belongs, and
left unsaid where it does not. Nothing is forced into the pattern, nothing snapped to the nearest known reference.
"""
