"""The virtual table of OFUSAIDO: two shuffled boxes of real cards, and two players who choose."""

from companion.virtual.ofusaido.table import VirtualPlayers

__all__ = ["VirtualPlayers"]
