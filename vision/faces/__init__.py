"""Knows a card by its face: its picture, without any code on it."""
