"""OFUSAIDO: football card duels for two seats. § is a section of its rulebook.

cards, sheet   what was chosen before the match: card definitions, the two teams, house rules
plays, events  what is done, and what follows
state          what a referee can know
judge          play -> events or a refusal; its parts: opening, progression, shooting, revealing, actions
flow           what follows by itself: a turn that must end, the next side, the end of the match
evolve         state, event -> state
scoring, fouls, odds     the arithmetic of a duel
expects, options, view, override, words     what is waited for, offered, seen, set right, and said
"""
