"""L'Ouaf: bakery workers, three to six seats, everybody plays at once. Sections are named as in its rulebook.

cards, sheet    what was chosen before the match: card definitions, the seats, house rules
sections        the names of the rulebook's sections
plays, events   what is done, and what follows
state           what a referee can know
judge           play -> events or a refusal; its parts: laying, revealing, unfolding
evolve          state, event -> state
scoring         whom an effect touches, points, who is fired, who wins
expects, options, view, override, words      what is waited for, offered, seen, set right, and said
"""
