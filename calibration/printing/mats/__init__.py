"""Draws play mats: markers, slots and fields, on one sheet or on tiles that are glued together."""
