"""The few widgets of our own that all screens are made of."""
