"""What people print for a table that is seen: mats, cards, stickers, tokens, targets; true size, vector, as PDF.

Data goes in, pages come out; nothing here reads a file or an argument of a command. Places are millimetres from the
top left corner of a page or of a thing, x to the right and y down, as in a mat.
"""
