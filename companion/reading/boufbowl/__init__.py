"""Reads plays of Boufbowl from its mat. docs/mats.md says how people lay each play.

tokens   the players' tokens and the ball, with zones as the match calls them
moves    the plays of a token that was moved or turned over
ball     the plays of the ball: placement, kick-off, pass, chandelle, pick-up, interception, catch
cards    the plays of cards: effects, oppositions, powers
table    all readings, by what the match waits for
"""
