"""Connects the dice tower, the loudspeaker and the microphone: the devices beside the table.

The dice tower's lines become rolls and notices, and cues become sound. Each device has a virtual twin here that
speaks the same wire protocol, so that the demonstration, the tests and a table without a tower use the same code.
Nothing here knows a rule of a game.
"""
