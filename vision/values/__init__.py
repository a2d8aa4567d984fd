"""Reads the values of a card from its picture: where each field stands is learnt from cards whose values are known."""
