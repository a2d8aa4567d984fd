"""What is printed for Boufbowl."""
