"""Draws what people print for a table with a camera: mats, cards, stickers, tokens and targets, as vector PDF
in true size.

The drawing functions are pure: data in, pages out. Positions are in mm from the top left corner of a page or
of a thing, x to the right and y down, as in a mat.
"""
