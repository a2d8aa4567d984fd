"""The protocol between tables and their hall: messages as values, and the wire as a port with two implementations."""
