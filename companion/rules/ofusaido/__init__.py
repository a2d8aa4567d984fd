"""OFUSAIDO: football card duels for two seats. § is a section of its rulebook.

cards, sheet   what was chosen before the match: card definitions, the two teams, house rules plays, events  what is
done, and what follows state          what a referee can know judge          decides on a play: its events, or a
refusal; its parts are opening, progression, shooting, revealing, actions flow           what happens without a play:
a turn that must end, the next side, the end of the match evolve         returns the state after an event scoring,
fouls, odds     the arithmetic of a duel expects, options, view, override, words     what is waited for, offered,
seen, set right, and said
"""
