"""5, SHOWN: what any screen shows of a match, worked out from its state. Pure; words before they have a language."""
