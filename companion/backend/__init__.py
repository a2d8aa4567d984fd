"""What screens ask for: the interface, and its implementation on this machine."""
