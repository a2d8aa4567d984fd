"""Boufbowl: a ball, two coaches, five players each. p. is a page of its rulebook.

cards, board, sheet        what was chosen before the match: card definitions, the field, two teams, house rules
plays, events              what coaches do, and what follows
state, frames              what a referee can know, and the actions that are being settled
field, asking              who stands where, and which coach must answer a question
judge                      decides on a play: its events, or a refusal; its parts are opening, moving, acting,
                           opposing, playing and buying
forced                     answers questions that have only one answer
evolve                     returns the state after an event; its parts are evolve_contest, evolve_expert and deeds
influence, contest, odds   the arithmetic of an opposition
expects, options, offering, view, override, ending, naming   what the table waits for, may play, sees and overrides
checks, words, play_words  refusals and sentences
"""
