"""A tournament as a list of events: who plays, who meets whom and why, the results, and the standings that follow.

Nothing here knows the time, a file or a screen: those who ask say what happened, and keep what follows.
"""
