"""The referee: turns what was seen into plays, judges them, keeps them and shows them.

The way of the data is the layout: observation (1 seen), play (2 meant), rules (3 judged),
match and storage (4 kept), cli (shown). No camera, no port and no screen is known here.
"""
