"""Talks to the dice tower: lines (`messages`), dialogue (`dialogue`), the port and its thread (`link`).

Only `ports`, `link` and `virtual_port` touch the world; the rest is pure and takes bytes and the time as arguments. The
protocol is DT1, described in docs/hardware/tower-protocol.md; `firmware` is its other end.
"""
