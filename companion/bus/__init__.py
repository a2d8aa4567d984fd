"""The protocol between tables and their hall: messages as values, and the wire, a port with two implementations."""
