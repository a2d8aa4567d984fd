"""A live table: its match, camera, tower and loudspeaker put together; and one that is acted out and drawn."""
