"""Where pictures come from: cameras, streams, files, folders, the virtual table; and a thread that keeps the newest."""
