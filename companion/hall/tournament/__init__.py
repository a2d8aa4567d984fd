"""A tournament as a list of events, from which its players, rounds, results and standings are computed.

Nothing here knows the time, a file or a screen: those who ask say what happened, and keep what follows.
"""
