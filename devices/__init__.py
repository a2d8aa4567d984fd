"""The tower and the speaker: what sits beside the table and speaks over a wire.

The dice tower's lines become rolls and notices, and cues become sound. Each device has a virtual twin here that
speaks the same wire protocol, so that the demonstration, the tests and a table without a tower use the same code.
Nothing here knows a rule of a game.
"""
