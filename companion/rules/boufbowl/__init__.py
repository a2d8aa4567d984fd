"""Boufbowl: a ball, two coaches, five players each. p. is a page of its rulebook.

cards, board, sheet      what was chosen before the match: card definitions, the field, two teams, house rules plays,
events            what coaches do, and what follows state, frames            what a referee can know, and what is
being settled field, asking            who stands where, and whom a question is for judge                    decides
on a play: its events, or a refusal; its parts are opening, moving, acting, opposing, playing, buying forced
questions with one answer, which nobody is asked evolve                   returns the state after an event;
evolve_contest, evolve_expert and deeds are its parts influence, contest, odds the arithmetic of an opposition
expects, options, offering, view, override, ending, naming     what the table waits for, offers, sees, and overrides
checks, words, play_words                                      refusals and sentences
"""
