"""Draws what people print for a table with a camera, as vector PDF in true size.

Mats, cards, stickers, tokens and targets are drawn by pure functions: data in, pages out. Positions are in mm
from the top left corner of a page or of a thing, x to the right and y down, as in a mat.
"""
