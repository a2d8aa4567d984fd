"""The live table: match, camera, tower and loudspeaker in one assembly; and its virtual twin."""
