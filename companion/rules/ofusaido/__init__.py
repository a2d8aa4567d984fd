"""OFUSAIDO: football card duels for two seats. § is a section of its rulebook.

cards, sheet    what was chosen before the match: card definitions, the two teams, house rules
plays, events   what sides do, and what follows
state           what a referee can know
judge           decides on a play: its events, or a refusal; its parts are opening, progression, shooting,
                revealing and actions
flow            what happens without a play: a turn that must end, the next side, the end of the match
evolve          returns the state after an event
scoring, fouls, odds   the arithmetic of a duel
expects, options, view, override, words   what the table waits for, may play, sees, overrides and reads
"""
