"""5 heard: chooses the sound of each event."""
