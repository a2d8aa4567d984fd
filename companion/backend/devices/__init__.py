"""The kinds of devices that a table may have: one row each, and the registry through which all other code knows them."""
