"""Finds codes, tags, printed references and dice in a picture. Each detector is a function of pixels."""
