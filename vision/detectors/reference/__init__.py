"""Reads printed references: finds a line of print, straightens it, reads it freely, and repairs it by a pattern.

A line that the pattern does not explain stays unread. Nothing is forced into the pattern, and nothing is
replaced by the nearest known reference.
"""
