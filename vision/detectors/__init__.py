"""What is found in a picture: codes, tags, printed references, dice. Each detector is a function of pixels."""
