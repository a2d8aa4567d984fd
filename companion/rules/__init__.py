"""3, JUDGED: the rules of the games. Pure: no clock, no chance, no file, no thread."""
