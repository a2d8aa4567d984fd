"""What `companion bench truth` measures on the virtual table: cards, tokens, printed references, dice."""
