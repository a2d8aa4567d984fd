"""The tower's main loop: copied to the board as `main.py`, it runs at power-up. See docs/hardware/tower.md."""

import sys

from dt1 import Tower
from memory import Memory
from watch import Watch

if sys.platform == "linux":
    from board_unix import Board
else:
    from board_pico import Board

TICK_MS = 10
"""How long the loop sleeps at most when the host says nothing."""


def run(board):
    tower = Tower(board.about(), Memory(board.folder), board)
    board.tower = tower
    watch = Watch()
    while True:
        board.feed_watchdog()
        data = board.read(TICK_MS)
        if data is None:
            return  # Standard input has ended: the unix port's way to be unplugged.
        now = board.now_ms()
        tower.hear(data, now)
        feel(board, tower, watch, now)
        tower.tick(now)
        board.show(tower, watch.is_falling, now)
        board.write(tower.said())


def feel(board, tower, watch, now):
    """Turn what the sensors report into drops, and into a roll when the dice lie still."""
    knock = board.knock(tower.settings)
    if knock and not tower.is_calibrating and watch.felt(now):
        tower.drop(now, knock)
    ended = watch.ended(now, tower.settings["rest"])
    if ended:
        state, took = ended
        tower.rested(state, took, now)


if __name__ == "__main__":
    run(Board())
