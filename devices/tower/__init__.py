"""The dice tower: its lines (`wire`, `messages`), the talk with it (`dialogue`), and the port and thread (`link`).

Nothing but `ports`, `link`, `pty_line` and `virtual` touches the world; the rest takes bytes and the time as arguments.
The protocol is DT1, written up in docs/hardware/tower-protocol.md; `firmware` is its other end.
"""
