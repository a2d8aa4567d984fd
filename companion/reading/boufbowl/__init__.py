"""What Boufbowl's table means: docs/mats.md, the other way round.

tokens   where the players' tokens and the ball lie, as the match calls them
moves    what a token that was moved or turned over says
ball     what the ball says: placement, kick-off, pass, chandelle, pick-up, interception, catch
cards    what cards say: effects, oppositions, powers
table    all of it together, by what the match waits for
"""
