"""Screens: they show snapshots of the match, and send what players touch as intents.

A screen computes nothing and decides nothing. Kivy lives in this room and nowhere else, and even here the
presenters do without it, so that they are tested without a window.
"""
