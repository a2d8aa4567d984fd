"""The interface through which screens use the rest of the program, and its implementation on this machine."""
