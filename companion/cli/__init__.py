"""The commands of the terminal. They connect all other packages and decide nothing.

Only this package imports all others.
"""
