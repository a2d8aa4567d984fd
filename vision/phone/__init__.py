"""A phone as the camera: its page is served by this machine, and its pictures become frames."""
