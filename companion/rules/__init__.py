"""The rules of the games (stage 3, judged). Pure: no clock, no chance, no file, no thread."""
