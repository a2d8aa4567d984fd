"""L'Ouaf: bakery workers, three to six seats, everybody plays at once. Sections are named as in its rulebook.

cards, sheet    what was chosen before the match: card definitions, the seats, house rules
sections        the names of the rulebook's sections
plays, events   what seats do, and what follows
state           what a referee can know
judge           decides on a play: its events, or a refusal; its parts are laying, revealing and unfolding
evolve          returns the state after an event
scoring         whom an effect touches, points, who is fired, who wins
expects, options, view, override, words   what the table waits for, may play, sees, overrides and reads
"""
