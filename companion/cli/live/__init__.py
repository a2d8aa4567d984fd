"""The live table wired: camera, tower and hands to the session, the session to the terminal."""
