"""Lignes d'Attaque: football on a board of cells, for two seats. Sections are named as its rulebook names them.

grid, board, sheet   what was chosen before the match: cells and lines, the board's places, the end, house rules
plays, events        what sides do, and what follows
state                what a referee can know: where everybody stands, and the ball
judge                decides on a play: its events, or a refusal; its parts are opening, moving, passing, shooting,
                     fouls and restarts
unfolding            the end of a turn, a half or the match
evolve               returns the state after an event; `positions` puts pieces and ball in their places
expects, options, view, override, words   what the table waits for, may play, sees, overrides and reads
"""
