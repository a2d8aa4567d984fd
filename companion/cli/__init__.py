"""SHOWN IN A TERMINAL: commands, which connect all other packages and decide nothing.

Only this package imports all others.
"""
