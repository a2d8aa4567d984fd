"""Lignes d'Attaque: football on a board of cells, for two seats. Sections are named as its rulebook names them.

grid, board, sheet   what was settled before the match: cells and lines, the board's places, the end, house rules
plays, events        what is done, and what follows
state                what a referee can know: where everybody stands, and the ball
judge                play -> events or a refusal; its parts: strategy, moving, passing, shooting, fouls, restarts
unfolding            what closes a turn, a half or the match
evolve               state, event -> state; `positions` puts pieces and ball in their places
expects, options, view, override, words     what is waited for, offered, seen, set right, and said
"""
