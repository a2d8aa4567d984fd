"""Boufbowl: a ball, two coaches, five players each. p. is a page of its rulebook.

cards, board, sheet      what was chosen before the match: card definitions, the field, two teams, house rules
plays, events            what is done, and what follows
state, frames            what a referee can know, and what is being settled
field, asking            who stands where, and whom a question is for
judge                    play -> events or a refusal; its parts: opening, moving, acting, opposing, playing, buying
forced                   questions with one answer, which nobody is asked
evolve                   state, event -> state; evolve_contest and evolve_expert with it, and deeds of cards
influence, contest, odds the arithmetic of an opposition
expects, options, offering, view, override, ending, naming     what is waited for, offered, seen, set right
checks, words, play_words                                      what is said
"""
